// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/mistakes.h"
#include "core/attention/run.h"
#include "core/scenario/edits.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/golden.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/checks/check_words.h"
#include "ui/document/document.h"
#include "ui/explain/cell_explanation.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/make_figure.h"
#include "ui/figures/math_text.h"
#include "ui/figures/sentence.h"
#include "ui/views/board_view.h"

#include <QDir>
#include <QFile>
#include <QFontMetricsF>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPixmap>
#include <QUndoStack>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace attention;
using namespace attention::ui;

namespace {

QJsonObject fileAt(const QString& path)
{
    QFile file(path);
    if (!file.open(QFile::ReadOnly))
        qFatal("no file %s", qPrintable(path));
    return QJsonDocument::fromJson(file.readAll()).object();
}

Scenario scenarioAt(const QString& path)
{
    const QJsonObject file = fileAt(path);
    const QJsonObject content = file.contains("scenario") ? file["scenario"].toObject() : file;
    auto read = readScenario(QJsonDocument(content).toJson(QJsonDocument::Compact).toStdString());
    if (const auto* problem = std::get_if<Problem>(&read))
        qFatal("%s: %s", qPrintable(path), english(*problem).c_str());
    return std::get<Scenario>(std::move(read));
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

// What has more than plain attention as a strip: its board has tests of its own.
BoardOptions looks(const Scenario& s)
{
    BoardOptions options;
    if (!isPlain(s))
        options.form = BoardOptions::Form::Strip;
    return options;
}

BoardLayout layout(const Trace& trace, const Selection& selection, QSizeF size = {1024, 600})
{
    return layoutBoardOrStrip({trace, Ranges(trace), looks(*trace.scenario), selection,
                               QRectF(QPointF(0, 0), size), light()});
}

// Number by number; a NaN equals itself.
bool sameNumbers(const Matrix& a, const Matrix& b)
{
    return sameMatrix(share(Matrix(a)), share(Matrix(b)));
}

Selection lookingAt(const MatrixRef& ref)
{
    Selection selection;
    selection.focusField = ref.field;
    if (!ref.field)
        selection.focus = ref.stage;
    selection.head = std::max(0, ref.head);
    return selection;
}

// All that can be looked at: what has a thumbnail, or all that stands on the board; of every head.
std::vector<MatrixRef> shownMatrices(const Trace& trace)
{
    std::vector<MatrixRef> refs;
    for (int head = 0; head < trace.scenario->heads; ++head) {
        Selection selection;
        selection.head = head;
        const BoardLayout l = layout(trace, selection);
        for (const PlacedMatrix& m : l.matrices)
            if ((m.thumbnail || !l.strip) &&
                std::find(refs.begin(), refs.end(), m.ref) == refs.end())
                refs.push_back(m.ref);
    }
    return refs;
}

MatrixPtr valuesOf(const Trace& trace, const MatrixRef& ref)
{
    if (!ref.field)
        return find(trace, ref.stage, ref.head)->values;
    return *matrixIn(*trace.scenario, *ref.field);
}

double number(const QJsonValue& value)
{
    if (value.isDouble())
        return value.toDouble();
    const double infinity = std::numeric_limits<double>::infinity();
    return value.toString() == "NaN" ? std::numeric_limits<double>::quiet_NaN()
           : value == "-Infinity"    ? -infinity
                                     : infinity;
}

const PlacedMatrix* enlarged(const BoardLayout& l)
{
    for (const PlacedMatrix& m : l.matrices)
        if (!m.thumbnail)
            return &m;
    return nullptr;
}

QString bare(QString text)
{
    return text.remove(QChar(0x2068)).remove(QChar(0x2069));
}

// What stays is painted first, then it is laid on what is asked.
QImage paintedInTwo(const QSize& size, const BoardLayout& l, const Trace& trace,
                    const BoardOptions& options, const Selection& selection)
{
    QPixmap still(size);
    still.fill(Qt::transparent);
    {
        CanvasPainter painter(&still);
        paintStill(painter.canvas(), l, options, light());
    }
    QImage image(size, QImage::Format_RGB32);
    CanvasPainter painter(&image);
    painter.canvas().painter.fillRect(image.rect(), light().window);
    paintBoard(painter.canvas(), l, trace, options, selection, light(), {}, &still);
    painter.end();
    return image;
}

int largestDifference(const QImage& a, const QImage& b)
{
    int largest = 0;
    const uchar* p = a.constBits();
    const uchar* q = b.constBits();
    for (qsizetype i = 0; i < a.sizeInBytes(); ++i)
        largest = std::max(largest, std::abs(p[i] - q[i]));
    return largest;
}

} // namespace

// Every kind of scenario that the format knows, in the window: contexts, grouped heads, biases,
// positions, blocks, readouts, mistakes.
class TstFamilies : public attention::test::TestCase {
    Q_OBJECT

    // `batches`: of the ONNX tests also the second sequence, which has the same shapes.
    static void everyFile(bool batches = true)
    {
        QTest::addColumn<QString>("path");
        const QString root = QStringLiteral(ATTENTION_SOURCE_DIR "/");
        for (const char* folder :
             {"tests/golden/cases", "tests/golden/onnx", "resources/scenarios"}) {
            const QDir dir(root + QLatin1String(folder));
            for (const QString& name : dir.entryList({"*.json"}, QDir::Files, QDir::Name))
                if (batches || !name.contains("-b1"))
                    QTest::addRow("%s", qPrintable(name)) << dir.filePath(name);
        }
    }

private slots:
    void theNumbersShownAreTheComputedOnes_data() { everyFile(); }

    void theNumbersShownAreTheComputedOnes()
    {
        QFETCH(QString, path);
        const TracePtr trace = traceOf(scenarioAt(path));
        const Scenario& s = *trace->scenario;
        const std::vector<MatrixRef> refs = shownMatrices(*trace);
        for (const MatrixRef& ref : refs) {
            const BoardLayout l = layout(*trace, lookingAt(ref));
            const PlacedMatrix* m = l.find(ref);
            QVERIFY(m && !m->thumbnail);
            QVERIFY2(m->grid.values == valuesOf(*trace, ref), qPrintable(m->heading));
            QVERIFY(!m->heading.isEmpty() && !m->caption.isEmpty());
        }
        // Nothing that was computed is missing, but for what is the same under another name.
        for (const Stage& stage : trace->stages) {
            const bool shown = std::any_of(refs.begin(), refs.end(), [&](const MatrixRef& ref) {
                return sameNumbers(*valuesOf(*trace, ref), *stage.values);
            });
            const bool sideBySide = stage.id == StageId::Queries || stage.id == StageId::Keys ||
                                    stage.id == StageId::Values ||
                                    stage.id == StageId::Concatenated;
            const bool word =
                isPlain(s) && // a word on a crowded board
                (stage.id == StageId::ScaledScores || stage.id == StageId::MaskedScores ||
                 stage.id == StageId::Embeddings);
            QVERIFY2(shown || word || (isPlain(s) && sideBySide),
                     std::string(stageInfo(stage.id).name).c_str());
        }
        // Nor is anything that was given.
        for (int i = 0; i < matrixFieldCount && !isPlain(s); ++i) {
            const auto field = static_cast<MatrixField>(i);
            const MatrixPtr* held = matrixIn(s, field);
            const bool shown = std::any_of(
                refs.begin(), refs.end(), [&](const MatrixRef& ref) { return ref.field == field; });
            QVERIFY2(shown == (held && *held), fieldName(field));
        }
    }

    // The same numbers as NumPy's, under the name that the strip gives them.
    void whatIsEnlargedIsTheGoldenStage_data()
    {
        QTest::addColumn<QString>("path");
        const QDir dir(QStringLiteral(ATTENTION_SOURCE_DIR "/tests/golden/cases"));
        for (const QString& name : dir.entryList({"*.json"}, QDir::Files, QDir::Name))
            QTest::addRow("%s", qPrintable(name)) << dir.filePath(name);
    }

    void whatIsEnlargedIsTheGoldenStage()
    {
        QFETCH(QString, path);
        const TracePtr trace = traceOf(scenarioAt(path));
        BoardOptions options;
        options.form = BoardOptions::Form::Strip;
        for (const QJsonValue& value : fileAt(path)["stages"].toArray()) {
            const QJsonObject golden = value.toObject();
            const StageInfo* info = findStage(golden["id"].toString().toStdString());
            QVERIFY(info);
            const int head = golden.contains("head") ? golden["head"].toInt() : -1;
            const Ranges ranges(*trace);
            const BoardLayout l =
                layoutStrip({*trace, ranges, options, lookingAt({std::nullopt, info->id, head}),
                             QRectF(0, 0, 1366, 620), light()});
            const PlacedMatrix& m = *enlarged(l);
            const QJsonArray rows = golden["values"].toArray();
            // Plain scenarios show the columns of one head.
            if (m.grid.values->cols() != rows[0].toArray().size() && isPlain(*trace->scenario))
                continue;
            QCOMPARE(m.grid.drawnRows(), static_cast<int>(rows.size()));
            QCOMPARE(m.grid.drawnColumns(), static_cast<int>(rows[0].toArray().size()));
            if (isPlain(*trace->scenario) && m.ref.stage != info->id)
                continue;
            for (int r = 0; r < m.grid.drawnRows(); ++r)
                for (int c = 0; c < m.grid.drawnColumns(); ++c) {
                    const double wanted = number(rows[r].toArray()[c]);
                    const double shown = m.grid.value(r, c);
                    const bool equal =
                        std::isfinite(wanted)
                            ? std::abs(shown - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted))
                        : std::isnan(wanted) ? std::isnan(shown)
                                             : shown == wanted;
                    QVERIFY2(equal, info->name.data());
                }
        }
    }

    void everythingHasItsPlace_data() { everyFile(false); }

    void everythingHasItsPlace()
    {
        QFETCH(QString, path);
        const TracePtr trace = traceOf(scenarioAt(path));
        const Scenario& s = *trace->scenario;
        // The smallest window, a small one, a large one.
        for (const QSizeF size : {QSizeF(652, 354), QSizeF(960, 494), QSizeF(1856, 974)})
            for (const MatrixRef& ref : shownMatrices(*trace)) {
                const BoardLayout l = layout(*trace, lookingAt(ref), size);
                const QRectF window(QPointF(0, 0), size);
                for (const Hotspot& h : l.hotspots) {
                    QVERIFY2(window.contains(h.rect), qPrintable(h.says));
                    QVERIFY(!h.says.isEmpty());
                }
                for (const PlacedText& t : l.texts) {
                    QVERIFY2(window.contains(t.rect), qPrintable(t.text));
                    const QFont font = t.bold ? light().bold(t.scale) : light().body(t.scale);
                    if (!isPlain(s))
                        QVERIFY2(mathWidth(t.text, font) <= t.rect.width() + 1, qPrintable(t.text));
                }
                QVERIFY(l.sentence.isEmpty() || window.contains(l.sentence));
                for (std::size_t i = 0; i < l.matrices.size(); ++i) {
                    const PlacedMatrix& m = l.matrices[i];
                    QVERIFY2(window.contains(m.area), qPrintable(m.heading));
                    QVERIFY2(!l.strip ||
                                 (window.contains(m.headingRect) && window.contains(m.captionRect)),
                             qPrintable(m.heading));
                    QVERIFY(m.rowLabels.isEmpty() || m.rowLabels.size() == m.grid.drawnRows());
                    QVERIFY(m.columnLabels.isEmpty() ||
                            m.columnLabels.size() == m.grid.drawnColumns());
                    if (!l.strip)
                        continue;
                    QVERIFY2(!m.area.intersects(l.sentence), qPrintable(m.heading));
                    for (std::size_t j = 0; j < i; ++j)
                        QVERIFY2(!m.area.intersects(l.matrices[j].area), qPrintable(m.heading));
                    for (const PlacedText& t : l.texts)
                        QVERIFY2(!m.area.intersects(t.rect) && !m.headingRect.intersects(t.rect),
                                 qPrintable(t.text + " over " + m.heading));
                }
                if (!l.strip)
                    break; // the board shows all at once
                const PlacedMatrix& m = *enlarged(l);
                const qreal least = size.height() < 400 ? 4 : 12;
                QVERIFY2(m.area.height() >= least * m.grid.drawnRows() || m.grid.drawnRows() > 9,
                         qPrintable(m.heading));
                if (columnAxis(ref) == Axis::Key)
                    QCOMPARE(m.columnLabels, shownLabels(s.keyTokens()));
                if (rowAxis(ref) == Axis::Key)
                    QCOMPARE(m.rowLabels, shownLabels(s.keyTokens()));
                if (rowAxis(ref) == Axis::Query)
                    QCOMPARE(m.rowLabels, shownLabels(s.tokens));
                QVERIFY(m.tokensOf != MatrixField::X || rowAxis(ref) == Axis::Query);
                QVERIFY(m.tokensOf != MatrixField::ContextX ||
                        (s.context && rowAxis(ref) == Axis::Key));
            }
    }

    void everyMatrixHasAPictureOfItsOwn()
    {
        for (const char* name : {"block-pre", "learned-places", "bias-by-distance",
                                 "translate-cross", "cat-sat-two-heads", "logits-red-blue"}) {
            const TracePtr trace = traceOf(test::example(name));
            std::vector<MatrixRef> refs = shownMatrices(*trace);
            if (trace->scenario->heads > 1)
                refs.push_back({std::nullopt, StageId::Weights, meanOfHeads});
            for (const MatrixRef& ref : refs) {
                const auto figure = matrixFigure(trace, ref);
                QVERIFY(!figure->title().isEmpty() && !figure->description().isEmpty());
                QImage image(400, 300, QImage::Format_RGB32);
                image.fill(light().window);
                CanvasPainter painter(&image);
                figure->paint(painter.canvas(), QRectF(image.rect()), light());
                painter.end();
                int inked = 0;
                for (int x = 0; x < 400; ++x)
                    for (int y = 80; y < 300; ++y)
                        inked += image.pixelColor(x, y) != light().window;
                QVERIFY2(inked > 1000, qPrintable(figure->title()));
            }
        }
    }

    void everyCornerCanBeAskedAndPainted_data() { everyFile(false); }

    void everyCornerCanBeAskedAndPainted()
    {
        QFETCH(QString, path);
        const TracePtr trace = traceOf(scenarioAt(path));
        const Scenario& s = *trace->scenario;
        const Ranges ranges(*trace);
        QImage image(960, 494, QImage::Format_RGB32);
        for (const MatrixRef& ref : shownMatrices(*trace)) {
            const Matrix& values = *valuesOf(*trace, ref);
            const auto rows = static_cast<int>(values.rows());
            const auto columns = static_cast<int>(values.cols());
            for (const auto& [row, column] :
                 {std::pair{0, 0}, std::pair{0, columns - 1}, std::pair{rows - 1, 0},
                  std::pair{rows - 1, columns - 1}}) {
                Selection selection = lookingAt(ref);
                selection.pinned = CellRef{ref, row, column};
                QVERIFY(within(selection, *trace) == selection);
                if (const auto query = queryOf(*selection.pinned)) {
                    QVERIFY(*query >= 0 && *query < s.tokenCount());
                    QVERIFY(!rowSentence(*trace, selection.head, *query, 3).isEmpty());
                }
                if (const auto key = keyOf(*selection.pinned))
                    QVERIFY(*key >= 0 && *key < s.keyCount());
                QVERIFY(cellSentence(*trace, *selection.pinned).contains(" = "));
                cellArithmetic(*trace, *selection.pinned, 3);
            }
            // One picture a matrix, of the corner that is most likely to lie outside.
            Selection selection = lookingAt(ref);
            selection.pinned = CellRef{ref, rows - 1, columns - 1};
            CanvasPainter painter(&image);
            painter.canvas().painter.fillRect(image.rect(), light().window);
            const BoardOptions options = looks(s);
            const BoardLayout l = layoutBoardOrStrip(
                {*trace, ranges, options, selection, QRectF(image.rect()), light()});
            paintBoard(painter.canvas(), l, *trace, options, selection, light());
            painter.end();
            if (ref.head <= 0 && !ref.field) { // enough of them, for a picture takes its time
                const QImage kept = paintedInTwo(image.size(), l, *trace, options, selection);
                QVERIFY(largestDifference(kept, image) <= 2); // of 255
            }
            const PlacedMatrix* m = l.find(ref);
            const QRectF cell = m->cell(0, m->firstColumn);
            QVERIFY2(image.pixelColor(cell.center().toPoint()) != light().window ||
                         image.pixelColor((cell.topLeft() + QPointF(2, 2)).toPoint()) !=
                             light().window,
                     qPrintable(m->heading));
            if (!l.strip)
                break;
        }
    }

    void everyGivenMatrixIsEditedWhereItStands_data() { everyFile(); }

    void everyGivenMatrixIsEditedWhereItStands()
    {
        QFETCH(QString, path);
        Document d;
        const Scenario before = scenarioAt(path);
        d.load(before, {});
        if (!d.trace())
            QTRY_VERIFY(d.trace());
        BoardOptions options;
        options.form = BoardOptions::Form::Strip;
        for (int i = 0; i < matrixFieldCount; ++i) {
            const auto field = static_cast<MatrixField>(i);
            const MatrixPtr* held = matrixIn(before, field);
            if (!held || !*held)
                continue;
            const Matrix was = **held;
            const MatrixRef ref{field, {}, -1};
            const TracePtr trace = traceOf(d.scenario());
            const Ranges ranges(*trace);
            const BoardLayout l = layoutStrip(
                {*trace, ranges, options, lookingAt(ref), QRectF(0, 0, 1366, 620), light()});
            const PlacedMatrix* m = l.find(ref);
            QVERIFY2(m && !m->thumbnail && m->editable == field && m->editColumn == 0,
                     fieldName(field));
            const auto row = static_cast<int>(was.rows()) - 1;
            const auto column = static_cast<int>(was.cols()) - 1;
            const auto wrong = d.apply(
                {withCell(d.scenario(), field, row, column, was(row, column) + 0.5), "Change", {}});
            QVERIFY2(!wrong, fieldName(field));
            QCOMPARE((**matrixIn(d.scenario(), field))(row, column), was(row, column) + 0.5);
            QVERIFY(d.isModified());
            d.undoStack().undo();
            QVERIFY2(sameNumbers(**matrixIn(d.scenario(), field), was), fieldName(field));
            QVERIFY2(sameContent(d.scenario(), before), fieldName(field));
            QVERIFY(!d.isModified());
        }
    }

    void keysAreThoseOfTheContext()
    {
        Scenario s = test::goldenScenario("causal-cross-bottom-right"); // 2 queries, 5 keys
        s.context->tokens = {"le", "chat", "a", "dormi", "ici"};
        s.tokens = {"the", "cat"};
        const TracePtr trace = traceOf(s);
        const QString sentence = bare(rowSentence(*trace, 0, 0, 3));
        QVERIFY2(sentence.startsWith(QString::fromUtf8("“the” reads")) &&
                     sentence.contains("dormi"),
                 qPrintable(sentence));
        QVERIFY(!sentence.contains("cat "));
        QVERIFY(!sentence.contains("ici")); // blocked: query 0 stands at key 3
        QCOMPARE(bare(cellSentence(*trace, {{MatrixField::ContextX, {}, -1}, 4, 0}))
                     .section(" = ", 0, 0),
                 "context.X [ici, 1]");
        QVERIFY(bare(cellSentence(*trace, {{std::nullopt, StageId::Weights, 0}, 1, 4}))
                    .startsWith("weights [cat, ici]"));
        QCOMPARE(queryOf({{std::nullopt, StageId::Context, -1}, 4, 0}), std::nullopt);
        QCOMPARE(keyOf({{std::nullopt, StageId::Context, -1}, 4, 0}), std::optional(4));
        QCOMPARE(keyOf({{MatrixField::MaskBias, {}, -1}, 1, 4}), std::optional(4));
        const BoardLayout l = layout(*trace, lookingAt({std::nullopt, StageId::Weights, 0}));
        QVERIFY2(enlarged(l)->caption.contains("(n, m) = (2, 5)"),
                 qPrintable(enlarged(l)->caption));
        // With one sequence it is n twice.
        const TracePtr own = traceOf(test::example("sixty-four-words"));
        QVERIFY(enlarged(layout(*own, {}))->caption.contains("(n, n) = (64, 64)"));
    }

    void theFormulaClaimsOnlyWhatIsComputed()
    {
        const auto said = [](const Scenario& s) {
            const TracePtr trace = traceOf(s);
            QString all;
            for (const PlacedText& t : layout(*trace, {}, {1366, 640}).texts)
                if (!t.struck)
                    all += t.text + ' ';
            return all.simplified();
        };
        const QString plain = said(test::example("abc-causal"));
        QVERIFY(plain.contains("softmax( X Xᵀ ÷ √dₖ + mask ) X"));
        const QString sinusoidal = said(test::goldenScenario("sinusoidal"));
        QVERIFY2(sinusoidal.contains("X′ = X + PE") && sinusoidal.contains("Q = X′·W_q"),
                 qPrintable(sinusoidal));
        const QString cross = said(test::goldenScenario("cross-attention-positions"));
        QVERIFY2(cross.contains("C′ = C + PE_C") && cross.contains("K = C′·W_k") &&
                     cross.contains("Q = X′·W_q"),
                 qPrintable(cross));
        const QString rope = said(test::goldenScenario("rope-offset"));
        QVERIFY2(rope.contains("softmax( RQ RKᵀ"), qPrintable(rope));
        QVERIFY(!rope.contains("RV"));
        const QString rotated = said(test::goldenScenario("mistake-rotated-values"));
        QVERIFY2(rotated.contains(") RV"), qPrintable(rotated));
        const QString pre = said(test::goldenScenario("block-pre-layer-norm"));
        for (const char* part : {"N₁ = LayerNorm(X)", "Q = N₁·W_q", "R₁ = X + O",
                                 "N₂ = LayerNorm(R₁)", "H = GELU(N₂·W_1 + b_1)", "R₂ = R₁ + M"})
            QVERIFY2(pre.contains(QString::fromUtf8(part)), qPrintable(pre));
        const QString post = said(test::goldenScenario("block-post-layer-norm"));
        for (const char* part : {"N₁ = LayerNorm(R₁)", "Q = X·W_q", "R₂ = N₁ + M", "H = ReLU(N₁"})
            QVERIFY2(post.contains(QString::fromUtf8(part)), qPrintable(post));
        const QString late = said(test::goldenScenario("mistake-mask-after-softmax"));
        QVERIFY2(late.contains(") × mask") && !late.contains("+ mask"), qPrintable(late));
        QVERIFY(said(test::goldenScenario("score-softcap")).contains("cap( Q Kᵀ ÷ √dₖ )"));
        QVERIFY(said(test::goldenScenario("score-bias")).contains("+ bias"));
        QVERIFY(said(test::goldenScenario("biases-and-output")).contains("· W_o + b_o"));
    }

    void aMistakeIsSaidAloud()
    {
        for (const MistakeInfo& info : mistakeTable()) {
            Scenario s = test::goldenScenario(
                info.mistake == Mistake::RotatedValues ? "rope-adjacent" : "multi-head");
            s.mistakes = {info.mistake};
            const TracePtr trace = traceOf(s);
            const BoardLayout l = layout(*trace, {});
            const auto text = [](std::string_view view) {
                return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
            };
            QVERIFY(l.strip);
            QCOMPARE(std::count_if(l.texts.begin(), l.texts.end(),
                                   [&](const PlacedText& t) {
                                       return t.warning && t.text.contains(text(info.title));
                                   }),
                     1);
            QVERIFY(std::any_of(l.hotspots.begin(), l.hotspots.end(), [&](const Hotspot& h) {
                return h.kind == Hotspot::Kind::Note && h.says.contains(text(info.breaks));
            }));
            // In a picture, too.
            const BoardFigure figure(trace, {}, {});
            BoardOptions options;
            options.controls = false;
            const Ranges ranges(*trace);
            const BoardLayout picture =
                layoutBoardOrStrip({*trace, ranges, options, {}, QRectF(0, 0, 1000, 640), light()});
            QVERIFY(std::any_of(picture.texts.begin(), picture.texts.end(),
                                [](const PlacedText& t) { return t.warning; }));
        }
        const TracePtr right = traceOf(test::goldenScenario("multi-head"));
        for (const PlacedText& t : layout(*right, {}).texts)
            QVERIFY(!t.warning);
    }

    void sharesThatAreNoneAreNotCalledOnes()
    {
        // Softmax over the queries: the row of weights does not add to 1, and that is said.
        const TracePtr trace = traceOf(test::goldenScenario("mistake-softmax-over-queries"));
        QVERIFY2(rowSentence(*trace, 0, 0, 3).contains("together"),
                 qPrintable(rowSentence(*trace, 0, 0, 3)));
        const TracePtr right = traceOf(test::goldenScenario("multi-head"));
        QVERIFY(!rowSentence(*right, 0, 0, 3).contains("together"));
    }

    void groupedHeadsShowTheirOwnColumns()
    {
        // Four query heads on two of keys and values: head 2 reads the second half of W_k.
        BoardOptions options;
        options.unfoldV = true;
        const Scenario s = test::goldenScenario("grouped-query");
        const TracePtr trace = traceOf(s);
        Selection selection;
        selection.head = 2;
        const Ranges ranges(*trace);
        const BoardLayout l =
            layoutBoard({*trace, ranges, options, selection, QRectF(0, 0, 2600, 1500), light()});
        const PlacedMatrix* w = l.find({MatrixField::W_v, {}, -1});
        QVERIFY(w);
        const Matrix& W = *s.W_v.matrix;
        QCOMPARE(w->firstColumn, static_cast<int>(W.cols()) / 2);
        QVERIFY(sameNumbers(*w->grid.values, W.rightCols(W.cols() / 2)));
    }

    void everyCheckHasWordsForEveryFile_data() { everyFile(); }

    void everyCheckHasWordsForEveryFile()
    {
        QFETCH(QString, path);
        const Scenario s = scenarioAt(path);
        if (s.tokenCount() > 20)
            return; // checked elsewhere, and slow
        for (const Check& c : check(*traceOf(s))) {
            if (c.status == CheckStatus::NotApplicable)
                continue;
            const QString words = checkWords(c);
            QVERIFY2(!words.isEmpty(), std::string(c.id).c_str());
            if (c.status == CheckStatus::ByDesign && s.mask.causal)
                QVERIFY2(!words.contains("no mask"), qPrintable(words));
        }
    }
};

ATTENTION_TEST(TstFamilies)
#include "tst_families.moc"
