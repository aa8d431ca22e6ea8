// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>

#include <unistd.h>

namespace attention::test {

Ran runCommand(const QString& command, const QStringList& arguments, const Environment& environment,
               const QString& folder)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder);
    process.start(command, arguments);
    process.closeWriteChannel(); // its standard input is an empty pipe
    Ran ran;
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
    } else if (process.exitStatus() == QProcess::NormalExit) {
        ran.status = process.exitCode();
    }
    ran.output = process.readAllStandardOutput();
    ran.errors = process.readAllStandardError();
    return ran;
}

Ran runProgram(const QStringList& arguments, const Environment& environment, const QString& folder)
{
    return runCommand(ATTENTION_LAB_PROGRAM, arguments, environment, folder);
}

QString forEverybody(const QString& program, Environment& environment)
{
    const QStringList nobody{"--reuid=65534", "--clear-groups"};
    if (runCommand("setpriv", nobody + QStringList{"test", "-r", program}).status == 0)
        return program;
    static const QTemporaryDir copies;
    const QString libraries = copies.filePath("lib");
    if (!QFileInfo::exists(libraries)) {
        QFile::setPermissions(copies.path(), QFile::Permissions(0x7755));
        runCommand("cp", {"-r", QFileInfo(ATTENTION_LAB_PROGRAM).path() + "/lib", libraries});
    }
    const QString copy = copies.filePath(QFileInfo(program).fileName());
    if (!QFileInfo::exists(copy))
        QFile::copy(program, copy);
    environment.insert("LD_LIBRARY_PATH", libraries);
    return copy;
}

Ran runAsOrdinaryUser(const QStringList& arguments, const QString& folder)
{
    if (::geteuid() != 0)
        return runProgram(arguments, here(), folder);
    Environment environment = here();
    const QString program = forEverybody(ATTENTION_LAB_PROGRAM, environment);
    return runCommand("setpriv",
                      QStringList{"--reuid=65534", "--clear-groups", program} + arguments,
                      environment, folder);
}

bool isOneLine(const QByteArray& text)
{
    return text.size() > 1 && text.count('\n') == 1 && text.endsWith('\n');
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QFile::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace attention::test
