// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/colour/colour.h"

#include <QtGui/QColor>
#include <QtGui/QFont>

#include <array>

class QApplication;
class QPalette;

namespace attention::ui {

enum class ThemeKind { Light, Dark, Projector };

// Every colour, pen width, font and spacing of the product. A plain value: figures get it as an
// argument, so that a dark window can export a light picture.
struct Theme {
    ThemeKind kind = ThemeKind::Light;

    QColor window, panel, text, secondary, border, cellBorder;
    QColor query, key, value, score, weight; // roles: edges, letters, bands; never fills
    QColor blockedLine, blockedGround;
    QColor notFinite;               // fill of NaN and infinities, with a black word
    QColor holds, byDesign, broken; // outcomes of checks
    QColor focus, accent, accentText;
    std::array<QColor, 6> series; // curves of plots

    const Palette* signedFill = nullptr; // zero in the middle
    const Palette* weightFill = nullptr; // 0 … 1

    qreal base = 14; // size of body text in pixels; every other size follows from it

    // Fonts of the bundle, sizes in pixels, without hinting so that every scale draws the same
    // shapes.
    QFont body(qreal scale = 1) const;
    QFont bold(qreal scale = 1) const;
    QFont italic(qreal scale = 1) const;
    QFont mono(qreal scale = 1) const;

    // A role's colour as a band over the panel (16 %).
    QColor band(const QColor& role) const;

    static Theme make(ThemeKind kind, qreal base = 14);
    // The same with the fills that somebody chose; null: its own.
    Theme coloured(const PaletteChoice* choice) const;
    QPalette widgetPalette() const;
    QString styleSheet() const; // of the window's own widgets
};

// Whether the desktop is dark, whatever palette the program itself has set: that is lost, so set it
// afterwards. Another answer in tests; null: the desktop's own.
bool systemIsDark();
void pretendSystemIsDark(bool (*answer)());

// Loads the bundled fonts; once, before the first figure is painted. False when one is missing.
bool loadFonts();

} // namespace attention::ui
