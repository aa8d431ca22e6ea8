// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/start.h"

#include <QtCore/QSettings>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStyleFactory>

namespace attention::ui {

int openWindow(int& argc, char** argv, const WindowOptions& options)
{
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Attention Lab"));
    QApplication::setApplicationName(QStringLiteral("attention-lab"));
    QApplication::setApplicationDisplayName(QStringLiteral("Attention Lab"));
    QApplication::setApplicationVersion(QStringLiteral(ATTENTION_VERSION));
    QGuiApplication::setDesktopFileName(QStringLiteral("attention-lab"));
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/attention-lab.svg")));
    loadFonts();

    Document document;
    MainWindow window(document);
    // A file that cannot be opened says so, and leaves the first example.
    if (options.file.isEmpty() || !window.files().openPath(options.file))
        window.files().openPath(QStringLiteral("example:abc-unscaled"));
    const QString theme =
        options.theme.isEmpty()
            ? QSettings().value(QStringLiteral("theme"), QStringLiteral("system")).toString()
            : options.theme;
    window.setThemeChoice(theme);
    if (options.size.isValid())
        window.resize(options.size);
    else if (!window.restoreGeometry(QSettings().value(QStringLiteral("geometry")).toByteArray()))
        window.resize(1366, 768);
    window.show();
    if (options.present)
        window.setPresenting(true);
    return QApplication::exec();
}

} // namespace attention::ui
