// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/output.h"

#include "app/command_line.h"
#include "ui/export/formats.h"
#include "ui/export/save_file.h"

#include <QtCore/QFile>

#include <cerrno>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace attention::app {

namespace {

// False with errno set when not all of it could be written.
bool writeAll(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // somebody made the pipe non-blocking
            pollfd wait = {descriptor, POLLOUT, 0};
            if (::poll(&wait, 1, -1) < 0 && errno != EINTR)
                return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

} // namespace

void print(std::string_view text)
{
    if (!writeAll(STDOUT_FILENO, text))
        throw Failure{notWritten,
                      std::string("Cannot write to standard output: ") + std::strerror(errno)};
}

void deliver(const Arguments& arguments, std::string_view text)
{
    if (!arguments.has("-o"))
        return print(text);
    const QByteArray bytes(text.data(), static_cast<qsizetype>(text.size()));
    if (const auto reason = ui::saveFile(QFile::decodeName(arguments.text("-o").c_str()), bytes))
        throw Failure{notWritten, reason->toStdString()};
}

void printError(std::string_view text)
{
    const QByteArray line = ui::plainLine(QString::fromUtf8(text)).toUtf8();
    const QByteArray bytes = "attention-lab: " + line + '\n';
    writeAll(STDERR_FILENO,
             std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

} // namespace attention::app
