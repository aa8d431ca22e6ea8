// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/empty_rows_dialog.h"

#include "core/attention/empty_rows.h"
#include "core/scenario/edits.h"
#include "ui/document/document.h"
#include "ui/figures/canvas.h"
#include "ui/figures/cells.h"
#include "ui/figures/labels.h"

#include <QtGui/QPainter>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QRadioButton>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace attention::ui {

namespace {

constexpr int mostShown = 6; // cells of a longer row; the others are as these

QString sentence(std::string_view view)
{
    QString words = QString::fromUtf8(view);
    words[0] = words[0].toUpper();
    return words + QLatin1Char('.');
}

} // namespace

// One row of weights as the board draws it.
class EmptyRowsDialog::RowPreview : public QWidget {
public:
    RowPreview(const Theme& theme, QWidget* parent)
        : QWidget(parent)
        , m_theme(theme)
    {
        setMinimumSize(qRound(220 * theme.base / 14), qRound(44 * theme.base / 14));
    }

    void setRow(const Matrix& row)
    {
        const Eigen::Index shown = std::min<Eigen::Index>(row.cols(), mostShown);
        m_grid.values = share(row.leftCols(shown));
        m_grid.kind = ValueKind::Weight;
        m_grid.norm = ColourNorm{0, 1};
        m_more = shown < row.cols();
        QStringList words;
        for (Eigen::Index i = 0; i < shown; ++i)
            words += cellText(row(0, i), 3);
        setAccessibleName(words.join(QStringLiteral(", ")));
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        CanvasPainter painter(this);
        const qreal unit = m_theme.base / 14;
        const qreal room = width() - (m_more ? 20 * unit : 1);
        const qreal cell = std::min(60 * unit, room / static_cast<qreal>(m_grid.values->cols()));
        const QRectF area(0, 2, cell * static_cast<qreal>(m_grid.values->cols()), height() - 4);
        CellStyle style;
        style.fontScale = 12.5 / 14;
        paintCells(painter.canvas(), area, m_grid, style, m_theme);
        if (!m_more)
            return;
        QPainter& p = painter.canvas().painter;
        p.setPen(m_theme.text);
        p.setFont(m_theme.body());
        p.drawText(QRectF(area.right() + 4, 0, 20 * unit, height()), Qt::AlignCenter,
                   QStringLiteral("…"));
    }

private:
    const Theme& m_theme;
    CellGrid m_grid;
    bool m_more = false;
};

EmptyRowsDialog::EmptyRowsDialog(Document& document, int head, const Theme& theme, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_head(head)
    , m_theme(theme)
    , m_which(new QLabel(this))
{
    setObjectName(QStringLiteral("emptyRows"));
    setWindowTitle(tr("A row with every key blocked"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    m_which->setTextFormat(Qt::PlainText);
    m_which->setWordWrap(true);
    m_which->setObjectName(QStringLiteral("emptyRowsWhich"));
    column->addWidget(m_which);
    auto* beside = new QHBoxLayout;
    beside->setSpacing(24);
    for (const EmptyRowRule& rule : emptyRowRules()) {
        auto* card = new QVBoxLayout;
        card->setSpacing(8);
        auto* choice = new QRadioButton(this);
        const QString title = sentence(rule.title).chopped(1);
        choice->setText(title);
        choice->setFont(theme.bold());
        choice->setMinimumHeight(32);
        const QString id =
            QString::fromLatin1(rule.id.data(), static_cast<qsizetype>(rule.id.size()));
        choice->setObjectName(QStringLiteral("emptyRows.") + id);
        auto* row = new RowPreview(m_theme, this);
        row->setObjectName(QStringLiteral("emptyRow.") + id);
        auto* says = new QLabel(sentence(rule.sentence), this);
        says->setTextFormat(Qt::PlainText);
        says->setWordWrap(true);
        says->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        choice->setAccessibleDescription(says->text());
        card->addWidget(choice);
        card->addWidget(row);
        card->addWidget(says, 1);
        beside->addLayout(card, 1);
        m_choices.push_back(choice);
        m_rows.push_back(row);
        connect(choice, &QRadioButton::clicked, this, [this, &rule] {
            Mask mask = m_document.scenario().mask;
            rule.choose(mask);
            m_document.apply(
                {withMask(m_document.scenario(), std::move(mask)), tr("Change Empty Rows"), {}});
            follow(); // the buttons show the scenario, not the click
        });
    }
    column->addLayout(beside);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    column->addWidget(buttons);
    connect(&m_document, &Document::traceChanged, this, &EmptyRowsDialog::follow);
    connect(&m_document, &Document::loaded, this, &QDialog::close);
    follow();
}

void EmptyRowsDialog::follow()
{
    const TracePtr trace = m_document.trace();
    if (!trace)
        return;
    const int empty = firstEmptyRow(*trace);
    const int query = std::max(0, empty);
    const QString label = quoted(shownLabels(trace->scenario->tokens).value(query));
    m_which->setText(
        empty >= 0
            ? tr("%1 may read nothing: every key of its row is blocked. That is allowed, and there "
                 "are three rules for what its weights are.")
                  .arg(label)
            : tr("No row is blocked whole now. If every key of %1 were blocked, there are three "
                 "rules for what its weights would be.")
                  .arg(label));
    const int head = std::min(m_head, trace->scenario->heads - 1);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const EmptyRowRule& rule = emptyRowRules()[i];
        m_rows[i]->setRow(emptyRowWeights(*trace, head, query, rule));
        m_choices[i]->setChecked(rule.chosen(m_document.scenario().mask));
    }
}

} // namespace attention::ui
