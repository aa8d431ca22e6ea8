// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/layout_parts.h"

#include "core/attention/mistakes.h"
#include "core/attention/positions.h"
#include "core/text/number.h"
#include "ui/figures/labels.h"
#include "ui/figures/math_text.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <array>
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

QString text(std::string_view view)
{
    return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

// How a given matrix is called: one row a field, in the order of MatrixField. Shapes as in the
// table of stages.
struct FieldWords {
    const char* symbol;
    const char* word;
    const char* shape;
};

constexpr std::array<FieldWords, matrixFieldCount> fieldTable = {{
    {"X", QT_TRANSLATE_NOOP("Board", "tokens"), "(n, d_model)"},
    {"W_q", QT_TRANSLATE_NOOP("Board", "projection"), "(d_model, heads·d_k)"},
    {"W_k", QT_TRANSLATE_NOOP("Board", "projection"), "(d_context, kv_heads·d_k)"},
    {"W_v", QT_TRANSLATE_NOOP("Board", "projection"), "(d_context, kv_heads·d_v)"},
    {"W_o", QT_TRANSLATE_NOOP("Board", "output projection"), "(heads·d_v, d_model)"},
    {"C", QT_TRANSLATE_NOOP("Board", "tokens of the context"), "(m, d_context)"},
    {"b_q", QT_TRANSLATE_NOOP("Board", "bias of the queries"), "(1, heads·d_k)"},
    {"b_k", QT_TRANSLATE_NOOP("Board", "bias of the keys"), "(1, kv_heads·d_k)"},
    {"b_v", QT_TRANSLATE_NOOP("Board", "bias of the values"), "(1, kv_heads·d_v)"},
    {"b_o", QT_TRANSLATE_NOOP("Board", "bias of the output"), "(1, d_model)"},
    {"bias", QT_TRANSLATE_NOOP("Board", "bias, added to the scores"), "(n, m)"},
    {"table", QT_TRANSLATE_NOOP("Board", "a row for each position"), "(positions, d_model)"},
    {"γ₁", QT_TRANSLATE_NOOP("Board", "gain of the first norm"), "(1, d_model)"},
    {"β₁", QT_TRANSLATE_NOOP("Board", "offset of the first norm"), "(1, d_model)"},
    {"γ₂", QT_TRANSLATE_NOOP("Board", "gain of the second norm"), "(1, d_model)"},
    {"β₂", QT_TRANSLATE_NOOP("Board", "offset of the second norm"), "(1, d_model)"},
    {"W_1", QT_TRANSLATE_NOOP("Board", "first layer of the MLP"), "(d_model, d_ff)"},
    {"b_1", QT_TRANSLATE_NOOP("Board", "bias of the first layer"), "(1, d_ff)"},
    {"W_2", QT_TRANSLATE_NOOP("Board", "second layer of the MLP"), "(d_ff, d_model)"},
    {"b_2", QT_TRANSLATE_NOOP("Board", "bias of the second layer"), "(1, d_model)"},
}};

const FieldWords& wordsOf(MatrixField field)
{
    return fieldTable[static_cast<std::size_t>(field)];
}

// A shape of the tables in the letters that this scenario needs: with one sequence m is n and
// d_context is d_model, without groups kv_heads are heads.
QString ownShape(const Scenario& s, QString shape)
{
    if (s.kvHeadCount() == s.heads)
        shape.replace(QLatin1String("kv_heads"), QLatin1String("heads"));
    if (!s.context) {
        shape.replace(QLatin1String("(m,"), QLatin1String("(n,"));
        shape.replace(QLatin1String(" m)"), QLatin1String(" n)"));
        shape.replace(QLatin1String("d_context"), QLatin1String("d_model"));
    }
    return shape;
}

// The same with the short letters of the board.
QString shapeLetters(const Scenario& s, const QString& given)
{
    QString shape = ownShape(s, given);
    shape.replace(QLatin1String("kv_heads"), QLatin1String("kv"));
    shape.replace(QLatin1String("heads"), QLatin1String("h"));
    shape.replace(QLatin1String("d_model"), QLatin1String("d"));
    shape.replace(QLatin1String("d_k"), QStringLiteral("dₖ"));
    shape.replace(QLatin1String("d_v"), QStringLiteral("dᵥ"));
    return shape;
}

QStringList numbersFrom(int first, Eigen::Index count)
{
    QStringList numbers;
    for (int i = 0; i < count; ++i)
        numbers += QString::number(first + i);
    return numbers;
}

// Labels of rows or columns as the stage has them.
QStringList labelsOfStage(const Trace& trace, const Stage& stage, bool rows)
{
    return shownLabels(rows ? attention::rowLabels(trace, stage)
                            : attention::columnLabels(trace, stage));
}

QStringList labelsAlong(const Trace& trace, const MatrixRef& ref, bool rows)
{
    if (!ref.field) {
        const Stage* stage = stageOf(trace, ref);
        return stage ? labelsOfStage(trace, *stage, rows) : QStringList();
    }
    const Scenario& s = *trace.scenario;
    const MatrixPtr* held = matrixIn(s, *ref.field);
    const bool vector = held && *held && (*held)->rows() == 1;
    switch (*ref.field) {
    case MatrixField::X:
        return labelsOfStage(trace, *find(trace, StageId::Embeddings), rows);
    case MatrixField::ContextX:
        return labelsOfStage(trace, *find(trace, StageId::Context), rows);
    case MatrixField::MaskBias:
        return shownLabels(rows ? s.tokens : s.keyTokens());
    case MatrixField::PositionTable:
        if (rows)
            return numbersFrom(0, (*held)->rows()); // the positions themselves
        return labelsOfStage(trace, *find(trace, StageId::Embeddings), rows);
    case MatrixField::gamma_1:
    case MatrixField::beta_1:
    case MatrixField::gamma_2:
    case MatrixField::beta_2:
    case MatrixField::b_2:
        return rows ? QStringList() : labelsOfStage(trace, *find(trace, StageId::Embeddings), rows);
    case MatrixField::b_q:
    case MatrixField::b_k:
    case MatrixField::b_v:
    case MatrixField::b_o:
    case MatrixField::b_1:
        if (rows && vector)
            return {};
        break;
    default:
        break;
    }
    const Matrix m = held && *held ? Matrix() : fieldMatrix(s, *ref.field);
    const Matrix& values = held && *held ? **held : m;
    return numbersFrom(1, rows ? values.rows() : values.cols());
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
    return found;
}

bool boardDraws(const Scenario& s)
{
    return !s.context && s.positions.kind == PositionKind::None && !s.block && !s.readout &&
           s.mistakes.empty() && !s.softcap && !s.mask.bias && !s.b_q && !s.b_k && !s.b_v && !s.b_o;
}

bool allCopies(const Scenario& s)
{
    return boardDraws(s) && s.W_q.isIdentity() && s.W_k.isIdentity() && s.W_v.isIdentity();
}

bool plainNames(const Scenario& s, const BoardOptions& o)
{
    return allCopies(s) && s.heads == 1 && !o.namesQkv && !o.unfoldQ && !o.unfoldK && !o.unfoldV;
}

bool masksSomething(const Scenario& s)
{
    return s.mask.causal || s.mask.window || !s.mask.padding.empty() || s.mask.allowed;
}

bool scalesSomething(const Scenario& s)
{
    return scaleFactor(s) != 1;
}

QString scaleWord(const Scenario& s)
{
    if (s.has(Mistake::ScaleBySqrtDModel))
        return QStringLiteral("÷√%1").arg(s.modelWidth());
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

QString turnedShape(const QString& shape)
{
    const QStringList sides = shape.mid(1, shape.size() - 2).split(QStringLiteral(", "));
    return QStringLiteral("(%1, %2)").arg(sides.value(1), sides.value(0));
}

QString turnedSymbol(const QString& symbol)
{
    const bool bare = std::none_of(symbol.begin(), symbol.end(),
                                   [](QChar c) { return QStringLiteral(" +/÷×·(").contains(c); });
    return (bare ? symbol : QLatin1Char('(') + symbol + QLatin1Char(')')) + QStringLiteral("ᵀ");
}

ColourRange effectiveRange(ColourRange range, bool shared)
{
    if (range != ColourRange::Auto)
        return range;
    return shared ? ColourRange::All : ColourRange::Matrix;
}

QString rangeWords(const Scenario& s, ColourRange range, ValueKind kind)
{
    if (kind == ValueKind::Weight)
        return {};
    switch (range) {
    case ColourRange::All:
        return tr("all stages");
    case ColourRange::Heads:
        return s.heads > 1 ? tr("all heads") : tr("this stage");
    default:
        return tr("this matrix");
    }
}

QString shapeFor(const Scenario& s, StageId id)
{
    return ownShape(s, text(stageInfo(id).shape));
}

QString fieldSymbol(MatrixField field)
{
    return QString::fromUtf8(wordsOf(field).symbol);
}

QString fieldWord(MatrixField field)
{
    return tr(wordsOf(field).word);
}

QString shapeFor(const Scenario& s, MatrixField field)
{
    return ownShape(s, QString::fromUtf8(wordsOf(field).shape));
}

Role roleFor(const MatrixRef& ref)
{
    if (ref.field) {
        switch (*ref.field) {
        case MatrixField::W_q:
        case MatrixField::b_q:
            return Role::Query;
        case MatrixField::W_k:
        case MatrixField::b_k:
            return Role::Key;
        case MatrixField::W_v:
        case MatrixField::b_v:
            return Role::Value;
        default:
            return Role::Score;
        }
    }
    switch (ref.stage) {
    case StageId::Queries:
    case StageId::HeadQueries:
    case StageId::RotatedQueries:
        return Role::Query;
    case StageId::Keys:
    case StageId::HeadKeys:
    case StageId::RotatedKeys:
        return Role::Key;
    case StageId::Values:
    case StageId::HeadValues:
    case StageId::RotatedValues:
        return Role::Value;
    case StageId::Weights:
        return Role::Weight;
    default:
        return Role::Score;
    }
}

QStringList rowLabelsFor(const Trace& trace, const MatrixRef& ref)
{
    return labelsAlong(trace, ref, true);
}

QStringList columnLabelsFor(const Trace& trace, const MatrixRef& ref)
{
    return labelsAlong(trace, ref, false);
}

QString symbolFor(const Trace& trace, StageId id, int head)
{
    const Scenario& s = *trace.scenario;
    const auto number = [&](int index) {
        return s.heads > 1 && head >= 0 ? subscript(index + 1) : QString();
    };
    QString symbol = text(stageInfo(id).symbol);
    switch (id) {
    case StageId::HeadKeys:
    case StageId::HeadValues:
    case StageId::RotatedKeys:
    case StageId::RotatedValues:
        return symbol.replace(QStringLiteral("ₕ"),
                              head >= 0 ? number(kvHeadOf(s, head)) : QString());
    case StageId::HeadOutput:
        if (s.heads == 1 && s.W_o)
            return QStringLiteral("P·V"); // not the output yet
        return symbol.replace(QStringLiteral("ₕ"), number(head));
    case StageId::Scores:
        return symbol + number(head);
    case StageId::ScaledScores:
        if (s.has(Mistake::ScaleBySqrtDModel))
            return QStringLiteral("S/√d");
        return s.scale.kind == ScaleKind::Custom ? QStringLiteral("S × scale") : symbol;
    case StageId::MaskedScores: {
        const bool masks = trace.allowed && !s.has(Mistake::MaskAfterSoftmax);
        return !s.mask.bias ? symbol : masks ? tr("S + bias + mask") : tr("S + bias");
    }
    case StageId::Concatenated:
        return s.heads > 2    ? QStringLiteral("[O₁ … O%1]").arg(subscript(s.heads))
               : s.heads == 2 ? QStringLiteral("[O₁ O₂]")
                              : QStringLiteral("O");
    default:
        return symbol.replace(QStringLiteral("ₕ"), number(head));
    }
}

QString formulaFor(const Trace& trace, const Stage& stage)
{
    const Scenario& s = *trace.scenario;
    QString formula = QString::fromStdString(attention::formula(trace, stage));
    if (s.heads > 1 && stage.head >= 0) {
        formula.replace(QStringLiteral("Qₕ"), QLatin1Char('Q') + subscript(stage.head + 1));
        for (const QChar letter : {QLatin1Char('K'), QLatin1Char('V')})
            formula.replace(letter + QStringLiteral("ₕ"),
                            letter + subscript(kvHeadOf(s, stage.head) + 1));
    }
    formula.remove(QStringLiteral("ₕ"));
    return formula.replace(QStringLiteral(" · "), QStringLiteral("·"));
}

QString headingFor(const LayoutInput& in, const MatrixRef& ref, bool transposed)
{
    const Scenario& s = *in.trace.scenario;
    const QString turned = transposed ? QStringLiteral("ᵀ") : QString();
    if (ref.field)
        return QString::fromUtf8(wordsOf(*ref.field).symbol) + turned;
    if (ref.head == meanOfHeads)
        return tr("mean of the weights");
    if (!boardDraws(s))
        return transposed ? turnedSymbol(symbolFor(in.trace, ref.stage, ref.head))
                          : symbolFor(in.trace, ref.stage, ref.head);
    const bool plain = plainNames(s, in.options);
    const auto number = [&](int head) {
        return s.heads > 1 && head >= 0 ? subscript(head + 1) : QString();
    };
    const bool whole = s.heads == 1;
    switch (ref.stage) {
    case StageId::HeadQueries:
        if (plain)
            return QStringLiteral("X") + turned;
        if (!whole)
            return QStringLiteral("Q") + number(ref.head) + turned;
        if (transposed)
            return s.W_q.isIdentity() ? QStringLiteral("Qᵀ = Xᵀ") : QStringLiteral("Qᵀ = W_qᵀ·Xᵀ");
        return s.W_q.isIdentity() ? QStringLiteral("Q = X") : QStringLiteral("Q = X·W_q");
    case StageId::HeadKeys:
        return (plain ? QStringLiteral("X")
                      : QStringLiteral("K") + number(kvHeadOf(s, std::max(0, ref.head)))) +
               turned;
    case StageId::HeadValues:
        return (plain ? QStringLiteral("X")
                      : QStringLiteral("V") + number(kvHeadOf(s, std::max(0, ref.head)))) +
               turned;
    case StageId::Scores:
        return plain   ? QStringLiteral("X·Xᵀ")
               : whole ? (transposed ? QStringLiteral("Sᵀ = KQᵀ") : QStringLiteral("S = QKᵀ"))
                       : QStringLiteral("S") + number(ref.head) + turned;
    case StageId::ScaledScores:
        return QStringLiteral("S") + turned +
               (s.scale.kind == ScaleKind::Custom ? QStringLiteral(" × scale")
                                                  : QStringLiteral(" ÷ √dₖ"));
    case StageId::MaskedScores:
        return tr("masked");
    case StageId::Weights:
        return tr("weights");
    case StageId::HeadOutput:
        return whole && !s.W_o ? tr("output") : tr("head %1").arg(ref.head + 1);
    case StageId::Output:
        return tr("output");
    default:
        return symbolFor(in.trace, ref.stage, ref.head);
    }
}

QStringList captionsFor(const LayoutInput& in, const MatrixRef& ref, const CellGrid& grid)
{
    const Scenario& s = *in.trace.scenario;
    const bool transposed = grid.transposed;
    const QString numbers = shapeText(grid.drawnRows(), grid.drawnColumns());
    const auto forms = [&](const QString& word, const QString& letters) {
        return QStringList{QStringLiteral("%1  %2 = %3")
                               .arg(word, transposed ? turnedShape(letters) : letters, numbers),
                           QStringLiteral("%1  %2").arg(word, numbers), numbers, word};
    };
    if (ref.field) {
        const FieldWords& words = wordsOf(*ref.field);
        QString letters = shapeLetters(s, QString::fromUtf8(words.shape));
        QString word = tr(words.word);
        // The columns that make one head, or all of them side by side.
        if (s.heads > 1 && grid.columns() < gridFor(in, ref, false).columns()) {
            word = tr("columns of head %1").arg(in.selection.head + 1);
            letters.remove(QLatin1String("h·")).remove(QLatin1String("kv·"));
        }
        return forms(word, letters);
    }
    const StageInfo& info = stageInfo(ref.stage);
    if (ref.head == meanOfHeads) {
        const QString over = tr("over %1 heads").arg(s.heads);
        return {tr("%1: no head mixes values with it   %2 = %3")
                    .arg(over, shapeLetters(s, text(info.shape)), numbers),
                tr("%1: no head uses it").arg(over), QStringLiteral("%1  %2").arg(over, numbers),
                over};
    }
    if (!boardDraws(s)) {
        QString title = text(info.title);
        if (s.heads == 1)
            title.remove(QLatin1String(" of the head"));
        const QString letters = shapeLetters(s, text(info.shape));
        const Stage* stage = find(in.trace, ref.stage, ref.head);
        QStringList all = forms(title, letters);
        const QString formula = formulaFor(in.trace, *stage);
        all.prepend(QStringLiteral("%1: %2   %3 = %4")
                        .arg(title, transposed ? turnedSymbol(formula) : formula,
                             transposed ? turnedShape(letters) : letters, numbers));
        return all;
    }
    const bool plain = plainNames(s, in.options);
    switch (ref.stage) {
    case StageId::HeadQueries:
        return forms(plain ? tr("who reads") : tr("queries"), QStringLiteral("(n, dₖ)"));
    case StageId::HeadKeys:
        return forms(plain ? tr("who can be read") : tr("keys"), QStringLiteral("(n, dₖ)"));
    case StageId::HeadValues:
        return forms(plain ? tr("what gets mixed") : tr("values"), QStringLiteral("(n, dᵥ)"));
    case StageId::Weights:
        return forms(transposed ? tr("softmax of each column") : tr("softmax of each row"),
                     QStringLiteral("(n, n)"));
    case StageId::HeadOutput:
        if (transposed)
            return forms(plain ? tr("Xᵀ · weights") : tr("Vᵀ · weights"),
                         QStringLiteral("(n, dᵥ)"));
        return forms(plain ? tr("weights · X") : tr("weights · V"), QStringLiteral("(n, dᵥ)"));
    case StageId::Output:
        return forms(!s.W_o       ? tr("heads joined")
                     : transposed ? tr("W_oᵀ · heads joined")
                                  : tr("heads joined · W_o"),
                     s.W_o ? QStringLiteral("(n, d)") : QStringLiteral("(n, h·dᵥ)"));
    default:
        return forms(text(info.title), shapeLetters(s, text(info.shape)));
    }
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
    // Where the queries are X itself, they are the place where X is edited.
    if (placed.ref.stage == StageId::HeadQueries && boardDraws(s) && s.W_q.isIdentity() &&
        !in.options.unfoldQ) {
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
        const qreal width = mathWidth(text, strong ? theme.bold(size) : theme.body(size));
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
    const bool rotates = s.positions.kind == PositionKind::Rope;
    const bool rotatesValues = rotates && s.has(Mistake::RotatedValues);
    const bool masksLate = s.has(Mistake::MaskAfterSoftmax);
    const auto mask = [&](const QString& words) {
        const QRectF rect = piece(words, Role::None, {StageId::MaskedScores});
        PlacedText& t = layout.texts.back();
        t.struck = !masksSomething(s);
        t.secondary = t.struck;
        hot(rect, Hotspot::Kind::ToggleMask, StageId::MaskedScores,
            tr("Switch the causal mask on or off"));
    };
    const QRectF result = piece(s.block ? QStringLiteral("O") : tr("output"), Role::None,
                                {StageId::HeadOutput, StageId::Output});
    hot(result, Hotspot::Kind::Focus, joins ? StageId::Output : StageId::HeadOutput,
        s.block ? tr("Show the output of attention") : tr("Show the output"));
    space();
    piece(s.heads > 1 ? tr("= join(") : QStringLiteral("="), Role::None, {});
    space();
    hot(piece(s.has(Mistake::SoftmaxOverQueries) ? tr("softmax of columns(")
                                                 : QStringLiteral("softmax("),
              Role::None, {StageId::Weights}),
        Hotspot::Kind::Focus, StageId::Weights, tr("Show the weights"));
    space();
    if (s.softcap) {
        hot(piece(QStringLiteral("cap("), Role::None, {StageId::CappedScores}),
            Hotspot::Kind::Focus, StageId::CappedScores,
            tr("Show the capped scores: %1 · tanh(score / %1)")
                .arg(QString::fromStdString(shortest(*s.softcap))));
        space();
    }
    hot(piece(plain     ? QStringLiteral("X")
              : rotates ? QStringLiteral("RQ")
                        : QStringLiteral("Q"),
              Role::Query,
              {StageId::HeadQueries, StageId::Queries, StageId::RotatedQueries, StageId::Scores},
              true),
        Hotspot::Kind::Focus, rotates ? StageId::RotatedQueries : StageId::HeadQueries,
        rotates ? tr("Show the rotated queries") : tr("Show the queries"));
    space(3);
    hot(piece(plain     ? QStringLiteral("Xᵀ")
              : rotates ? QStringLiteral("RKᵀ")
                        : QStringLiteral("Kᵀ"),
              Role::Key, {StageId::HeadKeys, StageId::Keys, StageId::RotatedKeys, StageId::Scores},
              true),
        Hotspot::Kind::Focus, rotates ? StageId::RotatedKeys : StageId::HeadKeys,
        rotates ? tr("Show the rotated keys") : tr("Show the keys"));
    space();
    if (s.has(Mistake::ScaleBySqrtDModel)) {
        hot(piece(QStringLiteral("÷ √d_model"), Role::None, {StageId::ScaledScores}),
            Hotspot::Kind::Focus, StageId::ScaledScores, tr("Show the scaled scores"));
    } else {
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
    if (s.softcap) {
        piece(QStringLiteral(")"), Role::None, {});
        space();
    }
    if (s.mask.bias) {
        Hotspot h;
        h.rect = piece(tr("+ bias"), Role::None, {}).adjusted(-2, -2, 2, 2);
        h.kind = Hotspot::Kind::FocusField;
        h.field = MatrixField::MaskBias;
        h.says = tr("Show the bias that is added to the scores");
        layout.hotspots.push_back(h);
        space();
    }
    if (!masksLate) {
        mask(tr("+ mask"));
        space();
    }
    piece(QStringLiteral(")"), Role::None, {});
    space();
    if (masksLate) {
        mask(tr("× mask"));
        space();
    }
    hot(piece(plain           ? QStringLiteral("X")
              : rotatesValues ? QStringLiteral("RV")
                              : QStringLiteral("V"),
              Role::Value, {StageId::HeadValues, StageId::Values, StageId::RotatedValues}, true),
        Hotspot::Kind::Focus, rotatesValues ? StageId::RotatedValues : StageId::HeadValues,
        rotatesValues ? tr("Show the rotated values") : tr("Show the values"));
    if (s.heads > 1) {
        space();
        piece(QStringLiteral(")"), Role::None, {});
    }
    if (s.W_o) {
        space();
        piece(s.b_o ? QStringLiteral("· W_o + b_o") : QStringLiteral("· W_o"), Role::None, {});
    }
    return x;
}

qreal placeNotes(BoardLayout& layout, const LayoutInput& in, const QRectF& place, qreal scale,
                 bool brief)
{
    const Scenario& s = *in.trace.scenario;
    if (boardDraws(s) || (brief && s.mistakes.empty()))
        return 0;
    const qreal size = scale * 12.5 / 14;
    const QFontMetricsF metrics(in.theme.body(size));
    const qreal unit = in.theme.base / 14 * scale;
    const qreal height = 24 * unit;
    qreal x = place.left(), y = place.top();
    const auto add = [&](PlacedText t, Hotspot h) {
        const qreal padding = t.warning ? 8 * unit : 0;
        const qreal width =
            std::min(metrics.horizontalAdvance(t.text) + 2 * padding, place.width());
        if (x > place.left() && x + width > place.right()) {
            x = place.left();
            y += height;
        }
        t.text = elided(t.text, in.theme.body(size), width - 2 * padding);
        t.scale = size;
        t.rect = QRectF(x, y + 1, width, height - 2);
        h.rect = t.rect;
        h.head = in.selection.head;
        layout.texts.push_back(std::move(t));
        layout.hotspots.push_back(std::move(h));
        x += width + 18 * unit;
    };
    for (const Mistake mistake : s.mistakes) {
        const MistakeInfo& info = mistakeInfo(mistake);
        PlacedText t;
        t.text = tr("mistake: %1").arg(text(info.title));
        t.warning = true;
        Hotspot h;
        h.kind = Hotspot::Kind::Note;
        h.says = tr("On purpose: %1").arg(text(info.breaks));
        for (const MistakeEffect& effect :
             in.effects ? in.effects->each : std::vector<MistakeEffect>())
            if (effect.mistake == mistake && effect.changes.empty()) {
                t.text += tr(" — no effect on these numbers");
                t.warning = false;
                t.secondary = true;
                h.says = tr("Without it every number of every stage is the same");
            }
        add(std::move(t), std::move(h));
    }
    for (const Stage& stage : in.trace.stages) {
        switch (stage.id) {
        case StageId::Input:
        case StageId::ContextInput:
        case StageId::Queries:
        case StageId::Keys:
        case StageId::Values:
        case StageId::RotatedQueries:
        case StageId::RotatedKeys:
        case StageId::RotatedValues:
        case StageId::Norm1:
        case StageId::Residual1:
        case StageId::Norm2:
        case StageId::MlpHidden:
        case StageId::MlpOutput:
        case StageId::Residual2:
        case StageId::BlockOutput:
        case StageId::Probabilities:
            break;
        default:
            continue;
        }
        if (brief || (stage.head >= 0 && stage.head != in.selection.head))
            continue;
        PlacedText t;
        t.text = QStringLiteral("%1 = %2").arg(symbolFor(in.trace, stage.id, stage.head),
                                               formulaFor(in.trace, stage));
        t.role = roleFor({std::nullopt, stage.id, stage.head});
        t.symbolOf = {stage.id};
        t.alignment = Qt::AlignLeft | Qt::AlignVCenter;
        Hotspot h;
        h.kind = Hotspot::Kind::Focus;
        h.stage = stage.id;
        h.says = tr("Show %1").arg(text(stageInfo(stage.id).title));
        add(std::move(t), std::move(h));
    }
    return y + height - place.top();
}

} // namespace attention::ui
