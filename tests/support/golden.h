// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario_json.h"

#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>

// The files of tests/golden: scenarios with numbers that other programs computed.
namespace attention::test {

// "cases" have {"scenario", "stages"}, "onnx" have {"scenario", "concatenated", "tolerance"}.
inline QStringList goldenNames(const QString& folder = "cases")
{
    QStringList names = QDir(QStringLiteral(ATTENTION_SOURCE_DIR "/tests/golden/") + folder)
                            .entryList({"*.json"}, QDir::Files, QDir::Name);
    for (QString& name : names)
        name.chop(5);
    if (names.size() < 59)
        qFatal("%s: only %d golden cases", qPrintable(folder), int(names.size()));
    return names;
}

inline QJsonObject goldenFile(const QString& name, const QString& folder = "cases")
{
    QFile file(QStringLiteral(ATTENTION_SOURCE_DIR "/tests/golden/%1/%2.json").arg(folder, name));
    if (!file.open(QFile::ReadOnly))
        qFatal("%s: %s", qPrintable(name), qPrintable(file.errorString()));
    return QJsonDocument::fromJson(file.readAll()).object();
}

inline Scenario goldenScenario(const QString& name, const QString& folder = "cases")
{
    const QJsonDocument scenario(goldenFile(name, folder)["scenario"].toObject());
    const auto read = readScenario(scenario.toJson(QJsonDocument::Compact).toStdString());
    if (const auto* problem = std::get_if<Problem>(&read))
        qFatal("%s: %s", qPrintable(name), english(*problem).c_str());
    return std::get<Scenario>(read);
}

} // namespace attention::test
