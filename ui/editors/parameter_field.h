// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtCore/QElapsedTimer>
#include <QtGui/QColor>
#include <QtWidgets/QAbstractSpinBox>

namespace attention::ui {

// A field for any text, with arrows when it can be stepped. It decides nothing: whoever owns it
// takes what was typed, and marks it.
class ParameterField : public QAbstractSpinBox {
    Q_OBJECT

public:
    explicit ParameterField(bool canStep, QWidget* parent = nullptr);

    QString typed() const;
    // Replaces the text; nothing was typed then, and the mark goes.
    void showText(const QString& text);
    void setWrong(bool wrong);
    bool isWrong() const { return m_wrong; }
    // Of the frame: at rest, with the focus, and when what stands there cannot be used.
    void setColours(const QColor& rest, const QColor& focus, const QColor& wrong);

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void finished(const QString& text);   // Enter, or left, after typing
    void stepped(int steps, int gesture); // steps of one gesture follow each other closely
    void abandoned();                     // Esc

protected:
    StepEnabled stepEnabled() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_shown;
    QColor m_restColour, m_focusColour, m_wrongColour;
    QElapsedTimer m_sinceStep;
    int m_gesture = 0;
    bool m_canStep;
    bool m_wrong = false;
};

} // namespace attention::ui
