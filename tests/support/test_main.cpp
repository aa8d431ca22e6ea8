// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_main.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QMutex>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace attention::test {

namespace {

struct Registered {
    QString name;
    Factory factory;
};

std::vector<Registered>& registry()
{
    static std::vector<Registered> all;
    return all;
}

// Messages come from any thread.
struct Messages {
    QMutex mutex;
    std::vector<QRegularExpression> expected;
    QStringList unexpected;
    QtMessageHandler next = nullptr;
};

Messages& messages()
{
    static Messages all;
    return all;
}

void receive(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    // Of the platform without a screen, whenever a window has a size that it keeps to.
    if (text.contains(QLatin1String("plugin does not support propagateSizeHints")))
        return;
    Messages& all = messages();
    QtMessageHandler next = nullptr;
    {
        const QMutexLocker lock(&all.mutex);
        if (type == QtWarningMsg || type == QtCriticalMsg) {
            const auto match =
                std::find_if(all.expected.begin(), all.expected.end(),
                             [&](const QRegularExpression& e) { return e.match(text).hasMatch(); });
            if (match != all.expected.end()) {
                all.expected.erase(match);
                return;
            }
            all.unexpected << text;
        }
        next = all.next;
    }
    if (next)
        next(type, context, text);
    else
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

// QTest puts its own handler in place for each class; ours has to stand before it.
void listen()
{
    const QtMessageHandler previous = qInstallMessageHandler(receive);
    if (previous == receive)
        return;
    const QMutexLocker lock(&messages().mutex);
    messages().next = previous;
}

void stopListening()
{
    const QMutexLocker lock(&messages().mutex);
    messages().next = nullptr;
}

QStringList takeUnexpected()
{
    const QMutexLocker lock(&messages().mutex);
    return std::exchange(messages().unexpected, {});
}

QStringList takeExpected()
{
    const QMutexLocker lock(&messages().mutex);
    QStringList patterns;
    for (const QRegularExpression& e : std::exchange(messages().expected, {}))
        patterns << e.pattern();
    return patterns;
}

} // namespace

TestCase::~TestCase() = default;

void TestCase::expectWarning(const QString& pattern)
{
    const QMutexLocker lock(&messages().mutex);
    messages().expected.push_back(
        QRegularExpression(pattern, QRegularExpression::DotMatchesEverythingOption));
}

void TestCase::init()
{
    listen();
    setUp();
}

void TestCase::cleanup()
{
    tearDown();
    const QStringList missing = takeExpected();
    const QStringList unexpected = takeUnexpected();
    if (!unexpected.isEmpty())
        QFAIL(qPrintable("Qt said: " + unexpected.join(" | ")));
    if (!missing.isEmpty())
        QFAIL(qPrintable("expected, but not said: " + missing.join(" | ")));
}

int registerTest(const char* file, Factory factory)
{
    QString name = QFileInfo(QString::fromUtf8(file)).completeBaseName();
    if (name.startsWith("tst_"))
        name.remove(0, 4);
    registry().push_back({name, factory});
    return static_cast<int>(registry().size());
}

int runTests(int argc, char* argv[])
{
    std::vector<Registered> chosen = registry();
    std::sort(chosen.begin(), chosen.end(),
              [](const Registered& a, const Registered& b) { return a.name < b.name; });

    if (argc > 1 && QByteArray(argv[1]) == "--list") {
        for (const Registered& test : chosen)
            std::printf("%s\n", qPrintable(test.name));
        return 0;
    }

    std::vector<char*> arguments(argv, argv + argc);
    if (argc > 1 && argv[1][0] != '-') {
        const QString only = QString::fromLocal8Bit(argv[1]);
        std::erase_if(chosen, [&](const Registered& test) { return test.name != only; });
        arguments.erase(arguments.begin() + 1);
        if (chosen.empty()) {
            std::fprintf(stderr, "no test class is named %s; --list names them\n", argv[1]);
            return 2;
        }
    }

    bool failed = false;
    for (const Registered& test : chosen) {
        listen();
        const std::unique_ptr<TestCase> object(test.factory());
        failed |=
            QTest::qExec(object.get(), static_cast<int>(arguments.size()), arguments.data()) != 0;
        stopListening();
        // What came between the functions: from constructors, initTestCase or late destruction.
        for (const QString& text : takeUnexpected()) {
            std::fprintf(stderr, "FAIL!  : %s: Qt said outside of the test functions: %s\n",
                         qPrintable(test.name), qPrintable(text));
            failed = true;
        }
    }
    return failed ? 1 : 0;
}

void prepareEnvironment()
{
    static const QTemporaryDir home;
    const auto folder = [](const char* variable, const QString& name) {
        const QString path = home.filePath(name);
        QDir().mkpath(path);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        qputenv(variable, QFile::encodeName(path));
    };
    folder("HOME", "home");
    folder("XDG_CONFIG_HOME", "config");
    folder("XDG_DATA_HOME", "data");
    folder("XDG_STATE_HOME", "state");
    folder("XDG_CACHE_HOME", "cache");
    folder("XDG_RUNTIME_DIR", "runtime");

    const auto unlessSet = [](const char* variable, const char* value) {
        if (!qEnvironmentVariableIsSet(variable))
            qputenv(variable, value);
    };
    unlessSet("QT_QPA_PLATFORM", "offscreen"); // not minimal: it has no fonts
    unlessSet("QT_SCALE_FACTOR", "1");
    unlessSet("QT_FONT_DPI", "96");
    unlessSet("QTEST_FUNCTION_TIMEOUT", "240000");
    qputenv("LC_ALL", "C.UTF-8");
    qunsetenv("LANGUAGE");
    qunsetenv("QT_STYLE_OVERRIDE");
    qunsetenv("QT_QPA_PLATFORMTHEME");
    QLocale::setDefault(QLocale::c());
}

} // namespace attention::test
