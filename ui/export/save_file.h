// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QByteArray>
#include <QtCore/QString>

#include <optional>

namespace attention::ui {

// Writes a whole file or nothing: the old file stays as it was when anything goes wrong, and
// nothing is left behind. Follows symbolic links and keeps permissions. The answer is the reason of
// a failure, one sentence that names the file. Every save of the program comes here, because what
// Qt offers loses data on a full disk.
std::optional<QString> saveFile(const QString& path, const QByteArray& bytes);

} // namespace attention::ui
