// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/layout_parts.h"

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

QString shapeText(int rows, int columns)
{
    return QStringLiteral("(%1, %2)").arg(rows).arg(columns);
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
    for (const MatrixField field :
         {MatrixField::X, MatrixField::W_q, MatrixField::W_k, MatrixField::W_v, MatrixField::W_o}) {
        const Projection* projection = projectionOf(s, field);
        const bool given = projection && projection->matrix;
        m_fields.push_back(field == MatrixField::X ? largestOf(*s.X)
                           : given                 ? largestOf(*projection->matrix)
                                                   : 1);
        if (given)
            m_shared = std::max(m_shared, m_fields.back());
    }
}

ColourNorm Ranges::norm(const Trace& trace, const MatrixRef& ref, bool shared) const
{
    if (!ref.field && stageInfo(ref.stage).kind == ValueKind::Weight)
        return ColourNorm{0, 1};
    if (shared)
        return ColourNorm::symmetric(m_shared);
    if (ref.field)
        return ColourNorm::symmetric(m_fields[static_cast<std::size_t>(*ref.field)]);
    const Stage* stage = find(trace, ref.stage, ref.head);
    return ColourNorm::symmetric(stage ? m_stages[static_cast<std::size_t>(stage - trace.stages.data())]
                                 : 0);
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
    return found;
}

bool allCopies(const Scenario& s)
{
    return s.W_q.isIdentity() && s.W_k.isIdentity() && s.W_v.isIdentity();
}

bool plainNames(const Scenario& s, const BoardOptions& o)
{
    return allCopies(s) && s.heads == 1 && !o.namesQkv && !o.unfoldQ && !o.unfoldK && !o.unfoldV;
}

bool masksSomething(const Scenario& s)
{
    return s.mask.causal || !s.mask.padding.empty() || s.mask.allowed;
}

bool scalesSomething(const Scenario& s)
{
    return scaleFactor(s) != 1;
}

QString scaleWord(const Scenario& s)
{
    switch (s.scale.kind) {
    case ScaleKind::InverseSqrtDk:
        return QStringLiteral("÷√%1").arg(headWidth(s));
    case ScaleKind::Custom:
        return QStringLiteral("× %1").arg(QString::fromStdString(shortest(s.scale.multiplier)));
    case ScaleKind::None:
        break;
    }
    return tr("no ÷√dₖ");
}

CellGrid gridFor(const LayoutInput& in, const MatrixRef& ref, bool transposed, bool shared)
{
    CellGrid grid;
    grid.transposed = transposed;
    grid.norm = in.ranges.norm(in.trace, ref, shared && in.options.sharedRange);
    const Scenario& s = *in.trace.scenario;
    if (ref.field) {
        const Projection* projection = projectionOf(s, *ref.field);
        grid.values = ref.field == MatrixField::X        ? s.X
                      : projection && projection->matrix ? projection->matrix
                                                         : share(fieldMatrix(s, *ref.field));
        return grid;
    }
    const Stage* stage = find(in.trace, ref.stage, ref.head);
    grid.values = stage->values;
    grid.trace = &in.trace;
    grid.stage = stage;
    grid.kind = stageInfo(ref.stage).kind;
    return grid;
}

Role roleFor(const MatrixRef& ref)
{
    if (ref.field) {
        switch (*ref.field) {
        case MatrixField::W_q:
            return Role::Query;
        case MatrixField::W_k:
            return Role::Key;
        case MatrixField::W_v:
            return Role::Value;
        default:
            return Role::Score;
        }
    }
    switch (ref.stage) {
    case StageId::Queries:
    case StageId::HeadQueries:
        return Role::Query;
    case StageId::Keys:
    case StageId::HeadKeys:
        return Role::Key;
    case StageId::Values:
    case StageId::HeadValues:
        return Role::Value;
    case StageId::Weights:
        return Role::Weight;
    default:
        return Role::Score;
    }
}

QString headingFor(const LayoutInput& in, const MatrixRef& ref, bool transposed)
{
    const Scenario& s = *in.trace.scenario;
    const QString turned = transposed ? QStringLiteral("ᵀ") : QString();
    if (ref.field) {
        switch (*ref.field) {
        case MatrixField::X:
            return QStringLiteral("X") + turned;
        case MatrixField::W_q:
            return QStringLiteral("W_q") + turned;
        case MatrixField::W_k:
            return QStringLiteral("W_k") + turned;
        case MatrixField::W_v:
            return QStringLiteral("W_v") + turned;
        case MatrixField::W_o:
            return QStringLiteral("W_o") + turned;
        }
    }
    const bool plain = plainNames(s, in.options);
    const QString number = s.heads > 1 && ref.head >= 0 ? subscript(ref.head + 1) : QString();
    const bool whole = s.heads == 1;
    switch (ref.stage) {
    case StageId::HeadQueries:
        if (plain)
            return QStringLiteral("X");
        return whole ? (s.W_q.isIdentity() ? QStringLiteral("Q = X") : QStringLiteral("Q = X·W_q"))
                     : QStringLiteral("Q") + number;
    case StageId::HeadKeys:
        return (plain ? QStringLiteral("X") : QStringLiteral("K") + number) + turned;
    case StageId::HeadValues:
        return plain ? QStringLiteral("X") : QStringLiteral("V") + number;
    case StageId::Scores:
        return plain   ? QStringLiteral("X·Xᵀ")
               : whole ? QStringLiteral("S = QKᵀ")
                       : QStringLiteral("S") + number;
    case StageId::ScaledScores:
        return s.scale.kind == ScaleKind::Custom ? QStringLiteral("S × scale")
                                                 : QStringLiteral("S ÷ √dₖ");
    case StageId::MaskedScores:
        return tr("masked");
    case StageId::Weights:
        return tr("weights");
    case StageId::HeadOutput:
        return whole && !s.W_o ? tr("output") : tr("head %1").arg(ref.head + 1);
    case StageId::Output:
        return tr("output");
    default:
        return QString::fromUtf8(stageInfo(ref.stage).symbol.data(),
                                 static_cast<qsizetype>(stageInfo(ref.stage).symbol.size()));
    }
}

QStringList captionsFor(const LayoutInput& in, const MatrixRef& ref, const CellGrid& grid)
{
    const Scenario& s = *in.trace.scenario;
    const bool transposed = grid.transposed;
    const QString numbers = shapeText(grid.drawnRows(), grid.drawnColumns());
    const auto forms = [&](const QString& word, const QString& letters) {
        return QStringList{QStringLiteral("%1  %2 = %3").arg(word, letters, numbers),
                           QStringLiteral("%1  %2").arg(word, numbers), numbers, word};
    };
    // The columns that make one head, or all of them side by side.
    const bool slice =
        s.heads > 1 && ref.field &&
        grid.drawnColumns() * grid.drawnRows() < gridFor(in, ref, false).values->size();
    const QString part = slice          ? tr("columns of head %1").arg(in.selection.head + 1)
                         : s.heads == 1 ? tr("projection")
                                        : tr("projection, all heads");
    if (ref.field) {
        switch (*ref.field) {
        case MatrixField::X:
            return forms(tr("tokens"),
                         transposed ? QStringLiteral("(d, n)") : QStringLiteral("(n, d)"));
        case MatrixField::W_q:
        case MatrixField::W_k:
            return forms(tr("projection"),
                         transposed ? QStringLiteral("(h·dₖ, d)") : QStringLiteral("(d, h·dₖ)"));
        case MatrixField::W_v:
            return forms(part, QStringLiteral("(d, dᵥ)"));
        case MatrixField::W_o:
            return forms(tr("output projection"), QStringLiteral("(h·dᵥ, d)"));
        }
    }
    const bool plain = plainNames(s, in.options);
    switch (ref.stage) {
    case StageId::HeadQueries:
        return forms(plain ? tr("who reads") : tr("queries"), QStringLiteral("(n, dₖ)"));
    case StageId::HeadKeys:
        return forms(plain ? tr("who can be read") : tr("keys"),
                     transposed ? QStringLiteral("(dₖ, n)") : QStringLiteral("(n, dₖ)"));
    case StageId::HeadValues:
        return forms(plain ? tr("what gets mixed") : tr("values"), QStringLiteral("(n, dᵥ)"));
    case StageId::Scores:
        return forms(tr("scores"), QStringLiteral("(n, n)"));
    case StageId::ScaledScores:
        return forms(tr("scaled scores"), QStringLiteral("(n, n)"));
    case StageId::MaskedScores:
        return forms(tr("masked scores"), QStringLiteral("(n, n)"));
    case StageId::Weights:
        return forms(tr("softmax of each row"), QStringLiteral("(n, n)"));
    case StageId::HeadOutput:
        return forms(plain ? tr("weights · X") : tr("weights · V"), QStringLiteral("(n, dᵥ)"));
    case StageId::Output:
        return forms(s.W_o ? tr("heads joined · W_o") : tr("heads joined"),
                     s.W_o ? QStringLiteral("(n, d)") : QStringLiteral("(n, h·dᵥ)"));
    default:
        return forms(QString::fromUtf8(stageInfo(ref.stage).title.data(),
                                       static_cast<qsizetype>(stageInfo(ref.stage).title.size())),
                     QString());
    }
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
    // Where the queries are X itself, they are the place where X is edited.
    if (placed.ref.stage == StageId::HeadQueries && s.W_q.isIdentity() && !in.options.unfoldQ) {
        placed.editable = MatrixField::X;
        placed.editColumn = placed.ref.head * headWidth(s);
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

qreal placeFormula(BoardLayout& layout, const LayoutInput& in, qreal left, qreal middle,
                   qreal scale)
{
    const Scenario& s = *in.trace.scenario;
    const Theme& theme = in.theme;
    const bool plain = plainNames(s, in.options);
    const int head = in.selection.head;
    const qreal size = scale * 20 / 14;
    const qreal height = 30 * scale * theme.base / 14;
    qreal x = left;

    const auto piece = [&](const QString& text, Role role, std::vector<StageId> symbolOf,
                           bool strong = false) -> QRectF {
        PlacedText t;
        t.text = text;
        t.role = role;
        t.bold = strong;
        t.scale = size;
        t.symbolOf = std::move(symbolOf);
        t.alignment = Qt::AlignLeft | Qt::AlignVCenter;
        const QFontMetricsF metrics(strong ? theme.bold(size) : theme.body(size));
        const qreal width = metrics.horizontalAdvance(text);
        t.rect = QRectF(x, middle - height / 2, width, height);
        x += width;
        layout.texts.push_back(t);
        return t.rect;
    };
    const auto space = [&](qreal pixels = 6) { x += pixels * scale * theme.base / 14; };
    const auto hot = [&](const QRectF& rect, Hotspot::Kind kind, StageId stage,
                         const QString& says) {
        Hotspot h;
        h.rect = rect.adjusted(-2, -2, 2, 2);
        h.kind = kind;
        h.stage = stage;
        h.head = head;
        h.says = says;
        layout.hotspots.push_back(h);
    };

    const bool joins = s.heads > 1 || s.W_o;
    hot(piece(tr("output"), Role::None, {StageId::HeadOutput, StageId::Output}),
        Hotspot::Kind::Focus, joins ? StageId::Output : StageId::HeadOutput, tr("Show the output"));
    space();
    piece(s.heads > 1 ? tr("= join(") : QStringLiteral("="), Role::None, {});
    space();
    hot(piece(QStringLiteral("softmax("), Role::None, {StageId::Weights}), Hotspot::Kind::Focus,
        StageId::Weights, tr("Show the weights"));
    space();
    hot(piece(plain ? QStringLiteral("X") : QStringLiteral("Q"), Role::Query,
              {StageId::HeadQueries, StageId::Queries, StageId::Scores}, true),
        Hotspot::Kind::Focus, StageId::HeadQueries, tr("Show the queries"));
    space(3);
    hot(piece(plain ? QStringLiteral("Xᵀ") : QStringLiteral("Kᵀ"), Role::Key,
              {StageId::HeadKeys, StageId::Keys, StageId::Scores}, true),
        Hotspot::Kind::Focus, StageId::HeadKeys, tr("Show the keys"));
    space();
    {
        const bool custom = s.scale.kind == ScaleKind::Custom;
        const QRectF rect = piece(custom ? scaleWord(s) : QStringLiteral("÷ √dₖ"), Role::None,
                                  {StageId::ScaledScores});
        PlacedText& t = layout.texts.back();
        t.struck = s.scale.kind == ScaleKind::None;
        t.secondary = t.struck;
        hot(rect, Hotspot::Kind::ToggleScale, StageId::ScaledScores,
            tr("Switch the division by √dₖ on or off"));
    }
    space();
    {
        const QRectF rect = piece(tr("+ mask"), Role::None, {StageId::MaskedScores});
        PlacedText& t = layout.texts.back();
        t.struck = !masksSomething(s);
        t.secondary = t.struck;
        hot(rect, Hotspot::Kind::ToggleMask, StageId::MaskedScores,
            tr("Switch the causal mask on or off"));
    }
    space();
    piece(QStringLiteral(")"), Role::None, {});
    space();
    hot(piece(plain ? QStringLiteral("X") : QStringLiteral("V"), Role::Value,
              {StageId::HeadValues, StageId::Values}, true),
        Hotspot::Kind::Focus, StageId::HeadValues, tr("Show the values"));
    if (s.heads > 1) {
        space();
        piece(QStringLiteral(")"), Role::None, {});
    }
    if (s.W_o) {
        space();
        piece(QStringLiteral("· W_o"), Role::None, {});
    }
    return x;
}

void placeHeadTabs(BoardLayout& layout, const LayoutInput& in, const QRectF& place, qreal scale)
{
    const int heads = in.trace.scenario->heads;
    if (heads < 2 || !in.options.controls)
        return;
    const QFontMetricsF metrics(in.theme.body(scale * 0.93));
    // Words while they fit, numbers when not, a window of numbers around the chosen one at last.
    QStringList names;
    for (int head = 1; head <= heads; ++head)
        names += tr("head %1").arg(head);
    const auto widthOf = [&](const QString& text) {
        return metrics.horizontalAdvance(text) + 16 * scale;
    };
    const auto total = [&] {
        qreal sum = 0;
        for (const QString& name : names)
            sum += widthOf(name) + 4;
        return sum;
    };
    if (total() > place.width())
        for (int head = 1; head <= heads; ++head)
            names[head - 1] = QString::number(head);
    int first = 0, last = heads - 1;
    if (total() > place.width()) {
        const int room =
            std::max(1, static_cast<int>(place.width() / (widthOf(QStringLiteral("00")) + 4)));
        first = std::clamp(in.selection.head - room / 2, 0, std::max(0, heads - room));
        last = std::min(heads - 1, first + room - 1);
    }
    qreal x = place.left();
    for (int head = first; head <= last; ++head) {
        PlacedText t;
        t.text = names[head];
        t.rect = QRectF(x, place.top(), widthOf(t.text), place.height());
        t.tab = true;
        t.on = head == in.selection.head;
        t.scale = scale * 0.93;
        layout.texts.push_back(t);
        Hotspot h;
        h.rect = t.rect;
        h.kind = Hotspot::Kind::Head;
        h.head = head;
        h.says = tr("Show head %1").arg(head + 1);
        layout.hotspots.push_back(h);
        x += t.rect.width() + 4;
    }
}

} // namespace attention::ui
