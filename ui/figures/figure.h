// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QtCore/QRectF>
#include <QtCore/QSizeF>
#include <QtCore/QString>

#include <memory>

namespace attention {
struct Scenario;
}

namespace attention::ui {

struct Canvas;

// A picture that paints itself into any painter at any size: the screen, PNG, SVG, PDF, the
// clipboard and the tests all use this one function.
class Figure {
public:
    virtual ~Figure() = default;

    // Paints inside `rect` (logical pixels); leaves the painter's state as it was. The background
    // is the caller's.
    virtual void paint(Canvas& canvas, const QRectF& rect, const Theme& theme) const = 0;

    // What a screen reader or a file's metadata says it is, as plain text.
    virtual QString title() const = 0;
    virtual QString description() const = 0;

    // What it was made from, for the metadata of its file; null where that is no scenario, and
    // where some of its numbers are hidden, which the file would tell.
    virtual std::shared_ptr<const Scenario> scenario() const { return nullptr; }
};

} // namespace attention::ui
