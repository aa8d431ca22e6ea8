// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTest>

namespace attention::test {

// The base of every test class. A Qt warning or critical message fails the test function in which
// it appears, unless the function said before that it expects it.
class TestCase : public QObject {
    Q_OBJECT

public:
    ~TestCase() override;

protected:
    // What QTest calls init and cleanup: before and after each test function and each data row.
    virtual void setUp() {}
    virtual void tearDown() {}

    // The next message that matches the regular expression is no failure; that none comes is one.
    void expectWarning(const QString& pattern);

private slots:
    virtual void init() final;
    virtual void cleanup() final;
};

using Factory = TestCase* (*)();
// `file` names the class: tests/core/tst_level.cpp is "level" for the command line and CTest.
int registerTest(const char* file, Factory factory);

// Runs the registered classes. A first argument that is no option names the one class to run, all
// others go to QTest; --list prints the names.
int runTests(int argc, char* argv[]);

// Before the application object: settings that make pictures and texts alike on every machine, and
// folders of its own for all that Qt writes.
void prepareEnvironment();

} // namespace attention::test

// One a file, after the class; the last line of the file includes its .moc.
#define ATTENTION_TEST(Class)                                                                      \
    static const int registered##Class = attention::test::registerTest(                            \
        __FILE__, []() -> attention::test::TestCase* { return new Class; });
