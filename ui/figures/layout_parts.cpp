// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/layout_parts.h"

#include "core/attention/positions.h"
#include "core/text/number.h"
#include "ui/figures/labels.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

double largestOf(const Matrix& m)
{
    double largest = 0;
    for (Eigen::Index i = 0; i < m.size(); ++i)
        if (const double magnitude = std::abs(m.data()[i]);
            magnitude > largest && std::isfinite(magnitude))
            largest = magnitude;
    return largest;
}

bool isOfHead(MatrixField field)
{
    switch (field) {
    case MatrixField::W_q:
    case MatrixField::W_k:
    case MatrixField::W_v:
    case MatrixField::b_q:
    case MatrixField::b_k:
    case MatrixField::b_v:
        return true;
    default:
        return false;
    }
}

} // namespace

Ranges::Ranges(const Trace& trace)
{
    const Scenario& s = *trace.scenario;
    for (const Stage& stage : trace.stages) {
        const bool weights = stageInfo(stage.id).kind == ValueKind::Weight;
        m_stages.push_back(weights ? 1 : largestMagnitude(trace, stage));
        if (!weights)
            m_shared = std::max(m_shared, m_stages.back());
    }
    for (int i = 0; i < matrixFieldCount; ++i) {
        const auto field = static_cast<MatrixField>(i);
        const MatrixPtr* held = matrixIn(s, field);
        const bool given = held && *held;
        m_fields.push_back(given ? largestOf(**held) : projectionOf(s, field) ? 1 : 0);
        if (given)
            m_shared = std::max(m_shared, m_fields.back());
    }
}

MatrixPtr Ranges::meanWeights(const Trace& trace) const
{
    const MatrixPtr& first = find(trace, StageId::Weights, 0)->values;
    if (m_meanOf != first) {
        m_mean = attention::meanWeights(trace);
        m_meanOf = first;
    }
    return m_mean;
}

ColourNorm Ranges::norm(const Trace& trace, const MatrixRef& ref, ColourRange range) const
{
    if (!ref.field && stageInfo(ref.stage).kind == ValueKind::Weight)
        return ColourNorm{0, 1};
    if (range == ColourRange::All)
        return ColourNorm::symmetric(m_shared);
    if (range == ColourRange::Heads && !ref.field) {
        double largest = 0;
        for (std::size_t i = 0; i < trace.stages.size(); ++i)
            if (trace.stages[i].id == ref.stage)
                largest = std::max(largest, m_stages[i]);
        return ColourNorm::symmetric(largest);
    }
    if (ref.field)
        return ColourNorm::symmetric(m_fields[static_cast<std::size_t>(*ref.field)]);
    const Stage* stage = find(trace, ref.stage, ref.head);
    return ColourNorm::symmetric(
        stage ? m_stages[static_cast<std::size_t>(stage - trace.stages.data())] : 0);
}

QColor roleColour(const Theme& theme, Role role)
{
    switch (role) {
    case Role::Query:
        return theme.query;
    case Role::Key:
        return theme.key;
    case Role::Value:
        return theme.value;
    case Role::Weight:
        return theme.weight;
    case Role::Score:
        return theme.score;
    case Role::None:
        break;
    }
    return theme.text;
}

QRectF PlacedMatrix::cell(int row, int column) const
{
    const int drawnRow = grid.transposed ? column - firstColumn : row;
    const int drawnColumn = grid.transposed ? row : column - firstColumn;
    return cellRect(area, grid.drawnRows(), grid.drawnColumns(), drawnRow, drawnColumn);
}

bool PlacedMatrix::shows(int row, int column) const
{
    return row >= 0 && row < grid.rows() && column >= firstColumn &&
           column < firstColumn + grid.columns();
}

QRectF PlacedMatrix::rowLabel(int row) const
{
    const QRectF first = cell(row, firstColumn);
    return grid.transposed
               ? QRectF(first.left(), area.top() - columnLabelHeight - 6, first.width(),
                        columnLabelHeight + 2)
               : QRectF(area.left() - rowLabelWidth, first.top(), rowLabelWidth, first.height());
}

std::optional<CellRef> PlacedMatrix::cellAt(const QPointF& point) const
{
    if (!area.contains(point))
        return std::nullopt;
    const auto index = [](qreal offset, qreal length, int count) {
        return std::clamp(static_cast<int>(offset / length * count), 0, count - 1);
    };
    const int drawnRow = index(point.y() - area.top(), area.height(), grid.drawnRows());
    const int drawnColumn = index(point.x() - area.left(), area.width(), grid.drawnColumns());
    return CellRef{ref, grid.transposed ? drawnColumn : drawnRow,
                   firstColumn + (grid.transposed ? drawnRow : drawnColumn)};
}

const PlacedMatrix* BoardLayout::find(const MatrixRef& ref) const
{
    const PlacedMatrix* found = nullptr;
    for (const PlacedMatrix& m : matrices)
        if (m.ref == ref && (!found || (found->thumbnail && !m.thumbnail)))
            found = &m;
    for (const PlacedMatrix& m : matrices)
        if (!found &&
            std::find(m.alsoKnownAs.begin(), m.alsoKnownAs.end(), ref) != m.alsoKnownAs.end())
            found = &m;
    return found;
}

bool boardDraws(const Scenario& s)
{
    // These two take the numbers of a head from other places than those of a board's matrices.
    return !s.has(Mistake::ReshapeWithoutTranspose) && !s.has(Mistake::RotatedValues);
}

bool goesStepByStep(const Scenario& s)
{
    return boardDraws(s) && !s.context && s.positions.kind == PositionKind::None && !s.block &&
           !s.readout && !s.softcap && !s.mask.bias && !s.b_q && !s.b_k && !s.b_v && !s.b_o;
}

bool isPlain(const Scenario& s)
{
    return goesStepByStep(s) && s.mistakes.empty();
}

bool allCopies(const Scenario& s)
{
    return isPlain(s) && s.W_q.isIdentity() && s.W_k.isIdentity() && s.W_v.isIdentity();
}

bool plainNames(const Scenario& s, const BoardOptions& o)
{
    return allCopies(s) && s.heads == 1 && !o.namesQkv && !o.unfoldQ && !o.unfoldK && !o.unfoldV;
}

bool masksSomething(const Scenario& s)
{
    return s.mask.causal || s.mask.window || !s.mask.padding.empty() || s.mask.allowed;
}

bool masksScores(const Scenario& s)
{
    return masksSomething(s) && !s.has(Mistake::MaskAfterSoftmax);
}

bool masksWeights(const Scenario& s)
{
    return masksSomething(s) && !masksScores(s);
}

bool scalesSomething(const Scenario& s)
{
    return scaleFactor(s) != 1;
}

QString inFewDigits(double value)
{
    const std::string all = shortest(value);
    return all.size() <= 6 ? QString::fromStdString(all) : QString::number(value, 'g', 4);
}

QString scaleWord(const Scenario& s)
{
    if (s.has(Mistake::ScaleBySqrtDModel))
        return QStringLiteral("÷√%1").arg(s.modelWidth());
    switch (s.scale.kind) {
    case ScaleKind::InverseSqrtDk:
        return QStringLiteral("÷√%1").arg(headWidth(s));
    case ScaleKind::Custom:
        return QStringLiteral("× %1").arg(inFewDigits(s.scale.multiplier));
    case ScaleKind::None:
        break;
    }
    return tr("no ÷√dₖ");
}

QString capWord(const Scenario& s)
{
    return tr("cap %1").arg(inFewDigits(s.softcap.value_or(0)));
}

MatrixRef sourceOf(const Scenario& s, MatrixField projection)
{
    const auto stage = [](StageId id) { return MatrixRef{std::nullopt, id, -1}; };
    const bool added = addsPositions(s.positions);
    if (s.context && projection != MatrixField::W_q)
        return added ? stage(StageId::ContextInput) : MatrixRef{MatrixField::ContextX, {}, -1};
    if (s.block && s.block->placement == Placement::Pre)
        return stage(StageId::Norm1);
    return added ? stage(StageId::Input) : MatrixRef{MatrixField::X, {}, -1};
}

bool isSource(const Scenario& s, MatrixField projection)
{
    const MatrixPtr& bias = projection == MatrixField::W_q   ? s.b_q
                            : projection == MatrixField::W_k ? s.b_k
                                                             : s.b_v;
    return projectionOf(s, projection)->isIdentity() && !bias;
}

CellGrid gridFor(const LayoutInput& in, const MatrixRef& ref, bool transposed, bool shared)
{
    CellGrid grid;
    grid.transposed = transposed;
    grid.norm = in.ranges.norm(in.trace, ref, effectiveRange(in.options.range, shared));
    grid.hidden = in.options.hidden.rectsOf(ref);
    const Scenario& s = *in.trace.scenario;
    if (ref.field) {
        const MatrixPtr* held = matrixIn(s, *ref.field);
        grid.values = held && *held ? *held : share(fieldMatrix(s, *ref.field));
        return grid;
    }
    const Stage* stage = stageOf(in.trace, ref);
    grid.values = ref.head == meanOfHeads ? in.ranges.meanWeights(in.trace) : stage->values;
    grid.trace = &in.trace;
    grid.stage = stage;
    grid.kind = stageInfo(ref.stage).kind;
    return grid;
}

ColourRange effectiveRange(ColourRange range, bool shared)
{
    if (range != ColourRange::Auto)
        return range;
    return shared ? ColourRange::All : ColourRange::Matrix;
}

void showHeadColumns(PlacedMatrix& m, const LayoutInput& in)
{
    const Scenario& s = *in.trace.scenario;
    if (s.heads == 1 || !m.ref.field || !isOfHead(*m.ref.field))
        return;
    const bool ofQueries = m.ref.field == MatrixField::W_q || m.ref.field == MatrixField::b_q;
    const int head = in.selection.head;
    const int width =
        static_cast<int>(m.grid.values->cols()) / (ofQueries ? s.heads : s.kvHeadCount());
    m.firstColumn = (ofQueries ? head : kvHeadOf(s, head)) * width;
    m.grid.values = share(m.grid.values->middleCols(m.firstColumn, width));
    for (QRect& hidden : m.grid.hidden)
        hidden.translate(-m.firstColumn, 0);
}

void keepReduced(const BoardLayout& before, BoardLayout& now)
{
    for (PlacedMatrix& m : now.matrices)
        for (const PlacedMatrix& was : before.matrices) {
            const CellGrid &a = was.grid, &b = m.grid;
            if (was.ref == m.ref && was.thumbnail == m.thumbnail && a.values == b.values &&
                a.stage == b.stage && a.transposed == b.transposed && a.hidden == b.hidden &&
                a.norm == b.norm)
                m.grid.reduced = a.reduced;
        }
}

bool rangeTellsHidden(const CellGrid& grid, ColourRange range, const Hidden& hidden)
{
    const bool own = grid.kind == ValueKind::Weight || range == ColourRange::Matrix;
    return own ? !grid.hidden.empty() : !hidden.isEmpty();
}

BoolMatrixPtr changedCells(const LayoutInput& in, const MatrixRef& ref)
{
    const StageChange* change =
        in.effects && !ref.field ? in.effects->find(ref.stage, ref.head) : nullptr;
    return change ? change->cells : nullptr;
}

void makeEditable(PlacedMatrix& placed, const LayoutInput& in)
{
    if (!in.options.controls)
        return;
    const Scenario& s = *in.trace.scenario;
    if (placed.ref.field) {
        placed.editable = placed.ref.field;
        return;
    }
    if (!boardDraws(s))
        return;
    // Where the queries are X itself, they are the place where X is edited; so are keys and values
    // that are the context.
    const auto standsFor = [&](MatrixField projection, MatrixField given, int column) {
        if (!isSource(s, projection) || sourceOf(s, projection).field != given)
            return;
        placed.editable = given;
        placed.editColumn = column;
    };
    const auto learned = [&](int count) {
        if (s.positions.kind != PositionKind::Learned)
            return;
        placed.editable = MatrixField::PositionTable;
        for (const std::int64_t id : positionIds(s, count))
            placed.editRows.push_back(static_cast<int>(id));
    };
    const int head = placed.ref.head;
    switch (placed.ref.stage) {
    case StageId::HeadQueries:
        if (!in.options.unfoldQ)
            standsFor(MatrixField::W_q, MatrixField::X, head * headWidth(s));
        break;
    case StageId::HeadKeys:
        if (!in.options.unfoldK)
            standsFor(MatrixField::W_k, MatrixField::ContextX, kvHeadOf(s, head) * headWidth(s));
        break;
    case StageId::HeadValues:
        if (!in.options.unfoldV)
            standsFor(MatrixField::W_v, MatrixField::ContextX, kvHeadOf(s, head) * valueWidth(s));
        break;
    case StageId::PositionEncoding:
        learned(s.tokenCount());
        break;
    case StageId::ContextPositionEncoding:
        learned(s.keyCount());
        break;
    default:
        break;
    }
}

QString firstFitting(const QStringList& texts, const QFont& font, qreal width)
{
    const QFontMetricsF metrics(font);
    for (const QString& text : texts)
        if (metrics.horizontalAdvance(text) <= width)
            return text;
    return elided(texts.last(), font, width);
}

qreal valueScaleFor(const BoardLayout& layout, const LayoutInput& in)
{
    const qreal largest = 0.33 * layout.cell.height() / in.theme.base;
    for (const qreal factor : {1.5, 1.35, 1.2, 1.1}) {
        const qreal scale = layout.scale * factor;
        if (scale > largest)
            continue;
        bool all = true;
        for (const PlacedMatrix& m : layout.matrices)
            all =
                all && (m.thumbnail || fittingDecimals(m.grid, in.theme, scale, in.options.decimals,
                                                       layout.cell) >= in.options.decimals);
        if (all)
            return scale;
    }
    return layout.scale;
}

} // namespace attention::ui
