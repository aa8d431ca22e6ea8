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

#include <algorithm>

namespace attention::ui {

LabPanel::LabPanel(Document& document, const QString& title, const QString& argument,
                   std::vector<Parameter> parameters, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_scroll(new QScrollArea(this))
    , m_title(new QLabel(title))
    , m_argument(new QLabel(argument))
    , m_form(new ParameterForm(document, std::move(parameters)))
    , m_column(new QVBoxLayout)
    , m_plot(new PlotView(this))
    , m_underPlot(new QVBoxLayout)
    , m_words(new WordsBox(this))
{
    auto* content = new QWidget(m_scroll);
    content->setLayout(m_column);
    for (QLabel* label : {m_title, m_argument}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        m_column->addWidget(label);
    }
    m_argument->setForegroundRole(QPalette::PlaceholderText); // secondary
    m_argument->setVisible(!argument.isEmpty());
    m_argument->setContentsMargins(0, 0, 0, 8);
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
    m_underPlot->addWidget(m_words);
    right->addLayout(m_underPlot);
    across->addLayout(right, 1);

    connect(&document, &Document::scenarioChanged, this, &LabPanel::scenarioChanged);
}

LabPanel::~LabPanel() = default;

void LabPanel::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_title->setFont(theme.bold(18.0 / 14));
    m_argument->setFont(theme.body(13.0 / 14));
    m_form->setTheme(theme);
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
    // A third of a narrow window at most, so that the plot stays the larger part.
    const int columnWidth =
        qMin(qMin(qRound(300 * unit), qMax(qRound(260 * unit), width() / 3)), width() * 45 / 100);
    m_scroll->setFixedWidth(columnWidth);

    // Plot and words are read from the last row: with a large window they grow by up to a half.
    // From the panel's size, not the plot's, which would follow its own text.
    const qreal room = PlotFigure::textScale(QSizeF(width() - columnWidth, height() * 0.8));
    const qreal base = std::clamp(14 * room, m_theme.base, 1.5 * m_theme.base);
    const Theme large = Theme::make(m_theme.kind, base);
    m_plot->setTheme(large);
    m_words->setTheme(large);
    const int edge = m_plot->padding(); // the words stand below the plot's title
    auto* right = static_cast<QVBoxLayout*>(layout()->itemAt(1)->layout());
    right->setContentsMargins(padding / 2, qRound(4 * unit), padding / 2, padding);
    right->setSpacing(qRound(4 * unit));
    m_underPlot->setContentsMargins(edge, 0, edge, 0);

    // What still does not fit can be scrolled to.
    m_form->setRoom(columnWidth - 2 * padding);
    m_form->setCompact(false);
    if (m_scroll->widget()->sizeHint().height() > height()) {
        m_form->setCompact(true);
        m_form->setRoom(columnWidth - 2 * padding -
                        m_scroll->verticalScrollBar()->sizeHint().width());
        m_column->setContentsMargins(padding, padding / 4, padding, padding / 4);
        m_column->setSpacing(0);
    }
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
