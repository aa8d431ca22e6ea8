// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <cstdint>
#include <variant>

namespace attention::ui {

// The bytes of a file, or one sentence that names it and says why not. Only regular files are read,
// and no more than `most` bytes: a folder, a pipe, a device or a huge file is refused at once.
std::variant<QByteArray, QString> readFile(const QString& path, std::int64_t most);

} // namespace attention::ui
