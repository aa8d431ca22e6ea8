// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editors/parameter_field.h"

#include <QtGui/QKeyEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QLineEdit>

namespace attention::ui {

namespace {

constexpr qint64 gesturePause = 800; // milliseconds between steps that belong together

} // namespace

ParameterField::ParameterField(bool canStep, QWidget* parent)
    : QAbstractSpinBox(parent)
    , m_canStep(canStep)
{
    setButtonSymbols(canStep ? UpDownArrows : NoButtons);
    setFocusPolicy(Qt::StrongFocus); // not by the wheel: scrolling over a form changes nothing
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        if (typed() != m_shown)
            emit finished(typed());
    });
}

QString ParameterField::typed() const
{
    return lineEdit()->text();
}

void ParameterField::showText(const QString& text)
{
    m_shown = text;
    if (lineEdit()->text() != text)
        lineEdit()->setText(text);
    lineEdit()->home(false); // of a long list the beginning shows
    setWrong(false);
}

void ParameterField::setWrong(bool wrong)
{
    m_wrong = wrong;
    update();
}

void ParameterField::setColours(const QColor& rest, const QColor& focus, const QColor& wrong)
{
    m_restColour = rest;
    m_focusColour = focus;
    m_wrongColour = wrong;
    update();
}

void ParameterField::stepBy(int steps)
{
    if (!m_sinceStep.isValid() || m_sinceStep.elapsed() > gesturePause)
        ++m_gesture;
    m_sinceStep.start();
    emit stepped(steps, m_gesture);
}

QValidator::State ParameterField::validate(QString&, int&) const
{
    return QValidator::Acceptable;
}

void ParameterField::fixup(QString&) const {}

QAbstractSpinBox::StepEnabled ParameterField::stepEnabled() const
{
    return m_canStep ? StepUpEnabled | StepDownEnabled : StepEnabled(StepNone);
}

QSize ParameterField::sizeHint() const
{
    const int height = qMax(32, qRound(font().pixelSize() * 32 / 14.0));
    return QSize(qRound(font().pixelSize() * 8.0), height);
}

QSize ParameterField::minimumSizeHint() const
{
    return sizeHint();
}

void ParameterField::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && (m_wrong || typed() != m_shown)) {
        emit abandoned();
        selectAll();
        return;
    }
    const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    QAbstractSpinBox::keyPressEvent(event);
    if (enter) {
        // The next digits replace the value, as after a double click in a table.
        selectAll();
        event->accept();
    }
}

void ParameterField::wheelEvent(QWheelEvent* event)
{
    if (hasFocus())
        QAbstractSpinBox::wheelEvent(event);
    else
        event->ignore();
}

void ParameterField::paintEvent(QPaintEvent* event)
{
    QAbstractSpinBox::paintEvent(event);
    // The style's own frame is hard to see on dark ground.
    const qreal width = m_wrong || hasFocus() ? 2 : 1;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_wrong      ? m_wrongColour
                        : hasFocus() ? m_focusColour
                                     : m_restColour,
                        width));
    painter.drawRoundedRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2),
                            3, 3);
}

bool ParameterField::event(QEvent* event)
{
    // A line edit takes Undo even when it has nothing to undo, or when what stands in it is the
    // document's value; then the document's undo is meant. The line edit hands its focus to this
    // widget, so the question comes here.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool untouched = typed() == m_shown;
        if ((key->matches(QKeySequence::Undo) && (untouched || !lineEdit()->isUndoAvailable())) ||
            (key->matches(QKeySequence::Redo) && (untouched || !lineEdit()->isRedoAvailable()))) {
            event->ignore();
            return true;
        }
    }
    return QAbstractSpinBox::event(event);
}

} // namespace attention::ui
