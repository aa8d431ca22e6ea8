// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QApplication>
#include <QDirIterator>
#include <QFontDatabase>
#include <QStyleFactory>

int main(int argc, char* argv[])
{
    attention::test::prepareEnvironment();
    QApplication::setDesktopSettingsAware(false);
    const QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create("Fusion"));
    for (const Qt::UIEffect effect :
         {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip,
          Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
        QApplication::setEffectEnabled(effect, false);
    QApplication::setCursorFlashTime(0);

    // The bundled fonts, without hinting: else text pixels differ with the machine's settings.
    for (QDirIterator fonts(":/fonts", {"*.ttf"}); fonts.hasNext();)
        if (QFontDatabase::addApplicationFont(fonts.next()) < 0)
            qFatal("the bundled font %s cannot be loaded", qPrintable(fonts.filePath()));
    QFont font("DejaVu Sans");
    font.setPixelSize(14);
    font.setHintingPreference(QFont::PreferNoHinting);
    QApplication::setFont(font);

    return attention::test::runTests(argc, argv);
}
