// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/save_file.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>
#include <QtCore/QSaveFile>

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace attention::ui {

namespace {

QString because(const QString& path, const QString& reason)
{
    return QCoreApplication::translate("saveFile", "Cannot write %1: %2").arg(path, reason);
}

// What stands in the way before anything is written, or an empty text. A device or a pipe would be
// replaced by a file, so it is no target.
QString obstacle(const QString& path)
{
    if (path.isEmpty())
        return QCoreApplication::translate("saveFile", "no file name is given");
    const QByteArray name = QFile::encodeName(path);
    struct stat target = {};
    if (::stat(name.constData(), &target) != 0)
        return errno == ELOOP ? qt_error_string(ELOOP) : QString();
    if (S_ISDIR(target.st_mode))
        return QCoreApplication::translate("saveFile", "it is a folder");
    if (!S_ISREG(target.st_mode))
        return QCoreApplication::translate("saveFile", "it is no ordinary file");
    if (::access(name.constData(), W_OK) != 0)
        return qt_error_string(errno);
    return {};
}

} // namespace

std::optional<QString> saveFile(const QString& path, const QByteArray& bytes)
{
    if (const QString reason = obstacle(path); !reason.isEmpty())
        return because(path, reason);

    // Follows links, keeps the permissions of a file that exists. Unbuffered, so that each write
    // has its own answer.
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        return because(path, file.errorString());

    // A commit alone reports success on a full disk and replaces the old file by an empty or a cut
    // one: all bytes are on the disk before it, and it is asked for its error after it.
    QString reason;
    for (qsizetype written = 0; written < bytes.size() && reason.isEmpty();) {
        // A write that finds room for a part says so without an error; the next one has it.
        const qint64 more = file.write(bytes.constData() + written, bytes.size() - written);
        if (more > 0)
            written += more;
        else
            reason = file.errorString();
    }
    if (reason.isEmpty() && !file.flush())
        reason = file.errorString();
    if (reason.isEmpty() && ::fsync(file.handle()) != 0)
        reason = qt_error_string(errno);
    if (!reason.isEmpty()) {
        file.cancelWriting();
        file.commit(); // removes what was written
        return because(path, reason);
    }
    if (!file.commit() || file.error() != QFileDevice::NoError)
        return because(path, file.errorString());
    return std::nullopt;
}

} // namespace attention::ui
