// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/copy_commands.h"

#include "core/attention/kept.h"
#include "core/text/alt_text.h"
#include "core/text/explanation_latex.h"
#include "ui/compare/compare_view.h"
#include "ui/document/document.h"
#include "ui/explain/cell_explanation.h"
#include "ui/figures/labelled.h"
#include "ui/main_window.h"

#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>

namespace attention::ui {

namespace {

constexpr Eigen::Index mostCopied = 1'000'000; // numbers; a clipboard is no file

} // namespace

CopyCommands::CopyCommands(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

std::optional<MatrixRef> CopyCommands::asked() const
{
    if (m_window.place() != Place::Board)
        return std::nullopt;
    if (m_window.compare().isShown())
        return m_window.compare().figure()->matrix();
    const Selection& selection = m_window.board().selection();
    if (selection.asked())
        return selection.asked()->matrix;
    return MatrixRef{selection.focusField, selection.focus,
                     stageInfo(selection.focus).perHead ? selection.head : -1};
}

bool CopyCommands::refused()
{
    // Pasted elsewhere, nobody could tell that the numbers are wrong.
    if (!m_window.document().hiddenMistake() || m_window.place() != Place::Board)
        return false;
    emit said(tr("Detective: a copy would carry the hidden mistake. End the search first"));
    return true;
}

void CopyCommands::put(const std::string& text, const QString& what)
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(text));
    emit said(tr("Copied: %1").arg(what));
}

void CopyCommands::copyMatrix(const char* form, std::optional<MatrixRef> matrix)
{
    if (refused())
        return;
    if (!matrix)
        matrix = asked();
    const TracePtr trace = m_window.document().trace();
    if (!matrix || !(matrix->field || stageOf(*trace, *matrix))) {
        emit said(tr("There is no matrix here to copy"));
        return;
    }
    if (m_window.board().options().hidden.touches(*matrix)) {
        emit said(tr("Some of these numbers are hidden: reveal them first"));
        return;
    }
    LabelledMatrix labelled = labelledMatrix(*trace, *matrix);
    if (labelled.shape.first * labelled.shape.second > mostCopied) {
        emit said(tr("This matrix has more than a million numbers: “attention-lab trace” writes "
                     "it into a file"));
        return;
    }
    if (!labelled.values)
        labelled.values = wholeOf(*trace, *stageOf(*trace, *matrix));
    if (m_window.board().options().transposed)
        labelled = turned(std::move(labelled));
    const MatrixForm& row = *findMatrixForm(form);
    put(row.write(labelled),
        tr("%1 as %2").arg(QString::fromUtf8(labelled.name), tr(row.name.data())));
}

void CopyCommands::copyAltText(std::optional<MatrixRef> matrix)
{
    if (refused())
        return;
    const TracePtr trace = m_window.document().trace();
    const bool comparison = !matrix && m_window.compare().isShown();
    if (!matrix && !comparison)
        matrix = asked();
    if (m_window.place() != Place::Board) {
        put(m_window.labPicture()->description().toStdString(), tr("the description of the plot"));
    } else if (comparison) {
        put(m_window.compare().figure()->description().toStdString(),
            tr("the description of the comparison"));
    } else if (matrix && (matrix->field || stageOf(*trace, *matrix))) {
        LabelledMatrix labelled = labelledMatrix(*trace, *matrix);
        if (m_window.board().options().transposed)
            labelled = turned(std::move(labelled));
        put(altText(labelled, m_window.board().options().hidden.touches(*matrix)),
            tr("the description of %1").arg(QString::fromUtf8(labelled.name)));
    }
}

void CopyCommands::copyExplanation()
{
    if (refused())
        return;
    const TracePtr trace = m_window.document().trace();
    const std::optional<CellRef>& cell = m_window.board().selection().asked();
    const std::optional<MatrixRef> matrix = cell ? asStage(cell->matrix) : std::nullopt;
    const Stage* stage = matrix ? stageOf(*trace, *matrix) : nullptr;
    if (!stage || m_window.place() != Place::Board) {
        emit said(tr("Click a computed number to copy where it comes from"));
        return;
    }
    if (m_window.board().options().hidden.givesAway(*trace, *cell)) {
        emit said(tr("The arithmetic would name hidden numbers: reveal them first"));
        return;
    }
    const Explanation why = matrix->head == meanOfHeads
                                ? explainMeanWeight(*trace, cell->row, cell->column)
                                : explain(*trace, *stage, cell->row, cell->column);
    put(explanationLatex(why, m_window.board().options().decimals),
        tr("%1 as LaTeX").arg(QString::fromUtf8(why.title)));
}

void CopyCommands::addTo(QMenu& menu, const MatrixRef& matrix)
{
    QMenu* forms = menu.addMenu(tr("Copy &As"));
    forms->setObjectName(QStringLiteral("copyAs"));
    for (const MatrixForm& form : matrixForms()) {
        QAction* action = forms->addAction(tr(form.name.data()));
        action->setObjectName(QStringLiteral("copyAs.") + QString::fromUtf8(form.id));
        connect(action, &QAction::triggered, this,
                [this, &form, matrix] { copyMatrix(form.id.data(), matrix); });
    }
    QAction* alt = forms->addAction(tr("Alt Text"));
    alt->setObjectName(QStringLiteral("copyAs.altText"));
    alt->setToolTip(tr("What the picture shows, for those who do not see it"));
    connect(alt, &QAction::triggered, this, [this, matrix] { copyAltText(matrix); });
}

} // namespace attention::ui
