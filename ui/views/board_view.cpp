// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/board_view.h"

#include "core/explain/explain.h"
#include "core/scenario/edits.h"
#include "core/text/number.h"
#include "ui/document/computation.h"
#include "ui/document/document.h"
#include "ui/editors/mask_painter.h"
#include "ui/editors/sequences.h"
#include "ui/explain/cell_explanation.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/sums.h"
#include "ui/views/board_accessible.h"

#include <QtCore/QSettings>
#include <QtGui/QContextMenuEvent>
#include <QtGui/QHelpEvent>
#include <QtGui/QKeyEvent>
#include <QtGui/QMouseEvent>
#include <QtGui/QPainter>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyle>
#include <QtWidgets/QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace attention::ui {

namespace {

void toggle(BoardOptions::Shown& shown, BoardOptions::Shown now)
{
    shown = now == BoardOptions::Shown::Yes ? BoardOptions::Shown::No : BoardOptions::Shown::Yes;
}

// The same number in a matrix that stands on the board for the one that does not.
std::optional<CellRef> standingFor(const CellRef& cell, const BoardLayout& layout)
{
    for (const PlacedMatrix& m : layout.matrices) {
        if (m.thumbnail || !m.editable || m.editable != cell.matrix.field || m.ref.field)
            continue;
        const auto row = std::find(m.editRows.begin(), m.editRows.end(), cell.row);
        const CellRef other{
            m.ref, m.editRows.empty() ? cell.row : static_cast<int>(row - m.editRows.begin()),
            cell.column - m.editColumn};
        if (other.row < m.grid.rows() && other.column >= 0 && other.column < m.grid.columns())
            return other;
    }
    return std::nullopt;
}

} // namespace

BoardView::BoardView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_maskPainter(new MaskPainter(document, this))
    , m_theme(Theme::make(ThemeKind::Light))
    , m_editor(new QLineEdit(this))
{
    BoardAnnouncer::install();
    setObjectName(QStringLiteral("board"));
    setAccessibleName(tr("Board"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent); // paintEvent fills the background: nothing flickers
    m_editor->setObjectName(QStringLiteral("cellEditor"));
    m_editor->setAccessibleName(tr("New value"));
    m_editor->setAlignment(Qt::AlignCenter);
    m_editor->hide();
    m_editor->installEventFilter(this);
    m_ghostTimer.setSingleShot(true);
    m_ghostTimer.setInterval(1000);
    connect(&m_ghostTimer, &QTimer::timeout, this, &BoardView::fadeGhosts);
    m_fade.setStartValue(1.0);
    m_fade.setEndValue(0.0);
    m_fade.setDuration(150);
    connect(&m_fade, &QVariantAnimation::valueChanged, this, [this](const QVariant& value) {
        m_moved.ghost = value.toReal();
        repaintAll();
    });
    connect(&m_document, &Document::traceChanged, this, &BoardView::traceChanged);
    new BoardAnnouncer(m_document, *this); // after it: the new trace is shown by then
    connect(m_maskPainter, &MaskPainter::switched, this, &BoardView::maskToolSwitched);
    connect(m_maskPainter, &MaskPainter::said, this, &BoardView::problem);
    connect(&m_document, &Document::loaded, this, &BoardView::forget);
    // What is typed belongs to the number that stood here; a change may have moved or removed it.
    connect(&m_document, &Document::scenarioChanged, this, &BoardView::closeEditor);
    // Marks of what moved would tell where to look.
    connect(&m_document, &Document::hiddenMistakeChanged, this, &BoardView::forget);
    traceChanged();
}

void BoardView::traceChanged()
{
    const TracePtr before = std::exchange(m_shownTrace, m_document.trace());
    if (!m_shownTrace)
        return;
    remember(before);
    // While a number is dragged the colours keep their range: what does not change does not move.
    if (!m_scrub || !before || before->stages.size() != m_shownTrace->stages.size())
        m_ranges = Ranges(*m_shownTrace);
    // What is hidden is a matter of this moment: it goes with the shape that it was hidden in.
    if (!m_options.hidden.isEmpty())
        m_options.hidden = m_options.hidden.within(*m_shownTrace);
    m_effects = {};
    // Else the checks tell it; a hidden mistake would be taken for the effect of another.
    if (Computation::isSmall(*m_shownTrace->scenario) && !m_document.hiddenMistake())
        m_effects = mistakeEffects(*m_shownTrace);
    const Selection kept = within(m_selection, *m_shownTrace);
    const bool moved = !(kept == m_selection);
    m_selection = kept;
    m_keepsReduced = false; // they are of another trace
    invalidate();
    if (moved)
        emit selectionChanged();
}

QString BoardView::sentenceOf(const CellRef& cell) const
{
    return m_shownTrace ? cellSentence(*m_shownTrace, cell, m_options.hidden.contains(cell))
                        : QString();
}

void BoardView::reveal(const CellRef& cell)
{
    BoardOptions options = m_options;
    options.hidden.reveal(cell);
    setOptions(options);
}

void BoardView::remember(TracePtr before)
{
    // Marks need cells of some size: of a large trace, which the next one needs the room of,
    // nothing is kept that they cannot be in.
    constexpr Eigen::Index mostNumbers = 1 << 20; // in the weights of all heads
    const bool isFirst = std::exchange(m_forgetNext, false);
    if (m_scrub && std::exchange(m_scrub->traced, true))
        before = m_moved.before;
    const Stage* weights = before ? attention::find(*before, StageId::Weights, 0) : nullptr;
    const bool isSmall =
        weights && weights->values->size() * before->scenario->heads <= mostNumbers;
    m_moved.before = !isFirst && isSmall ? before : nullptr;
    m_fade.stop();
    m_moved.ghost = m_moved.before ? 1 : 0;
    if (m_moved.before)
        m_ghostTimer.start();
}

void BoardView::forget()
{
    m_forgetNext = m_document.isComputing();
    m_ghostTimer.stop();
    m_fade.stop();
    m_moved = {};
    repaintAll();
}

void BoardView::fadeGhosts()
{
    m_ghostTimer.stop();
    if (m_moved.ghost == 0)
        return;
    const bool still = !QSettings().value(QStringLiteral("animations"), true).toBool() ||
                       style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) == 0;
    if (!still) {
        m_fade.start();
        return;
    }
    m_moved.ghost = 0;
    repaintAll();
}

void BoardView::invalidate()
{
    m_layoutValid = false;
    repaintAll();
}

void BoardView::repaintAll()
{
    m_still = {};
    m_stillWanted = false;
    update();
}

// An edit is painted at once; whoever then asks one cell after the other gets the picture that is
// made at the second question.
const QPixmap* BoardView::still(const Moved& moved)
{
    const qreal ratio = devicePixelRatioF();
    const bool fits = m_still.size() == size() * ratio;
    // Between whole pixels of the screen a picture would be blurred.
    if (ratio != std::floor(ratio) || (!fits && !std::exchange(m_stillWanted, true)))
        return nullptr;
    if (!fits) {
        m_still = QPixmap(size() * ratio);
        m_still.setDevicePixelRatio(ratio);
        m_still.fill(Qt::transparent);
        CanvasPainter painter(&m_still);
        paintStill(painter.canvas(), boardLayout(), m_options, m_theme, moved);
    }
    return &m_still;
}

const BoardLayout& BoardView::boardLayout() const
{
    if (!m_layoutValid && m_shownTrace) {
        const LayoutInput in{*m_shownTrace,          m_ranges, m_options, m_selection,
                             QRectF(contentsRect()), m_theme,  &m_effects};
        BoardLayout next = layoutBoardOrStrip(in, m_wasStrip);
        if (std::exchange(m_keepsReduced, true))
            keepReduced(m_layout, next);
        m_layout = std::move(next);
        m_wasStrip = m_layout.strip;
        m_layoutValid = true;
    }
    return m_layout;
}

void BoardView::setSelection(const Selection& selection)
{
    const Selection next = m_shownTrace ? within(selection, *m_shownTrace) : selection;
    if (next == m_selection)
        return;
    // Only another head or another focus moves anything; a hovered cell just repaints.
    const bool moves = next.head != m_selection.head || next.focus != m_selection.focus ||
                       next.focusField != m_selection.focusField;
    m_selection = next;
    if (moves)
        invalidate();
    update();
    emit selectionChanged();
}

void BoardView::ask(const CellRef& cell)
{
    Selection selection = m_selection;
    selection.hovered.reset();
    selection.focusField = cell.matrix.field;
    if (!cell.matrix.field)
        selection.focus = cell.matrix.stage;
    if (cell.matrix.head >= 0)
        selection.head = cell.matrix.head;
    selection.pinned = cell;
    setSelection(selection);
}

void BoardView::setEffects(MistakeEffects effects)
{
    m_effects = std::move(effects);
    invalidate();
}

void BoardView::setOptions(const BoardOptions& options)
{
    if (options == m_options)
        return;
    if (options.palette != m_options.palette)
        m_keepsReduced = false;
    m_options = options;
    invalidate();
    emit optionsChanged();
}

void BoardView::setTheme(const Theme& theme)
{
    m_theme = theme;
    m_keepsReduced = false;
    invalidate();
}

void BoardView::paintEvent(QPaintEvent* event)
{
    CanvasPainter painter(this);
    painter.canvas().painter.fillRect(event->rect(), m_theme.window);
    if (m_shownTrace) {
        const Moved moved = m_options.moved ? m_moved : Moved();
        paintBoard(painter.canvas(), boardLayout(), *m_shownTrace, m_options, m_selection, m_theme,
                   moved, still(moved));
    }
    paintMaskFrames(painter.canvas().painter);
    if (hasFocus() && m_focusByKey && !m_selection.pinned) {
        QPainter& p = painter.canvas().painter;
        p.setPen(QPen(m_theme.focus, 2));
        p.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void BoardView::resizeEvent(QResizeEvent*)
{
    closeEditor();
    invalidate();
}

const PlacedMatrix* BoardView::matrixAt(const QPointF& point) const
{
    for (const PlacedMatrix& m : boardLayout().matrices)
        if (!m.thumbnail && (m.area.contains(point) || m.headingRect.contains(point) ||
                             m.captionRect.contains(point)))
            return &m;
    return nullptr;
}

std::optional<CellRef> BoardView::cellAt(const QPointF& point) const
{
    for (const PlacedMatrix& m : boardLayout().matrices)
        if (!m.thumbnail)
            if (const std::optional<CellRef> cell = m.cellAt(point))
                return cell;
    return std::nullopt;
}

std::optional<MatrixRef> BoardView::headingAt(const QPointF& point) const
{
    for (const PlacedMatrix& m : boardLayout().matrices)
        if (!m.thumbnail && m.headingRect.contains(point))
            return m.editable ? MatrixRef{m.editable, {}, -1} : m.ref;
    return std::nullopt;
}

const Hotspot* BoardView::hotspotAt(const QPointF& point) const
{
    for (const Hotspot& h : boardLayout().hotspots)
        if (h.rect.contains(point))
            return &h;
    return nullptr;
}

std::optional<BoardView::Token> BoardView::tokenAt(const QPointF& point) const
{
    for (const PlacedMatrix& m : boardLayout().matrices) {
        if (!m.tokensOf)
            continue;
        const int last = m.grid.rows() - 1;
        const QRectF labels = m.rowLabel(0).united(m.rowLabel(last));
        if (!labels.contains(point))
            continue;
        const qreal along = m.grid.transposed ? (point.x() - labels.left()) / labels.width()
                                              : (point.y() - labels.top()) / labels.height();
        return Token{*m.tokensOf, std::clamp(static_cast<int>(along * (last + 1)), 0, last)};
    }
    return std::nullopt;
}

std::optional<CellRef> BoardView::inputOf(const CellRef& cell) const
{
    const PlacedMatrix* m = boardLayout().find(cell.matrix);
    if (!m || !m->editable || m_options.hidden.contains(cell))
        return std::nullopt;
    const int row =
        m->editRows.empty() ? cell.row : m->editRows[static_cast<std::size_t>(cell.row)];
    const CellRef input{{m->editable, StageId::Embeddings, -1}, row, cell.column + m->editColumn};
    // While a large trace is still computed, what is shown is older than the scenario.
    const Scenario& s = m_document.scenario();
    const MatrixPtr* held = matrixIn(s, *m->editable);
    if (!held || (!*held && !projectionOf(s, *m->editable)))
        return std::nullopt;
    const bool ofContext = m->editable == MatrixField::W_k || m->editable == MatrixField::W_v;
    const Eigen::Index square = ofContext ? s.contextWidth() : s.modelWidth();
    const Eigen::Index rows = *held ? (*held)->rows() : square;
    const Eigen::Index columns = *held ? (*held)->cols() : square;
    if (input.row >= rows || input.column >= columns)
        return std::nullopt;
    return input;
}

void BoardView::act(const Hotspot& h)
{
    BoardOptions options = m_options;
    const Scenario& s = m_document.scenario();
    const BoardFolds& now = boardLayout().unfolded; // also what is unfolded for what is asked
    options.unfoldQ = now.unfoldQ;
    options.unfoldK = now.unfoldK;
    options.unfoldV = now.unfoldV;
    options.unfoldO = now.unfoldO;
    switch (h.kind) {
    case Hotspot::Kind::Focus:
    case Hotspot::Kind::FocusField:
        jumpTo(h.kind == Hotspot::Kind::FocusField
                   ? MatrixRef{h.field, {}, -1}
                   : MatrixRef{std::nullopt, h.stage,
                               stageInfo(h.stage).perHead ? m_selection.head : -1});
        return;
    case Hotspot::Kind::Note:
        return;
    case Hotspot::Kind::ToggleScale: {
        Scale scale;
        scale.kind = s.scale.kind == ScaleKind::None ? ScaleKind::InverseSqrtDk : ScaleKind::None;
        say(m_document.apply(
            {withScale(s, scale),
             scale.kind == ScaleKind::None ? tr("Switch Scaling Off") : tr("Divide by √dₖ"),
             {}}));
        return;
    }
    case Hotspot::Kind::ToggleMask: {
        Mask mask = s.mask;
        mask.causal = !mask.causal;
        say(m_document.apply(
            {withMask(s, mask), mask.causal ? tr("Causal Mask") : tr("Remove Causal Mask"), {}}));
        return;
    }
    case Hotspot::Kind::Head:
        showHead(h.head);
        return;
    case Hotspot::Kind::HeadMenu:
        showHeadMenu(mapToGlobal(h.rect.bottomLeft().toPoint()));
        return;
    case Hotspot::Kind::AllHeads:
        showHeads(BoardOptions::Heads::All);
        return;
    case Hotspot::Kind::MeanOfHeads:
        showHeads(BoardOptions::Heads::Mean);
        return;
    case Hotspot::Kind::UnfoldQ:
        options.unfoldQ = !options.unfoldQ;
        break;
    case Hotspot::Kind::UnfoldK:
        options.unfoldK = !options.unfoldK;
        break;
    case Hotspot::Kind::UnfoldV:
        options.unfoldV = !options.unfoldV;
        break;
    case Hotspot::Kind::UnfoldO:
        options.unfoldO = !options.unfoldO;
        break;
    case Hotspot::Kind::ToggleScaled:
        toggle(options.scaled, now.scaled);
        break;
    case Hotspot::Kind::ToggleMasked:
        toggle(options.masked, now.masked);
        break;
    case Hotspot::Kind::TogglePositions:
        toggle(options.positions, now.positions);
        break;
    case Hotspot::Kind::ToggleRope:
        toggle(options.rope, now.rope);
        break;
    }
    const BoardOptions before = m_options;
    const Selection asked = m_selection;
    const bool wasStrip = boardLayout().strip;
    // What is folded away is not asked any more.
    Selection selection = m_selection;
    selection.focusField.reset();
    selection.focus = StageId::Weights;
    setOptions(options);
    setSelection(selection);
    if (wasStrip || !boardLayout().strip)
        return;
    setOptions(before);
    setSelection(asked);
    emit problem(tr("There is no room to unfold it here: make the window larger, or close the "
                    "column beside the board"));
}

void BoardView::showHead(int head)
{
    Selection selection = m_selection;
    selection.head = std::clamp(head, 0, m_document.scenario().heads - 1);
    if (selection.pinned && selection.pinned->matrix.head != -1)
        selection.pinned->matrix.head = selection.head;
    selection.hovered.reset();
    // Of a projection, of which only one head's columns stand there, the same column of this head.
    const auto firstColumn = [&] {
        const PlacedMatrix* m =
            selection.pinned ? boardLayout().find(selection.pinned->matrix) : nullptr;
        return m ? m->firstColumn : 0;
    };
    const int before = firstColumn();
    BoardOptions options = m_options;
    options.heads = BoardOptions::Heads::One;
    setOptions(options);
    setSelection(selection);
    if (const int moved = firstColumn() - before; moved != 0) {
        selection.pinned->column += moved;
        setSelection(selection);
    }
}

void BoardView::showHeads(BoardOptions::Heads heads)
{
    if (heads == BoardOptions::Heads::One || m_document.scenario().heads < 2) {
        if (heads != BoardOptions::Heads::One)
            emit problem(tr("There is only one head to show"));
        showHead(m_selection.head);
        return;
    }
    BoardOptions options = m_options;
    options.heads = heads;
    setOptions(options);
    // A strip turns to the weights; a number of the weights stays asked, of another head.
    const std::optional<CellRef>& pinned = m_selection.pinned;
    const bool weights =
        pinned && !pinned->matrix.field && pinned->matrix.stage == StageId::Weights;
    if (boardLayout().strip || weights)
        jumpTo({std::nullopt, StageId::Weights, m_selection.head});
}

void BoardView::showHeadMenu(const QPoint& place)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("headMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int head = 0; head < m_document.scenario().heads; ++head) {
        QAction* action =
            menu->addAction(tr("head %1").arg(head + 1), this, [this, head] { showHead(head); });
        action->setCheckable(true);
        action->setChecked(m_options.heads == BoardOptions::Heads::One && head == m_selection.head);
    }
    menu->popup(place);
}

void BoardView::followHead(Selection& selection) const
{
    const bool ofHead = selection.pinned && !selection.pinned->matrix.field &&
                        selection.pinned->matrix.stage == StageId::Weights &&
                        selection.pinned->matrix.head >= 0;
    if (ofHead && m_options.heads == BoardOptions::Heads::All)
        selection.head = selection.pinned->matrix.head;
}

void BoardView::jumpTo(const MatrixRef& wanted)
{
    MatrixRef matrix = wanted;
    if (!matrix.field && matrix.stage == StageId::Weights && m_document.scenario().heads > 1 &&
        m_options.heads == BoardOptions::Heads::Mean)
        matrix.head = meanOfHeads;
    Selection selection = m_selection;
    selection.hovered.reset();
    selection.focusField = matrix.field;
    if (!matrix.field)
        selection.focus = matrix.stage;
    // The same query and key as before, as far as the new matrix has them.
    const CellRef before = m_selection.pinned.value_or(CellRef{});
    const auto along = [&](Axis axis) {
        return axis == Axis::Query ? queryOf(before).value_or(0)
               : axis == Axis::Key ? keyOf(before).value_or(0)
                                   : 0;
    };
    selection.pinned = CellRef{matrix, along(rowAxis(matrix)), along(columnAxis(matrix))};
    setSelection(selection);
    // It may be shown under another name: of a stage that is the same, of a matrix that is X.
    const BoardLayout& layout = boardLayout();
    const PlacedMatrix* placed = layout.find(matrix);
    if (!m_selection.pinned || (placed && !placed->thumbnail))
        return;
    selection = m_selection;
    if (!layout.strip)
        selection.pinned = standingFor(*selection.pinned, layout).value_or(*selection.pinned);
    else
        for (const PlacedMatrix& m : layout.matrices)
            if (!m.thumbnail)
                selection.pinned->matrix = m.ref;
    setSelection(selection);
}

void BoardView::say(const std::optional<Problem>& wrong)
{
    if (wrong)
        emit problem(QString::fromStdString(english(*wrong)));
}

std::optional<CellRef> BoardView::paintableCellAt(const QPointF& point) const
{
    const std::optional<CellRef> cell = m_maskPainter->isOn() ? cellAt(point) : std::nullopt;
    return cell && MaskPainter::canPaintOn(cell->matrix) ? cell : std::nullopt;
}

void BoardView::maskToolSwitched(bool on)
{
    BoardOptions options = m_options;
    options.paintsMask = on;
    setOptions(options);
    const bool selected = m_selection.pinned && MaskPainter::canPaintOn(m_selection.pinned->matrix);
    if (on && (!selected || boardLayout().strip))
        jumpTo({std::nullopt, StageId::MaskedScores, m_selection.head});
    setFocus();
    unsetCursor();
}

void BoardView::paintMaskFrames(QPainter& painter) const
{
    if (!m_maskPainter->isOn())
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(m_theme.text, 3)); // no role's colour: those stand at edges already
    for (const PlacedMatrix& m : boardLayout().matrices)
        if (!m.thumbnail && MaskPainter::canPaintOn(m.ref))
            painter.drawRect(m.area.adjusted(-2, -2, 2, 2));
}

QString BoardView::toolTipAt(const QPointF& point) const
{
    if (const std::optional<CellRef> cell = cellAt(point)) {
        QString what = sentenceOf(*cell);
        if (m_options.hidden.contains(*cell))
            return toolTipOf(m_options.onTheWall ? what : tr("%1 — a click reveals it").arg(what));
        if (m_options.hidden.givesAway(*m_shownTrace, *cell))
            return toolTipOf(tr("%1 — how it comes about would name hidden numbers").arg(what));
        const bool known = m_document.isMistakeTold(); // then it is told as it was run
        const QString why = m_arithmeticInTooltips && (known || !m_document.hiddenMistake())
                                ? cellArithmetic(known ? *m_document.checkedTrace() : *m_shownTrace,
                                                 *cell, m_options.decimals)
                                : QString();
        if (const auto before = valueBefore(m_moved, *m_shownTrace, *cell);
            before && m_options.moved)
            what += QLatin1Char('\n') + tr("before the last change: %1").arg(tenDigits(*before));
        return why.isEmpty()
                   ? toolTipOf(what)
                   : QStringLiteral("<b>%1</b><pre style=\"font-family: '%2'\">%3</pre>")
                         .arg(toolTipOf(what), m_theme.mono().family(), why.toHtmlEscaped());
    }
    for (const PlacedMatrix& m : boardLayout().matrices) {
        if (m.rowSumRect.contains(point) || m.columnSumRect.contains(point))
            return toolTipOf(sumAt(m, point, rowLabelsFor(*m_shownTrace, m.ref),
                                   columnLabelsFor(*m_shownTrace, m.ref), m_options.decimals));
        if (!m.rowEnds.empty() && m.rowEndRect.contains(point)) {
            const auto count = static_cast<int>(m.rowEnds.size());
            const int row = static_cast<int>(
                (m.grid.transposed ? (point.x() - m.rowEndRect.left()) / m.rowEndRect.width()
                                   : (point.y() - m.rowEndRect.top()) / m.rowEndRect.height()) *
                count);
            return toolTipOf(
                m.rowEnds[static_cast<std::size_t>(std::clamp(row, 0, count - 1))].says);
        }
    }
    if (const Hotspot* hotspot = hotspotAt(point))
        return toolTipOf(hotspot->says);
    if (const std::optional<Token> token = tokenAt(point)) {
        const Scenario& s = m_document.scenario();
        const auto& labels = token->of == MatrixField::X ? s.tokens : s.keyTokens();
        return toolTipOf(tr("%1 — double-click to rename")
                             .arg(shownLabels(labels).value(token->index).left(300)));
    }
    return {};
}

bool BoardView::event(QEvent* event)
{
    if (event->type() == QEvent::ContentsRectChange)
        invalidate();
    if (event->type() == QEvent::ToolTip && m_shownTrace) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const QString text = toolTipAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace attention::ui
