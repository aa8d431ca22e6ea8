// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <utility>
#include <vector>

namespace attention::ui {

// What each letter and word of the window means, and what others call it; in the order of
// computation.
std::vector<std::pair<QString, QString>> glossary();

} // namespace attention::ui
