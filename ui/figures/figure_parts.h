// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

#include <optional>

namespace attention::ui {

// What stands around the cells of a picture.
struct FigureParts {
    std::optional<QString> title; // nothing: the figure's own; empty: none
    bool formula = true;          // and the shape
    bool labels = true;           // of rows and columns
    bool bar = true;              // which colour is which number

    bool operator==(const FigureParts&) const = default;
};

} // namespace attention::ui
