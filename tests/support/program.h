// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcessEnvironment>
#include <QString>
#include <QStringList>

namespace attention::test {

// What a process did. `status` is -1 when it did not start, crashed, or did not end within a
// minute.
struct Ran {
    int status = -1;
    QByteArray output, errors;
};

using Environment = QProcessEnvironment;
inline Environment here()
{
    return Environment::systemEnvironment();
}

Ran runCommand(const QString& command, const QStringList& arguments,
               const Environment& environment = here(), const QString& folder = {});

// The program itself.
Ran runProgram(const QStringList& arguments, const Environment& environment = here(),
               const QString& folder = {});

// A program of the build that "nobody" can start too: itself, or where its folder is closed to
// others (root's home) a copy, whose libraries `environment` then names.
QString forEverybody(const QString& program, Environment& environment);

// The program as a user to whom permissions matter: as root by the number of "nobody".
Ran runAsOrdinaryUser(const QStringList& arguments, const QString& folder = {});

// True for exactly one line that says something.
bool isOneLine(const QByteArray& text);

// All of a file; empty when it cannot be read.
QByteArray contentOf(const QString& path);
void writeFile(const QString& path, const QByteArray& bytes);

} // namespace attention::test
