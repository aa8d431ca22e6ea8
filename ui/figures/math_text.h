// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QRectF>
#include <QtCore/QString>

class QColor;
class QFont;
class QPainter;

namespace attention::ui {

// Words of a formula: in "W_q" and "d_model" what follows the underscore is written as a subscript.
// Never for a token's label, which is written as it stands.
qreal mathWidth(const QString& text, const QFont& font);
void drawMath(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text,
              const QFont& font, const QColor& colour);

} // namespace attention::ui
