// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/program.h"

#include <QFile>
#include <QProcess>

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

Ran runAsOrdinaryUser(const QStringList& arguments, const QString& folder)
{
    if (::geteuid() != 0)
        return runProgram(arguments, here(), folder);
    return runCommand("setpriv",
                      QStringList{"--reuid=65534", "--clear-groups", ATTENTION_LAB_PROGRAM} +
                          arguments,
                      here(), folder);
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
