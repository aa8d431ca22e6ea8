// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/golden.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/views/board_view.h"

#include <QSignalSpy>
#include <QUndoStack>

#include <cmath>

using namespace attention;
using namespace attention::ui;

namespace {

using F = MatrixField;

// A name with a dash in front is that of a golden case.
Scenario scenarioOf(const QString& name)
{
    return name.startsWith('-') ? test::goldenScenario(qPrintable(name.mid(1)))
                                : test::example(qPrintable(name));
}

// Everything that a board may have to show beside plain attention.
const QStringList& all()
{
    static const QStringList names = {"translate-cross",
                                      "saturation-six-keys",
                                      "decode-cached",
                                      "echo-sinusoids",
                                      "padding-left",
                                      "learned-places",
                                      "rope-relative",
                                      "rope-two-speeds",
                                      "logits-red-blue",
                                      "leak-fixed",
                                      "block-pre",
                                      "block-post",
                                      "bias-by-distance",
                                      "slope-soft-cap",
                                      "-cross-attention",
                                      "-block-cross",
                                      "-cross-attention-positions",
                                      "-biases-and-output",
                                      "-rope-halves",
                                      "-causal-cross-bottom-right",
                                      "-block-post-layer-norm",
                                      "-learned-positions",
                                      "mask-too-late",
                                      "wrong-axis",
                                      "-mistake-tiled-kv-heads",
                                      "-mistake-scale-by-sqrt-d-model",
                                      "-mistake-mask-after-softmax"};
    return names;
}

TracePtr traceOf(const Scenario& s)
{
    return run(std::make_shared<const Scenario>(s));
}

const Theme& light()
{
    static const Theme theme = Theme::make(ThemeKind::Light);
    return theme;
}

constexpr QSizeF large(4200, 3000);

BoardLayout layout(const Trace& trace, const BoardOptions& options = {},
                   const Selection& selection = {}, QSizeF size = large)
{
    return layoutBoardOrStrip(
        {trace, Ranges(trace), options, selection, QRectF(QPointF(0, 0), size), light()});
}

Selection lookingAt(const MatrixRef& ref)
{
    Selection selection;
    selection.focusField = ref.field;
    if (!ref.field)
        selection.focus = ref.stage;
    return selection;
}

MatrixRef stage(StageId id, int head = -1)
{
    return {std::nullopt, id, head};
}

MatrixRef given(F field)
{
    return {field, {}, -1};
}

BoardOptions unfolded(int bits)
{
    BoardOptions o;
    o.unfoldQ = bits & 1;
    o.unfoldK = bits & 2;
    o.unfoldV = bits & 4;
    o.unfoldO = bits & 8;
    return o;
}

// What stands at a place, upright: as it is multiplied.
const PlacedMatrix* leftOf(const BoardLayout& l, const PlacedMatrix& m, Role role)
{
    const PlacedMatrix* best = nullptr;
    for (const PlacedMatrix& other : l.matrices)
        if (&other != &m && std::abs(other.area.top() - m.area.top()) < 0.5 &&
            other.area.right() < m.area.left() && other.role == role &&
            (!best || other.area.left() > best->area.left()))
            best = &other;
    return best;
}

std::vector<const PlacedMatrix*> above(const BoardLayout& l, const PlacedMatrix& m)
{
    std::vector<const PlacedMatrix*> found;
    for (const PlacedMatrix& other : l.matrices)
        if (&other != &m && std::abs(other.area.left() - m.area.left()) < 0.5 &&
            std::abs(other.area.width() - m.area.width()) < 0.5 &&
            other.area.bottom() < m.area.top())
            found.push_back(&other);
    return found;
}

Matrix drawn(const PlacedMatrix& m)
{
    Matrix values(m.grid.drawnRows(), m.grid.drawnColumns());
    for (int r = 0; r < values.rows(); ++r)
        for (int c = 0; c < values.cols(); ++c)
            values(r, c) = m.grid.value(r, c);
    return values;
}

bool near(const Matrix& a, const Matrix& b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() && (a - b).cwiseAbs().maxCoeff() < 1e-9;
}

const Hotspot* hotspot(const BoardView& view, Hotspot::Kind kind)
{
    for (const Hotspot& h : view.boardLayout().hotspots)
        if (h.kind == kind)
            return &h;
    return nullptr;
}

bool act(BoardView& view, Hotspot::Kind kind)
{
    const Hotspot* h = hotspot(view, kind);
    if (h)
        view.act(Hotspot(*h));
    return h;
}

struct Session {
    Document document;
    BoardView view{document};

    explicit Session(const QString& name, QSize size = {1840, 950})
    {
        document.load(scenarioOf(name), {});
        view.resize(size);
    }
};

} // namespace

// The board of all that a scenario can have: another sequence, positions, biases, a block, a
// readout.
class TstWholeBoard : public attention::test::TestCase {
    Q_OBJECT

    static void everyOne()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : all())
            QTest::newRow(qPrintable(name)) << name;
    }

private slots:
    void fewTokensOpenOnTheBoard_data()
    {
        QTest::addColumn<QString>("name");
        for (const QString& name : all())
            if (!name.startsWith('-'))
                QTest::newRow(qPrintable(name)) << name;
        QTest::newRow("cross") << "-cross-attention";
        QTest::newRow("positions") << "-cross-attention-positions";
        QTest::newRow("causal cross") << "-causal-cross-top-left";
        QTest::newRow("rope") << "-rope-offset";
        QTest::newRow("bias") << "-score-bias";
        QTest::newRow("block") << "-block-post-layer-norm";
        QTest::newRow("block of rms norms") << "-block-rms-norm-silu";
    }

    void fewTokensOpenOnTheBoard()
    {
        QFETCH(QString, name);
        const TracePtr trace = traceOf(scenarioOf(name));
        const BoardLayout l = layout(*trace, {}, {}, {1302, 626}); // of a window of 1366 × 768
        QVERIFY(!l.strip);
        QVERIFY(l.cell.width() >= 34 && l.cell.height() >= 26);
    }

    void keysAndValuesAreThoseOfTheContext()
    {
        const TracePtr trace = traceOf(scenarioOf("translate-cross"));
        const BoardLayout l = layout(*trace);
        const QStringList context = shownLabels(trace->scenario->context->tokens);
        const QStringList tokens = shownLabels(trace->scenario->tokens);
        QVERIFY(context != tokens);
        const PlacedMatrix* k = l.find(stage(StageId::HeadKeys, 0));
        const PlacedMatrix* v = l.find(stage(StageId::HeadValues, 0));
        const PlacedMatrix* w = l.find(stage(StageId::Weights, 0));
        QVERIFY(k && v && w);
        QCOMPARE(k->columnLabels, context);
        QCOMPARE(v->rowLabels, context);
        QCOMPARE(w->columnLabels, context);
        QCOMPARE(l.find(stage(StageId::HeadQueries, 0))->rowLabels, tokens);
        QCOMPARE(k->heading, QStringLiteral("Kᵀ = Cᵀ ▸"));
        QCOMPARE(v->heading, QStringLiteral("V = C ▸"));
        QVERIFY2(k->caption.contains("(dₖ, m)"), qPrintable(k->caption));
        QVERIFY(l.find(stage(StageId::Scores, 0))->caption.contains("(n, m)"));
        QVERIFY(k->editable == F::ContextX && v->editable == F::ContextX);
        // Two queries, five keys.
        const TracePtr five = traceOf(scenarioOf("-causal-cross-bottom-right"));
        const BoardLayout wide = layout(*five);
        const PlacedMatrix* masked = wide.find(stage(StageId::MaskedScores, 0));
        QVERIFY(masked);
        QCOMPARE(masked->grid.drawnRows(), 2);
        QCOMPARE(masked->grid.drawnColumns(), 5);
        QVERIFY(masked->grid.blocked(0, 4) && !masked->grid.blocked(0, 3));
    }

    void everyProductIsACrossing_data() { everyOne(); }

    // What stands left times what stands above, and what is added to it between, is what stands
    // where they cross: by the numbers on the board alone.
    void everyProductIsACrossing()
    {
        QFETCH(QString, name);
        const Scenario s = scenarioOf(name);
        const TracePtr trace = traceOf(s);
        const BoardLayout l = layout(*trace, unfolded(15));
        QVERIFY(!l.strip);
        const auto at = [&](StageId id, int head = 0) -> const PlacedMatrix& {
            const PlacedMatrix* m = l.find(stage(id, head));
            if (!m)
                qFatal("%s stands nowhere", stageInfo(id).name.data());
            return *m;
        };
        const auto sum = [&](const PlacedMatrix& product, F bias, Matrix values) {
            if (const PlacedMatrix* b = l.find(given(bias))) {
                const Matrix row = drawn(*b);
                if (row.cols() == 1 && values.cols() > 1)
                    values.colwise() += row.col(0);
                else
                    values.rowwise() += row.row(0);
                const bool stands = row.rows() == 1 ? b->area.bottom() < product.area.top() &&
                                                          b->area.left() == product.area.left()
                                                    : b->area.right() < product.area.left() &&
                                                          b->area.top() == product.area.top();
                return stands ? values : Matrix();
            }
            return values;
        };
        // Q = source · W_q + b_q
        const PlacedMatrix& q = at(StageId::HeadQueries);
        const PlacedMatrix* x = leftOf(l, q, Role::Score);
        const PlacedMatrix* wq = l.find(given(F::W_q));
        QVERIFY(x && wq && wq->area.left() == q.area.left());
        QVERIFY(near(sum(q, F::b_q, drawn(*x) * drawn(*wq)), drawn(q)));
        // Kᵀ = W_kᵀ · sourceᵀ + b_kᵀ
        const PlacedMatrix& k = at(StageId::HeadKeys);
        const PlacedMatrix* wk = l.find(given(F::W_k));
        QVERIFY(wk && wk->area.top() == k.area.top() && wk->area.right() < k.area.left());
        const auto overKeys = above(l, k);
        QCOMPARE(overKeys.size(), std::size_t(1));
        QVERIFY(near(sum(k, F::b_k, drawn(*wk) * drawn(*overKeys[0])), drawn(k)));
        // V = source · W_v + b_v
        const PlacedMatrix& v = at(StageId::HeadValues);
        const PlacedMatrix* wv = l.find(given(F::W_v));
        const PlacedMatrix* xv = leftOf(l, v, Role::Score);
        QVERIFY(wv && xv && wv->area.left() == v.area.left());
        QVERIFY(near(sum(v, F::b_v, drawn(*xv) * drawn(*wv)), drawn(v)));
        // S = Q·Kᵀ, or what RoPE has made of them, in the band and over it; output = weights · V.
        const PlacedMatrix& S = at(StageId::Scores);
        const PlacedMatrix* reads = leftOf(l, S, Role::Query);
        QVERIFY(reads);
        const PlacedMatrix* read = nullptr;
        for (const PlacedMatrix* m : above(l, S))
            read = !read || m->area.top() > read->area.top() ? m : read;
        QVERIFY(read && near(drawn(*reads) * drawn(*read), drawn(S)));
        const PlacedMatrix& out = at(StageId::HeadOutput);
        QCOMPARE(out.area.left(), v.area.left());
        QVERIFY(near(drawn(at(StageId::Weights)) * drawn(v), drawn(out)));
        if (s.W_o && s.heads == 1) {
            const PlacedMatrix* wo = l.find(given(F::W_o));
            QVERIFY(wo && near(sum(at(StageId::Output, -1), F::b_o, drawn(out) * drawn(*wo)),
                               drawn(at(StageId::Output, -1))));
        }
        // X + PE = X′, side by side.
        if (const PlacedMatrix* pe = l.find(stage(StageId::PositionEncoding))) {
            const PlacedMatrix* xs = l.find(given(F::X));
            QVERIFY(xs && xs->area.top() == q.area.top() && xs->area.right() < pe->area.left() &&
                    pe->area.right() < x->area.left());
            QVERIFY(near(drawn(*xs) + drawn(*pe), drawn(*x)));
        }
    }

    void theBlockIsAChainOfCrossings_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"block-pre", "block-post", "-block-cross", "-block-rms-norm-silu",
                                 "-block-pre-layer-norm", "-block-post-layer-norm"})
            QTest::newRow(name) << name;
    }

    void theBlockIsAChainOfCrossings()
    {
        QFETCH(QString, name);
        const Scenario s = scenarioOf(name);
        const TracePtr trace = traceOf(s);
        const bool pre = s.block->placement == Placement::Pre;
        const BoardLayout l = layout(*trace, {}, lookingAt(stage(StageId::MlpHidden)));
        QVERIFY(!l.strip);
        const auto values = [&](const MatrixRef& ref) {
            const PlacedMatrix* m = l.find(ref);
            return m ? drawn(*m) : Matrix();
        };
        const Matrix x = values(given(F::X)), o = values(stage(StageId::Output));
        const Matrix r1 = values(stage(StageId::Residual1)), n1 = values(stage(StageId::Norm1));
        const Matrix r2 = values(stage(StageId::Residual2)), n2 = values(stage(StageId::Norm2));
        const Matrix h = values(stage(StageId::MlpHidden)), out = values(stage(StageId::MlpOutput));
        QVERIFY(near(x + o, r1));
        QVERIFY(near((pre ? r1 : n1) + out, r2));
        QVERIFY(near(values(stage(StageId::BlockOutput)), pre ? r2 : n2));
        const auto layer = [&](const Matrix& in, F W, F b) {
            Matrix sum = in * values(given(W));
            if (l.find(given(b)))
                sum.rowwise() += values(given(b)).row(0);
            return sum;
        };
        QVERIFY(near(layer(h, F::W_2, F::b_2), out));
        if (s.block->activation == Activation::Relu)
            QVERIFY(near(layer(pre ? n2 : n1, F::W_1, F::b_1).cwiseMax(0), h));
        // One band, in the order of computation, W_1 over H and W_2 over what it makes.
        const std::vector<MatrixRef> order = pre ? std::vector<MatrixRef>{given(F::X),
                                                                          stage(StageId::Norm1),
                                                                          stage(StageId::Output),
                                                                          stage(StageId::Residual1),
                                                                          stage(StageId::Norm2),
                                                                          stage(StageId::MlpHidden),
                                                                          stage(StageId::MlpOutput),
                                                                          stage(StageId::Residual2)}
                                                 : std::vector<MatrixRef>{given(F::X),
                                                                          stage(StageId::Output),
                                                                          stage(StageId::Residual1),
                                                                          stage(StageId::Norm1),
                                                                          stage(StageId::MlpHidden),
                                                                          stage(StageId::MlpOutput),
                                                                          stage(StageId::Residual2),
                                                                          stage(StageId::Norm2)};
        for (std::size_t i = 1; i < order.size(); ++i) {
            QCOMPARE(l.find(order[i])->area.top(), l.find(order[0])->area.top());
            QCOMPARE(l.find(order[i])->area.bottom(), l.find(order[0])->area.bottom());
            QVERIFY(l.find(order[i])->area.left() > l.find(order[i - 1])->area.right());
        }
        QCOMPARE(l.find(given(F::W_1))->area.left(),
                 l.find(stage(StageId::MlpHidden))->area.left());
        QCOMPARE(l.find(given(F::W_2))->area.left(),
                 l.find(stage(StageId::MlpOutput))->area.left());
    }

    void whatIsAskedIsUnfolded_data() { everyOne(); }

    // Whatever can be looked at has its place on the board when it is.
    void whatIsAskedIsUnfolded()
    {
        QFETCH(QString, name);
        const Scenario s = scenarioOf(name);
        const TracePtr trace = traceOf(s);
        for (const Stage& each : trace->stages) {
            if (each.head > 0)
                continue;
            // All heads beside each other; what changes nothing is a word.
            if (s.heads > 1 && (each.id == StageId::Queries || each.id == StageId::Keys ||
                                each.id == StageId::Values || each.id == StageId::Concatenated))
                continue;
            const MatrixRef ref = stage(each.id, each.head);
            const BoardLayout l = layout(*trace, {}, lookingAt(ref));
            QVERIFY(!l.strip);
            const bool there =
                std::any_of(l.matrices.begin(), l.matrices.end(), [&](const PlacedMatrix& m) {
                    return m.ref == ref || near(drawn(m), *each.values) ||
                           near(drawn(m).transpose(), *each.values);
                });
            QVERIFY2(there, stageInfo(each.id).name.data());
        }
        for (int i = 0; i < matrixFieldCount; ++i) {
            const auto field = static_cast<F>(i);
            const MatrixPtr* held = matrixIn(s, field);
            if (!held || !*held)
                continue;
            const BoardLayout l = layout(*trace, {}, lookingAt(given(field)));
            QVERIFY2(std::any_of(l.matrices.begin(), l.matrices.end(),
                                 [&](const PlacedMatrix& m) { return m.editable == field; }),
                     fieldName(field));
        }
    }

    void nothingOverlaps_data() { everyOne(); }

    void nothingOverlaps()
    {
        QFETCH(QString, name);
        const TracePtr trace = traceOf(scenarioOf(name));
        std::vector<std::pair<BoardOptions, Selection>> looks;
        for (const int bits : {0, 1, 2, 3, 4, 15})
            for (const bool transposed : {false, true}) {
                BoardOptions o = unfolded(bits);
                o.transposed = transposed;
                looks.push_back({o, {}});
            }
        if (trace->scenario->block)
            for (const StageId id : {StageId::Norm1, StageId::MlpHidden, StageId::Residual2})
                for (const bool transposed : {false, true}) {
                    BoardOptions o;
                    o.transposed = transposed;
                    looks.push_back({o, lookingAt(stage(id))});
                }
        for (const auto& [options, selection] : looks) {
            const BoardLayout l = layout(*trace, options, selection);
            QVERIFY(!l.strip);
            const QRectF window(QPointF(0, 0), large);
            std::vector<std::pair<QRectF, QString>> boxes;
            for (const PlacedMatrix& m : l.matrices) {
                boxes.push_back({m.area, m.heading + " itself"});
                const QFontMetricsF bold(light().bold(m.scale * 18 / 14));
                QRectF heading = m.headingRect;
                heading.setWidth(std::min(heading.width(), bold.horizontalAdvance(m.heading)));
                boxes.push_back({heading, m.heading + " as a heading"});
                QVERIFY(m.rowLabels.isEmpty() || m.rowLabels.size() == m.grid.drawnRows());
                QVERIFY(m.columnLabels.isEmpty() || m.columnLabels.size() == m.grid.drawnColumns());
                if (!m.rowLabels.isEmpty())
                    boxes.push_back({QRectF(m.area.left() - m.rowLabelWidth, m.area.top(),
                                            m.rowLabelWidth - 1, m.area.height()),
                                     m.heading + " labels"});
            }
            for (const PlacedText& t : l.texts)
                if (!t.text.isEmpty()) {
                    const QFontMetricsF metrics(t.bold ? light().bold(t.scale)
                                                       : light().body(t.scale));
                    QRectF r = t.rect;
                    if (t.alignment == Qt::AlignCenter)
                        r.setWidth(std::min(r.width(), metrics.horizontalAdvance(t.text)));
                    r.moveCenter(t.rect.center());
                    boxes.push_back({r, "'" + t.text + "'"});
                }
            boxes.push_back({l.sentence, "sentence"});
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                QVERIFY2(window.contains(boxes[i].first) || boxes[i].first.isEmpty(),
                         qPrintable(boxes[i].second + " is outside"));
                for (std::size_t j = 0; j < i; ++j)
                    QVERIFY2(!boxes[i].first.adjusted(1, 1, -1, -1).intersects(boxes[j].first),
                             qPrintable(boxes[i].second + " over " + boxes[j].second +
                                        (options.transposed ? " turned" : "")));
            }
        }
    }

    // A mistake is said under the formula, and where it happens; the board stays a board.
    void aMistakeStaysOnTheBoard()
    {
        const auto says = [](const BoardLayout& l, const QString& text) {
            return std::any_of(l.texts.begin(), l.texts.end(),
                               [&](const PlacedText& t) { return t.text == text; });
        };
        const TracePtr late = traceOf(scenarioOf("mask-too-late"));
        const BoardLayout masked = layout(*late);
        QVERIFY(!masked.strip);
        QVERIFY(says(masked, "mistake: mask after the softmax"));
        QVERIFY(says(masked, "× mask") && !says(masked, "+ mask"));
        QVERIFY(!masked.find(stage(StageId::MaskedScores, 0)));
        QVERIFY(masked.find(stage(StageId::Weights, 0))->caption.startsWith("softmax, then mask"));

        const TracePtr axis = traceOf(scenarioOf("wrong-axis"));
        for (const bool transposed : {false, true}) {
            BoardOptions o;
            o.transposed = transposed;
            const BoardLayout columns = layout(*axis, o);
            QVERIFY(says(columns, "mistake: softmax over the queries"));
            QVERIFY(columns.find(stage(StageId::Weights, 0))
                        ->caption.startsWith(transposed ? "softmax of each row"
                                                        : "softmax of each column"));
        }
        // What they take from elsewhere, no board shows.
        QVERIFY(layout(*traceOf(scenarioOf("reshape-bug"))).strip);
        QVERIFY(layout(*traceOf(scenarioOf("rope-values"))).strip);
    }

    void positionsAndRotationsFold()
    {
        Session s("echo-sinusoids");
        const auto stands = [&](const MatrixRef& ref) {
            return s.view.boardLayout().find(ref) != nullptr;
        };
        QVERIFY(stands(stage(StageId::PositionEncoding)) && stands(given(F::X)));
        QVERIFY(act(s.view, Hotspot::Kind::TogglePositions));
        QVERIFY(!stands(stage(StageId::PositionEncoding)) && !stands(given(F::X)));
        QVERIFY(act(s.view, Hotspot::Kind::TogglePositions));
        QVERIFY(stands(stage(StageId::PositionEncoding)));
        Session r("rope-two-speeds");
        const MatrixRef rq = stage(StageId::RotatedQueries, 0);
        QVERIFY(r.view.boardLayout().find(rq));
        QVERIFY(act(r.view, Hotspot::Kind::ToggleRope));
        QVERIFY(!r.view.boardLayout().find(rq));
        const auto& texts = r.view.boardLayout().texts;
        QVERIFY(std::any_of(texts.begin(), texts.end(),
                            [](const PlacedText& t) { return t.text == "RoPE"; }));
        QVERIFY(act(r.view, Hotspot::Kind::ToggleRope));
        QVERIFY(r.view.boardLayout().find(rq));
    }

    void whereNothingFitsNothingIsUnfolded()
    {
        Session s("-biases-and-output", {980, 560});
        s.view.setOptions({});
        if (s.view.boardLayout().strip)
            s.view.resize(1300, 700);
        QVERIFY(!s.view.boardLayout().strip);
        QSignalSpy said(&s.view, &BoardView::problem);
        QVERIFY(act(s.view, Hotspot::Kind::UnfoldV));
        QVERIFY(!s.view.boardLayout().strip);
        if (!s.view.options().unfoldV)
            QCOMPARE(said.count(), 1);
        s.view.resize(4000, 3000);
        QVERIFY(act(s.view, Hotspot::Kind::UnfoldV));
        QVERIFY(s.view.boardLayout().find(given(F::b_v)));
        QVERIFY(act(s.view, Hotspot::Kind::UnfoldV));
        QVERIFY(!s.view.boardLayout().find(given(F::b_v)));
    }

    // A number is typed where it stands, one step back takes it away.
    void givenNumbersAreEditedWhereTheyStand_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("field");
        QTest::addColumn<int>("shownAs"); // a stage, or -1: itself
        const auto row = [](const char* name, F field, int shownAs = -1) {
            QTest::addRow("%s %s", name, fieldName(field)) << name << int(field) << shownAs;
        };
        row("translate-cross", F::ContextX, int(StageId::HeadKeys));
        row("translate-cross", F::ContextX, int(StageId::HeadValues));
        row("translate-cross", F::X, int(StageId::HeadQueries));
        row("-cross-attention-positions", F::ContextX);
        row("-learned-positions", F::PositionTable, int(StageId::PositionEncoding));
        row("echo-sinusoids", F::X);
        row("-biases-and-output", F::b_q);
        row("-biases-and-output", F::b_k);
        row("-biases-and-output", F::b_v);
        row("-biases-and-output", F::b_o);
        row("-biases-and-output", F::W_o);
        row("bias-by-distance", F::MaskBias);
        row("block-pre", F::W_1);
        row("block-pre", F::W_2);
        row("block-pre", F::X);
        row("-block-post-layer-norm", F::gamma_1);
        row("-block-post-layer-norm", F::beta_2);
        row("-block-post-layer-norm", F::b_1);
        row("-block-post-layer-norm", F::b_2);
    }

    void givenNumbersAreEditedWhereTheyStand()
    {
        QFETCH(QString, name);
        QFETCH(int, field);
        QFETCH(int, shownAs);
        Session s(name, {4000, 2600});
        const auto which = static_cast<F>(field);
        const Scenario before = s.document.scenario();
        s.view.setSelection(lookingAt(given(which)));
        const MatrixRef ref =
            shownAs < 0 ? given(which)
                        : stage(static_cast<StageId>(shownAs),
                                stageInfo(static_cast<StageId>(shownAs)).perHead ? 0 : -1);
        const PlacedMatrix* m = s.view.boardLayout().find(ref);
        QVERIFY(m && m->editable == which);
        const int row = static_cast<int>(m->grid.rows()) - 1;
        const int column = m->firstColumn + static_cast<int>(m->grid.columns()) - 1;
        const double was = (*m->grid.values)(row, column - m->firstColumn);
        QVERIFY(s.view.editCell({ref, row, column}, QStringLiteral("7")));
        auto* editor = s.view.findChild<QWidget*>("cellEditor");
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(!sameContent(s.document.scenario(), before));
        const PlacedMatrix* now = s.view.boardLayout().find(ref);
        QVERIFY(now && was != 7);
        QCOMPARE((*now->grid.values)(row, column - now->firstColumn), 7.0);
        s.document.undoStack().undo();
        QVERIFY(sameContent(s.document.scenario(), before));
    }

    // Learned positions with ids of their own: each row is the row of the table that it names.
    void aPositionIsEditedInItsRowOfTheTable()
    {
        Scenario s = scenarioOf("-learned-positions");
        s.positions.ids = {2, 0, 2, 1};
        const TracePtr trace = traceOf(s);
        const BoardLayout l = layout(*trace, {}, lookingAt(stage(StageId::PositionEncoding)));
        const PlacedMatrix* pe = l.find(stage(StageId::PositionEncoding));
        QVERIFY(pe && pe->editable == F::PositionTable);
        QVERIFY(pe->editRows == std::vector<int>({2, 0, 2, 1}));
    }

    void theTabsLeadThroughTheBlock()
    {
        Session s("block-pre", {1302, 626});
        QVERIFY(!s.view.boardLayout().strip);
        const auto tab = [&](const QString& begins) -> const PlacedText* {
            for (const PlacedText& t : s.view.boardLayout().texts)
                if (t.tab && t.text.startsWith(begins))
                    return &t;
            return nullptr;
        };
        const auto click = [&](const QString& begins) {
            const PlacedText* t = tab(begins);
            if (!t)
                return false;
            QTest::mouseClick(&s.view, Qt::LeftButton, {}, t->rect.center().toPoint());
            return true;
        };
        s.view.show();
        QVERIFY(tab("attention") && tab("attention")->on);
        for (const char* name : {"N₁", "O", "R₁", "N₂", "H", "M", "R₂"}) {
            QVERIFY2(click(name), name);
            QVERIFY(!s.view.boardLayout().strip);
            QVERIFY(tab(name)->on && !tab("attention")->on);
            const auto& pinned = s.view.selection().pinned;
            QVERIFY(pinned);
            const PlacedMatrix* m = s.view.boardLayout().find(pinned->matrix);
            QVERIFY2(m, name);
            QCOMPARE(QString::fromUtf8(stageInfo(pinned->matrix.stage).symbol.data()), name);
            QVERIFY(s.view.boardLayout().cell.width() >= 34);
        }
        QVERIFY(click("attention"));
        QVERIFY(s.view.boardLayout().find(stage(StageId::Weights, 0)));
        QVERIFY(click("X"));
        QVERIFY(s.view.boardLayout().find(given(F::X))->tokensOf == F::X);
    }

    void aBlockIsReadOutAtItsEnd()
    {
        Scenario s = scenarioOf("block-pre");
        s.readout = Readout{{"a", "b", "c", "d"}, true, {}};
        const TracePtr trace = traceOf(s);
        BoardOptions options;
        const Selection end = lookingAt(stage(StageId::Probabilities));
        const BoardLayout l = layout(*trace, options, end);
        const PlacedMatrix* p = l.find(stage(StageId::Probabilities));
        QVERIFY(p && p->area.left() > l.find(stage(StageId::Residual2))->area.right());
        QCOMPARE(p->columnLabels, QStringList({"a", "b", "c", "d"}));
        QCOMPARE(static_cast<int>(p->rowEnds.size()), s.tokenCount());
        QVERIFY(p->rowEnds[1].text != QStringLiteral("→ ?"));
        // Where the last numbers are hidden, by whatever name, so is what they predict.
        options.hidden.hideRow(*trace, {stage(StageId::Residual2), 1, 0});
        const BoardLayout hidden = layout(*trace, options, end);
        const std::vector<RowEnd>& ends = hidden.find(stage(StageId::Probabilities))->rowEnds;
        QCOMPARE(ends[1].text, QStringLiteral("→ ?"));
        QVERIFY(ends[0].text != QStringLiteral("→ ?"));
    }

    void aReadoutStandsBesideTheOutput()
    {
        const TracePtr logits = traceOf(scenarioOf("logits-red-blue"));
        const BoardLayout l = layout(*logits);
        const PlacedMatrix* p = l.find(stage(StageId::Probabilities));
        const PlacedMatrix* out = l.find(stage(StageId::HeadOutput, 0));
        QVERIFY(p && out && p != out);
        QCOMPARE(p->area.top(), out->area.top());
        QVERIFY(p->area.left() > out->area.right());
        QCOMPARE(p->columnLabels, QStringList({"red", "blue"}));
        QCOMPARE(static_cast<int>(p->rowEnds.size()), logits->scenario->tokenCount());
        // Where nothing makes shares of it, it is the output itself.
        const TracePtr shares = traceOf(scenarioOf("leak-fixed"));
        const BoardLayout same = layout(*shares);
        const PlacedMatrix* read = same.find(stage(StageId::Probabilities));
        QVERIFY(read && read->ref == stage(StageId::HeadOutput, 0));
        QCOMPARE(read->columnLabels, shownLabels(shares->scenario->readout->labels));
        QCOMPARE(static_cast<int>(read->rowEnds.size()), shares->scenario->tokenCount());
    }
};

ATTENTION_TEST(TstWholeBoard)
#include "tst_whole_board.moc"
