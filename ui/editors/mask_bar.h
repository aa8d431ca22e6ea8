// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtWidgets/QWidget>

class QAction;

namespace attention::ui {

class Document;
class MaskPainter;

// The line over the board while the mask is painted: what a drag does, the presets, the rules for
// an empty row, and the way out.
class MaskBar : public QWidget {
    Q_OBJECT

public:
    MaskBar(Document& document, MaskPainter& painter, QAction* emptyRows,
            QWidget* parent = nullptr);
};

} // namespace attention::ui
