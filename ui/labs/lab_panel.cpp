// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/lab_panel.h"

#include "ui/document/document.h"
#include "ui/labs/plot_view.h"
#include "ui/labs/words_box.h"

#include <QtGui/QPainter>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>

namespace attention::ui {

LabPanel::LabPanel(Document& document, const QString& title, std::vector<Parameter> parameters,
                   QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_scroll(new QScrollArea(this))
    , m_title(new QLabel(title))
    , m_form(new ParameterForm(document, std::move(parameters)))
    , m_column(new QVBoxLayout)
    , m_plot(new PlotView(this))
    , m_words(new WordsBox(this))
{
    auto* content = new QWidget(m_scroll);
    content->setLayout(m_column);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_column->addWidget(m_title);
    m_column->addWidget(m_form);
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    // The column's ground is painted by the panel.
    m_scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);

    auto* across = new QHBoxLayout(this);
    across->setContentsMargins(0, 0, 0, 0);
    across->setSpacing(0);
    across->addWidget(m_scroll);
    auto* right = new QVBoxLayout;
    right->addWidget(m_plot, 1);
    right->addWidget(m_words);
    across->addLayout(right, 1);

    connect(&document, &Document::scenarioChanged, this, &LabPanel::scenarioChanged);
}

LabPanel::~LabPanel() = default;

void LabPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    QFont title = theme.bold(18.0 / 14);
    m_title->setFont(title);
    QPalette palette = m_title->palette();
    palette.setColor(QPalette::WindowText, theme.text);
    m_title->setPalette(palette);
    m_form->setTheme(theme);
    m_plot->setTheme(theme);
    m_words->setTheme(theme);
    arrange();
    themeChanged();
    if (isVisible())
        refresh(); // colours of words follow
    else
        m_stale = true;
    update();
}

void LabPanel::arrange()
{
    const qreal unit = m_theme.base / 14;
    const int padding = qRound(16 * unit);
    m_column->setContentsMargins(padding, qRound(12 * unit), padding, qRound(12 * unit));
    m_column->setSpacing(qRound(4 * unit));
    auto* right = static_cast<QVBoxLayout*>(layout()->itemAt(1)->layout());
    right->setContentsMargins(padding, qRound(8 * unit), padding, padding);
    right->setSpacing(qRound(4 * unit));
    // A third of a narrow window at most, so that the plot stays the larger part.
    m_scroll->setFixedWidth(qMin(qRound(300 * unit), qMax(qRound(260 * unit), width() / 3)));
}

void LabPanel::scenarioChanged()
{
    m_stale = true;
    if (isVisible()) {
        m_stale = false;
        m_form->refresh();
        refresh();
    }
}

void LabPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_stale) {
        m_stale = false;
        m_form->refresh();
        refresh();
    }
}

void LabPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void LabPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_theme.window);
    const QRect columnRect = m_scroll->geometry();
    painter.fillRect(columnRect, m_theme.panel);
    painter.fillRect(QRect(columnRect.right(), 0, 1, height()), m_theme.border);
}

void LabPanel::showWords(Outcome outcome, const QString& sentence, const QString& detail)
{
    m_words->setWords(sentence, detail);
    m_words->setBar(outcome == Outcome::Good  ? m_theme.holds
                    : outcome == Outcome::Bad ? m_theme.broken
                                              : QColor());
}

QString LabPanel::words() const
{
    return m_words->words();
}

} // namespace attention::ui
