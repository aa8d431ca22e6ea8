// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/cell_explanation.h"
#include "ui/theme/theme.h"

#include <QtWidgets/QWidget>

class QToolButton;

namespace attention::ui {

// The name of a number in that width: what is left out stands before its row and its column.
QString fittedName(const QString& name, const QFont& font, qreal width);

// One kept explanation on two lines: the number, and the arithmetic that makes it.
class PinCard : public QWidget {
    Q_OBJECT

public:
    explicit PinCard(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setExplanation(const CellExplanation& explanation);
    const CellRef& cell() const { return m_explanation.cell; }
    QString text() const; // both lines

signals:
    void removeRequested();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme m_theme;
    CellExplanation m_explanation;
    QToolButton* m_remove;
};

} // namespace attention::ui
