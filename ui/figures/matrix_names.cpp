// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/positions.h"
#include "core/text/number.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QRegularExpression>

#include <algorithm>
#include <array>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

QString shapeText(int rows, int columns)
{
    return QStringLiteral("(%1, %2)").arg(rows).arg(columns);
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
    return ownShape(s, QString::fromUtf8(stageInfo(id).shape));
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
    QString symbol = QString::fromUtf8(stageInfo(id).symbol);
    switch (id) {
    case StageId::HeadKeys:
    case StageId::HeadValues:
    case StageId::RotatedKeys:
    case StageId::RotatedValues:
        return symbol.replace(QStringLiteral("ₕ"),
                              head >= 0 ? number(kvHeadOf(s, head)) : QString());
    // The board's own words; P stands in files alone, and O in a block, where letters are added.
    case StageId::Weights:
        return tr("weights") + number(head);
    case StageId::HeadOutput:
        if (s.heads > 1 || s.W_o)
            return tr("head %1").arg(std::max(0, head) + 1);
        return s.block ? QStringLiteral("O") : tr("output");
    case StageId::Output:
        return s.block ? QStringLiteral("O") : tr("output");
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
        return s.heads > 1 ? tr("heads joined") : symbolFor(trace, StageId::HeadOutput, 0);
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
    static const QRegularExpression P(QStringLiteral("\\bP\\b"));
    formula.replace(P, tr("weights"));
    formula.replace(QLatin1String("concatenated"), symbolFor(trace, StageId::Concatenated, -1));
    return formula.replace(QStringLiteral(" · "), QStringLiteral("·"));
}

QString symbolOf(const Trace& trace, const MatrixRef& ref)
{
    return ref.field ? fieldSymbol(*ref.field) : symbolFor(trace, ref.stage, ref.head);
}

QString headingFor(const LayoutInput& in, const MatrixRef& ref, bool transposed)
{
    if (ref.field || isPlain(*in.trace.scenario) || ref.head == meanOfHeads)
        return boardHeadings(in, ref, transposed).first();
    const QString symbol = symbolFor(in.trace, ref.stage, ref.head);
    return transposed ? turnedSymbol(symbol) : symbol;
}

namespace {

// "X·W_q + b_q", and of a matrix that is turned "W_qᵀ·Xᵀ + b_qᵀ".
QString projected(const Trace& trace, MatrixField projection, const MatrixPtr& b, MatrixField bias,
                  bool transposed)
{
    const Scenario& s = *trace.scenario;
    const QString t = transposed ? QStringLiteral("ᵀ") : QString();
    const QString source = symbolOf(trace, sourceOf(s, projection)) + t;
    const QString name = fieldSymbol(projection) + t;
    const QString sum = b ? QStringLiteral(" + ") + fieldSymbol(bias) + t : QString();
    if (projectionOf(s, projection)->isIdentity())
        return source + sum;
    return (transposed ? name + QStringLiteral("·") + source
                       : source + QStringLiteral("·") + name) +
           sum;
}

} // namespace

QStringList boardHeadings(const LayoutInput& in, const MatrixRef& ref, bool transposed)
{
    const Trace& trace = in.trace;
    const Scenario& s = *trace.scenario;
    const QString turned = transposed ? QStringLiteral("ᵀ") : QString();
    if (ref.field)
        return {fieldSymbol(*ref.field) + turned};
    if (ref.head == meanOfHeads)
        return {tr("mean of the weights"), tr("mean weights"), tr("mean")};
    const bool plain = plainNames(s, in.options);
    const bool whole = s.heads == 1;
    const auto number = [&](int head) {
        return s.heads > 1 && head >= 0 ? subscript(head + 1) : QString();
    };
    const int kv = kvHeadOf(s, std::max(0, ref.head));
    // "Kᵀ", with where it comes from where that is not X alone.
    const auto ofKeys = [&](const QString& letter, MatrixField projection, const MatrixPtr& b,
                            MatrixField bias) -> QStringList {
        const QString name = letter + number(kv) + turned;
        const MatrixRef source = sourceOf(s, projection);
        if (!whole || (source.field == MatrixField::X && !b))
            return {name};
        return {
            QStringLiteral("%1 = %2").arg(name, projected(trace, projection, b, bias, transposed)),
            name};
    };
    switch (ref.stage) {
    case StageId::HeadQueries: {
        if (plain)
            return {QStringLiteral("X") + turned};
        const QString name = QStringLiteral("Q") + number(ref.head) + turned;
        if (!whole)
            return {name};
        // Where it is X′ itself, how that comes about.
        if (isSource(s, MatrixField::W_q) && addsPositions(s.positions) && !s.block &&
            !in.options.unfoldQ)
            return {transposed ? name + QStringLiteral(" = (X + PE)ᵀ")
                               : name + QStringLiteral(" = X + PE"),
                    name};
        return {QStringLiteral("%1 = %2").arg(
                    name, projected(trace, MatrixField::W_q, s.b_q, MatrixField::b_q, transposed)),
                name};
    }
    case StageId::HeadKeys:
        return plain ? QStringList{QStringLiteral("X") + turned}
                     : ofKeys(QStringLiteral("K"), MatrixField::W_k, s.b_k, MatrixField::b_k);
    case StageId::HeadValues:
        return plain ? QStringList{QStringLiteral("X") + turned}
                     : ofKeys(QStringLiteral("V"), MatrixField::W_v, s.b_v, MatrixField::b_v);
    case StageId::RotatedQueries:
        return {QStringLiteral("RQ") + number(ref.head) + turned};
    case StageId::RotatedKeys:
        return {QStringLiteral("RK") + number(kv) + turned};
    case StageId::Scores:
        if (plain)
            return {QStringLiteral("X·Xᵀ")};
        if (!whole)
            return {QStringLiteral("S") + number(ref.head) + turned};
        if (s.positions.kind == PositionKind::Rope)
            return {transposed ? QStringLiteral("Sᵀ = RK·RQᵀ") : QStringLiteral("S = RQ·RKᵀ"),
                    QStringLiteral("S") + turned};
        return {transposed ? QStringLiteral("Sᵀ = KQᵀ") : QStringLiteral("S = QKᵀ")};
    case StageId::ScaledScores:
        if (s.scale.kind == ScaleKind::None)
            return {QStringLiteral("S") + turned};
        return {QStringLiteral("S") + turned +
                (s.scale.kind == ScaleKind::Custom ? QStringLiteral(" × scale")
                                                   : QStringLiteral(" ÷ √dₖ"))};
    case StageId::CappedScores:
        return {tr("capped")};
    case StageId::MaskedScores:
        return {masksSomething(s) || !s.mask.bias ? tr("masked") : tr("with bias")};
    case StageId::Weights:
        return {tr("weights")};
    case StageId::HeadOutput:
        return {!whole || s.W_o ? tr("head %1").arg(ref.head + 1)
                : s.block       ? QStringLiteral("O") + turned
                                : tr("output")};
    case StageId::Output:
        return {s.block ? QStringLiteral("O") + turned : tr("output")};
    default:
        break;
    }
    const QString symbol = symbolFor(trace, ref.stage, ref.head);
    const Stage* stage = find(trace, ref.stage, ref.head);
    if (transposed || !stage || ref.stage == StageId::PositionEncoding ||
        ref.stage == StageId::ContextPositionEncoding)
        return {transposed ? turnedSymbol(symbol) : symbol};
    const QString formula = QStringLiteral("%1 = %2").arg(symbol, formulaFor(trace, *stage));
    // The last one is what the block gives out.
    if (s.block && stage->values == find(trace, StageId::BlockOutput)->values)
        return {QStringLiteral("Y = ") + formula,
                QStringLiteral("Y = ") + formulaFor(trace, *stage), QStringLiteral("Y = ") + symbol,
                QStringLiteral("Y")};
    return {formula, symbol};
}

QStringList captionsFor(const LayoutInput& in, const MatrixRef& ref, const CellGrid& grid,
                        bool board)
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
            letters.remove(QStringLiteral("h·")).remove(QStringLiteral("kv·"));
        }
        return forms(word, letters);
    }
    const StageInfo& info = stageInfo(ref.stage);
    if (ref.head == meanOfHeads) {
        const QString over = tr("over %1 heads").arg(s.heads);
        return {tr("%1: no head mixes values with it   %2 = %3")
                    .arg(over, shapeLetters(s, QString::fromUtf8(info.shape)), numbers),
                tr("%1: no head uses it").arg(over), QStringLiteral("%1  %2").arg(over, numbers),
                over};
    }
    if (!board && !isPlain(s)) {
        QString title = QString::fromUtf8(info.title);
        if (s.heads == 1)
            title.remove(QLatin1String(" of the head"));
        const QString letters = shapeLetters(s, QString::fromUtf8(info.shape));
        const Stage* stage = find(in.trace, ref.stage, ref.head);
        QStringList all = forms(title, letters);
        const QString formula = formulaFor(in.trace, *stage);
        all.prepend(QStringLiteral("%1: %2   %3 = %4")
                        .arg(title, transposed ? turnedSymbol(formula) : formula,
                             transposed ? turnedShape(letters) : letters, numbers));
        return all;
    }
    const bool plain = plainNames(s, in.options);
    const auto ofKeys = [&](const char* width) {
        return (s.context ? QStringLiteral("(m, ") : QStringLiteral("(n, ")) +
               QString::fromUtf8(width);
    };
    switch (ref.stage) {
    case StageId::HeadQueries:
        return forms(plain ? tr("who reads") : tr("queries"), QStringLiteral("(n, dₖ)"));
    case StageId::HeadKeys:
        return forms(plain ? tr("who can be read") : tr("keys"), ofKeys("dₖ)"));
    case StageId::HeadValues:
        return forms(plain ? tr("what gets mixed") : tr("values"), ofKeys("dᵥ)"));
    case StageId::Weights: {
        const bool wrongAxis = s.has(Mistake::SoftmaxOverQueries);
        QString how =
            transposed != wrongAxis ? tr("softmax of each column") : tr("softmax of each row");
        if (s.has(Mistake::MaskAfterSoftmax))
            how = tr("softmax, then mask");
        return forms(how, s.context ? QStringLiteral("(n, m)") : QStringLiteral("(n, n)"));
    }
    case StageId::HeadOutput:
        if (transposed)
            return forms(plain ? tr("Xᵀ · weights") : tr("Vᵀ · weights"),
                         QStringLiteral("(n, dᵥ)"));
        return forms(plain ? tr("weights · X") : tr("weights · V"), QStringLiteral("(n, dᵥ)"));
    case StageId::Output:
        return forms(!s.W_o       ? tr("heads joined")
                     : transposed ? tr("W_oᵀ · heads joined")
                     : s.b_o      ? tr("heads joined · W_o + b_o")
                                  : tr("heads joined · W_o"),
                     s.W_o ? QStringLiteral("(n, d)") : QStringLiteral("(n, h·dᵥ)"));
    default: {
        QString title = QString::fromUtf8(info.title);
        if (s.heads == 1)
            title.remove(QLatin1String(" of the head"));
        return forms(title, shapeLetters(s, QString::fromUtf8(info.shape)));
    }
    }
}

} // namespace attention::ui
