// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From the start of a process to its first painted window, and to a picture written by the command
// line. The window's process is this program once more: it opens the window as the real one does,
// and ends when the board is painted.

#include "tests/bench/bench.h"
#include "ui/start.h"
#include "ui/views/board_view.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QElapsedTimer>
#include <QtCore/QEvent>
#include <QtCore/QFileInfo>
#include <QtCore/QProcess>
#include <QtCore/QStandardPaths>
#include <QtCore/QTemporaryDir>
#include <QtCore/QTimer>
#include <QtGui/QImage>

#include <cstring>

using namespace attention;

namespace {

constexpr double startTarget = 300, exportTarget = 150; // milliseconds
constexpr int repeats = 20;

// Ends the process with status 0 once the board is painted and on its way to the screen.
class EndAfterFirstPaint : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* object, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && qobject_cast<ui::BoardView*>(object))
            QTimer::singleShot(0, qApp, [] { std::_Exit(0); });
        return false;
    }
};

void watchFirstPaint()
{
    qApp->installEventFilter(new EndAfterFirstPaint(qApp));
}

bool isChild(int argc, char* argv[])
{
    return argc > 1 && std::strcmp(argv[1], "--window-process") == 0;
}

double run(const QString& program, const QStringList& arguments,
           const QProcessEnvironment& environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    QElapsedTimer timer;
    timer.start();
    process.start(program, arguments);
    const bool finished = process.waitForFinished(60000);
    const double milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    bench::require(finished && process.exitStatus() == QProcess::NormalExit &&
                       process.exitCode() == 0,
                   qPrintable(program + u' ' + arguments.join(u' ')));
    return milliseconds;
}

std::vector<double> times(const QString& program, const QStringList& arguments,
                          const QProcessEnvironment& environment)
{
    run(program, arguments, environment); // brings the files into memory
    std::vector<double> milliseconds;
    for (int i = 0; i < repeats; ++i)
        milliseconds.push_back(run(program, arguments, environment));
    return milliseconds;
}

} // namespace

int main(int argc, char* argv[])
{
    if (isChild(argc, argv)) {
        qAddPreRoutine(watchFirstPaint);
        ui::WindowOptions options;
        options.file = QStringLiteral("example:abc-unscaled");
        options.theme = QStringLiteral("light");
        options.size = QSize(1366, 730);
        return ui::openWindow(argc, argv, options);
    }

    const QCoreApplication application(argc, argv);
    const QString program =
        QFileInfo(QCoreApplication::applicationDirPath() + QStringLiteral("/../attention-lab"))
            .canonicalFilePath();
    bench::require(!program.isEmpty(), "the program is built");
    const QTemporaryDir folder;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* variable :
         {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
        environment.insert(QLatin1String(variable), folder.path());
    environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder.path());
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));

    bench::printMachine();
    std::printf("Process start to result, files in the page cache, median of %d\n", repeats);
    const QString self = QCoreApplication::applicationFilePath();
    bench::print(QStringLiteral("first painted window, offscreen"),
                 times(self, {QStringLiteral("--window-process")}, environment), startTarget);

    // With a real window system, where there is one to start.
    const QString xServer = QStandardPaths::findExecutable(QStringLiteral("Xvfb"));
    if (!xServer.isEmpty()) {
        QProcess server;
        server.start(xServer,
                     {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-screen"),
                      QStringLiteral("0"), QStringLiteral("1920x1080x24"),
                      QStringLiteral("-nolisten"), QStringLiteral("tcp")});
        QByteArray display;
        while (!display.contains('\n') && server.waitForReadyRead(10000))
            display += server.readAllStandardOutput();
        QProcessEnvironment withScreen = environment;
        withScreen.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        withScreen.insert(QStringLiteral("DISPLAY"), u':' + QString::fromLatin1(display.trimmed()));
        if (!display.isEmpty())
            bench::print(QStringLiteral("first painted window, X server in memory"),
                         times(self, {QStringLiteral("--window-process")}, withScreen),
                         startTarget);
        server.terminate();
        server.waitForFinished();
    }

    QProcessEnvironment bare = environment; // no display, and nothing said about one
    bare.remove(QStringLiteral("QT_QPA_PLATFORM"));
    bare.remove(QStringLiteral("DISPLAY"));
    bare.remove(QStringLiteral("WAYLAND_DISPLAY"));
    const QStringList whole = {QStringLiteral("export"), QStringLiteral("example:cat-sat")};
    for (const auto& [name, arguments] : {
             std::pair(QStringLiteral("board"), QStringList()),
             std::pair(QStringLiteral("weights"),
                       QStringList{QStringLiteral("--stage"), QStringLiteral("weights")}),
             std::pair(QStringLiteral("memory plot"),
                       QStringList{QStringLiteral("--plot"), QStringLiteral("memory")}),
         }) {
        for (const char* suffix : {"png", "svg"}) {
            const QString path =
                folder.filePath(QStringLiteral("picture.") + QLatin1String(suffix));
            const QStringList command = whole + arguments + QStringList{QStringLiteral("-o"), path};
            run(program, command, bare);
            bench::require(QImage(path).size() == QSize(800, 600) || QByteArray(suffix) == "svg",
                           "the picture is 800 x 600");
            bench::require(QFileInfo(path).size() > 1000, "the picture holds something");
            bench::print(QStringLiteral("800x600 %1 of the %2").arg(QLatin1String(suffix), name),
                         times(program, command, bare), exportTarget);
        }
    }
    return 0;
}
