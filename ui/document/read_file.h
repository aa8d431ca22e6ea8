// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <cstdint>
#include <variant>

namespace attention::ui {

// The bytes of a file, or one sentence that names it and says why not. Only regular files are read,
// and no more than `most` bytes: a folder, a pipe, a device or a huge file is refused at once.
std::variant<QByteArray, QString> readFile(const QString& path, std::int64_t most);

struct ScenarioText {
    QByteArray json;
    bool fromPicture = false; // it stood in a PNG or SVG that was made from it
};

// The text of a scenario file, or of the picture of one; or the same kind of sentence.
std::variant<ScenarioText, QString> readScenarioText(const QString& path);

struct OpenedScenario {
    Scenario scenario;
    bool fromPicture = false;
};

// The scenario in a file, or one sentence that names the file and says why not. "example:NAME" is
// one of those inside the program.
std::variant<OpenedScenario, QString> readScenarioFile(const QString& path);

} // namespace attention::ui
