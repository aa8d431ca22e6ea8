// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/start.h"
#include "ui/tour/first_minute.h"

#include <QtCore/QSettings>
#include <QtGui/QIcon>
#include <QtWidgets/QApplication>
#include <QtWidgets/QStyleFactory>

namespace attention::ui {

void openFirst(MainWindow& window, const WindowOptions& options)
{
    // A file that cannot be opened says so, and leaves the first example.
    const QString last = options.file.isEmpty() ? FileCommands::lastDocument() : options.file;
    if (last.isEmpty() || !window.files().openPath(last))
        window.files().openPath(QStringLiteral("example:abc-unscaled"));
}

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
    openFirst(window, options);
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
    if (options.file.isEmpty() && !options.present && !FirstMinute::wasSeen())
        window.firstMinute().start();
    if (options.present)
        window.setPresenting(true);
    return QApplication::exec();
}

} // namespace attention::ui
