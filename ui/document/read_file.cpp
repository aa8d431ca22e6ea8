// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/read_file.h"

#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "ui/document/examples.h"
#include "ui/export/scenario_in_picture.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace attention::ui {

std::variant<QByteArray, QString> readFile(const QString& path, std::int64_t most)
{
    const auto refuse = [&](const QString& reason) {
        return QStringLiteral("%1: %2").arg(path, reason);
    };
    const auto tr = [](const char* text) { return QCoreApplication::translate("ReadFile", text); };
    // O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
    const int descriptor =
        ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0)
        return refuse(QString::fromLocal8Bit(std::strerror(errno)));
    QFile file;
    struct stat info = {};
    if (::fstat(descriptor, &info) != 0 ||
        !file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
        const QString reason = QString::fromLocal8Bit(std::strerror(errno));
        ::close(descriptor);
        return refuse(reason);
    }
    if (S_ISDIR(info.st_mode))
        return refuse(tr("is a folder, not a scenario file"));
    if (!S_ISREG(info.st_mode))
        return refuse(tr("is not a regular file"));
    if (info.st_size > most)
        return refuse(
            tr("%1 MiB, but the limit is %2 MiB").arg(info.st_size >> 20).arg(most >> 20));
    QByteArray bytes = file.read(most + 1);
    if (file.error() != QFileDevice::NoError)
        return refuse(file.errorString());
    if (bytes.size() > most)
        return refuse(tr("larger than the limit of %1 MiB").arg(most >> 20));
    return bytes;
}

std::variant<ScenarioText, QString> readScenarioText(const QString& path)
{
    auto bytes = readFile(path, maximumFileBytes);
    if (const auto* reason = std::get_if<QString>(&bytes))
        return *reason;
    const QByteArray& file = std::get<QByteArray>(bytes);
    auto text = scenarioTextIn(file);
    if (const auto* reason = std::get_if<QString>(&text))
        return QStringLiteral("%1: %2").arg(path, *reason);
    return ScenarioText{std::get<QByteArray>(std::move(text)), isPicture(file)};
}

std::variant<OpenedScenario, QString> readScenarioFile(const QString& path)
{
    ScenarioText text;
    if (path.startsWith(QLatin1String("example:"))) {
        QFile file(exampleFile(path.mid(8)));
        if (!file.open(QIODevice::ReadOnly))
            return QCoreApplication::translate("ReadFile", "There is no example “%1”.")
                .arg(path.mid(8));
        text.json = file.readAll();
    } else {
        auto found = readScenarioText(path);
        if (const auto* reason = std::get_if<QString>(&found))
            return *reason;
        text = std::get<ScenarioText>(std::move(found));
    }
    auto read = readScenario(
        std::string_view(text.json.constData(), static_cast<std::size_t>(text.json.size())));
    if (const auto* problem = std::get_if<Problem>(&read))
        return QStringLiteral("%1: %2").arg(path, QString::fromStdString(english(*problem)));
    return OpenedScenario{std::get<Scenario>(std::move(read)), text.fromPicture};
}

} // namespace attention::ui
