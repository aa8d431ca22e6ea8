// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QString>

class QMenu;
class QWidget;

namespace attention::ui {

class Document;

// Menus of what can be switched on a scenario; used by the chips of the top bar and by the menu
// bar. Each is filled anew before it is shown.
void fillScaleMenu(QMenu& menu, Document& document, QWidget* window);
void fillMaskMenu(QMenu& menu, Document& document, QWidget* window);
void fillMaskPresets(QMenu& menu, Document& document, QWidget* window);
void fillHeadsMenu(QMenu& menu, Document& document);
void fillPositionsMenu(QMenu& menu, Document& document);
void fillMistakesMenu(QMenu& menu, Document& document, QWidget* window);

// What the chips say: "÷√dₖ", "mask: causal", "heads: 2", "heads: 4 / 2" (of queries, of keys).
QString scaleText(const Document& document);
QString maskText(const Document& document);
QString headsText(const Document& document);

} // namespace attention::ui
