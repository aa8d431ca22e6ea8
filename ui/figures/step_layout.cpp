// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/step_layout.h"

#include "core/attention/heads.h"
#include "ui/figures/heads_layout.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

constexpr qreal leastText = 0.855; // of the theme's size: 0.86, as pixels are rounded

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

// A matrix at its place in a crossing: what makes the rows at the lower left, what makes the
// columns at the upper right, their product at the lower right.
struct Part {
    MatrixRef ref;
    int row = 1, column = 1; // of the crossing
    bool transposed = false;
    Role rows = Role::None, columns = Role::None; // of the labels that are written
    bool labelsRows = false, labelsColumns = false;
    Role left = Role::None, top = Role::None, right = Role::None; // edges
};

struct Step {
    std::vector<Part> parts;
    QStringList words; // what happens between the last two of the lower row
};

Step stepOf(const LayoutInput& in, StageId id)
{
    const Scenario& s = *in.trace.scenario;
    const int head = in.selection.head;
    const auto of = [&](StageId stage) { return MatrixRef{std::nullopt, stage, head}; };
    const auto given = [](MatrixField field) { return MatrixRef{field, {}, -1}; };
    const auto byQuery = [](const MatrixRef& ref, int column, bool labelled) {
        return Part{ref, 1, column, false, Role::Query, Role::None, labelled, false, Role::Query};
    };
    const auto pairs = [](const MatrixRef& ref, int column, bool labelled) {
        return Part{ref,       1,        column, false,       Role::Query,
                    Role::Key, labelled, true,   Role::Query, Role::Key};
    };
    const auto keys = [](const MatrixRef& ref, int row) {
        return Part{ref, row, 1, true, Role::None, Role::Key, false, true, Role::None, Role::Key};
    };
    const auto byValue = [](const MatrixRef& ref, int row, int column) {
        return Part{ref,  row,   column,     false,      Role::Value, Role::None,
                    true, false, Role::None, Role::None, Role::Value};
    };
    const auto plain = [](const MatrixRef& ref, int row, int column, bool transposed = false) {
        return Part{ref, row, column, transposed};
    };
    const auto joined = [](MatrixRef ref) {
        ref.head = -1;
        return ref;
    };
    const StageId scaled = scalesSomething(s) ? StageId::ScaledScores : StageId::Scores;
    switch (id) {
    case StageId::Embeddings:
        return {{byQuery(given(MatrixField::X), 1, true)}, {}};
    case StageId::HeadQueries:
        if (s.W_q.isIdentity())
            return {{byQuery(of(id), 1, true)}, {}};
        return {{byQuery(given(MatrixField::X), 0, true), plain(given(MatrixField::W_q), 0, 1),
                 byQuery(of(id), 1, false)},
                {}};
    case StageId::HeadKeys:
        if (s.W_k.isIdentity())
            return {{keys(of(id), 1)}, {}};
        return {{keys(given(MatrixField::X), 0), plain(given(MatrixField::W_k), 1, 0, true),
                 keys(of(id), 1)},
                {}};
    case StageId::HeadValues:
        if (s.W_v.isIdentity())
            return {{byValue(of(id), 1, 1)}, {}};
        return {{byValue(given(MatrixField::X), 1, 0), plain(given(MatrixField::W_v), 0, 1),
                 byValue(of(id), 1, 1)},
                {}};
    case StageId::Scores:
        return {{byQuery(of(StageId::HeadQueries), 0, true), keys(of(StageId::HeadKeys), 0),
                 pairs(of(id), 1, false)},
                {}};
    case StageId::ScaledScores:
        return {{pairs(of(StageId::Scores), 0, true), pairs(of(id), 1, false)}, {scaleWord(s)}};
    case StageId::MaskedScores:
        return {{pairs(of(scaled), 0, true), pairs(of(id), 1, false)}, {tr("+ mask")}};
    case StageId::HeadOutput:
        return {{pairs(of(StageId::Weights), 0, true), byValue(of(StageId::HeadValues), 0, 1),
                 byQuery(of(id), 1, false)},
                {}};
    case StageId::Output: {
        Step step;
        if (s.W_o) {
            step.parts = {byQuery(joined(of(StageId::Concatenated)), 0, true),
                          plain(given(MatrixField::W_o), 0, 1), byQuery(joined(of(id)), 1, false)};
            return step;
        }
        for (int h = 0; h < s.heads; ++h)
            step.parts.push_back(byQuery({std::nullopt, StageId::HeadOutput, h}, h, h == 0));
        step.parts.push_back(byQuery(joined(of(id)), s.heads, false));
        step.words = {tr("join")};
        return step;
    }
    default:
        return {{pairs(of(masksScores(s) ? StageId::MaskedScores : scaled), 0, true),
                 pairs(of(StageId::Weights), 1, false)},
                {masksWeights(s) ? tr("softmax, × mask") : QStringLiteral("softmax")}};
    }
}

// The queries in columns: all of it mirrored along its diagonal.
Step mirrored(Step step)
{
    for (Part& part : step.parts) {
        const bool lower = part.row == 1;
        part.row = part.column;
        part.column = lower ? 1 : 0;
        part.transposed = !part.transposed;
        std::swap(part.rows, part.columns);
        std::swap(part.labelsRows, part.labelsColumns);
        std::swap(part.left, part.top);
    }
    return step;
}

class PlacingStep {
public:
    PlacingStep(const LayoutInput& input, Step wished, const QRectF& place)
        : in(input)
        , s(*input.trace.scenario)
        , step(std::move(wished))
        , room(place)
    {
        for (const Part& part : step.parts) {
            rows = std::max(rows, part.row + 1);
            columns = std::max(columns, part.column + 1);
        }
    }

    void place(BoardLayout& layout);

private:
    PlacedMatrix matrix(const Part& part) const;
    void measure(qreal text);

    const LayoutInput& in;
    const Scenario& s;
    const Step step;
    const QRectF room;
    int rows = 1, columns = 1;
    std::vector<PlacedMatrix> placed; // one a part
    // Along each row and column of the crossing: what stands before its cells, and their number.
    std::vector<qreal> before, over;
    std::vector<int> across, down;
    qreal unit = 1, gapX = 0, gapY = 0, wordWidth = 0, rightEdge = 0;
};

PlacedMatrix PlacingStep::matrix(const Part& part) const
{
    PlacedMatrix m;
    m.ref = part.ref;
    m.grid = gridFor(in, part.ref, part.transposed);
    showHeadColumns(m, in);
    m.role = roleFor(part.ref);
    m.left = part.left;
    m.top = part.top;
    m.right = in.options.transposed ? Role::None : part.right;
    m.bottom = in.options.transposed ? part.right : Role::None;
    m.rowLabelRole = part.rows;
    m.columnLabelRole = part.columns;
    m.changed = changedCells(in, part.ref);
    const bool turned = part.transposed;
    if (part.labelsRows)
        m.rowLabels =
            turned ? columnLabelsFor(in.trace, part.ref) : rowLabelsFor(in.trace, part.ref);
    if (part.labelsColumns)
        m.columnLabels =
            turned ? rowLabelsFor(in.trace, part.ref) : columnLabelsFor(in.trace, part.ref);
    if (in.options.controls && rowAxis(part.ref) == Axis::Query &&
        (part.rows == Role::Query || part.columns == Role::Query))
        m.tokensOf = MatrixField::X;
    makeEditable(m, in);
    return m;
}

void PlacingStep::measure(qreal text)
{
    unit = in.theme.base / 14 * text;
    before.assign(static_cast<std::size_t>(columns), 0);
    over.assign(static_cast<std::size_t>(rows), 0);
    across.assign(static_cast<std::size_t>(columns), 0);
    down.assign(static_cast<std::size_t>(rows), 0);
    const QFontMetricsF labels(in.theme.bold(text));
    for (std::size_t i = 0; i < placed.size(); ++i) {
        PlacedMatrix& m = placed[i];
        const auto row = static_cast<std::size_t>(step.parts[i].row);
        const auto column = static_cast<std::size_t>(step.parts[i].column);
        m.scale = text;
        qreal widest = 0;
        for (const QString& label : m.rowLabels)
            widest = std::max(widest, labels.horizontalAdvance(label));
        m.rowLabelWidth = m.rowLabels.isEmpty() ? 0 : std::min(widest, 130 * unit) + 16 * unit;
        m.columnLabelHeight = m.columnLabels.isEmpty() ? 0 : 19 * unit;
        before[column] = std::max(before[column], std::max(m.rowLabelWidth, 6 * unit));
        over[row] = std::max(over[row], 48 * unit + m.columnLabelHeight + 8 * unit);
        across[column] = std::max(across[column], m.grid.drawnColumns());
        down[row] = std::max(down[row], m.grid.drawnRows());
    }
    gapX = gapY = 26 * unit;
    wordWidth = 0;
    for (const QString& word : step.words)
        wordWidth = std::max(wordWidth, QFontMetricsF(in.theme.bold(text)).horizontalAdvance(word));
    rightEdge = 10 * unit;
    if (!step.words.isEmpty())
        (in.options.transposed ? gapY : gapX) =
            in.options.transposed ? 34 * unit : wordWidth + 34 * unit;
}

void PlacingStep::place(BoardLayout& layout)
{
    for (const Part& part : step.parts)
        placed.push_back(matrix(part));
    const auto sum = [](const auto& all) {
        qreal total = 0;
        for (const auto one : all)
            total += one;
        return total;
    };
    // Cells as large as the room allows, and text that grows with them.
    qreal text = 1;
    qreal cw = 0, ch = 0;
    for (int i = 0; i < 3; ++i) {
        measure(text);
        const qreal wide = room.width() - sum(before) - gapX * (columns - 1) - rightEdge;
        const qreal high = room.height() - sum(over) - gapY * (rows - 1) - 10 * unit;
        const qreal base = in.theme.base / 14;
        cw = std::min(wide / sum(across), 120 * base);
        ch = std::min({high / sum(down), 84 * base, cw * 1.1});
        cw = std::min(cw, ch * 2);
        text = std::clamp(std::min(cw / (66 * base), ch / (54 * base)), 1.0, 1.35);
    }
    layout.scale = placed.front().scale;
    layout.cell = QSizeF(std::max(cw, 1.0), std::max(ch, 1.0));
    layout.fits = cw >= 34 && ch >= 26;

    std::vector<qreal> lefts, tops;
    qreal x = 0, y = 0;
    for (std::size_t c = 0; c < before.size(); ++c) {
        x += before[c];
        lefts.push_back(x);
        x += across[c] * cw + gapX;
    }
    for (std::size_t r = 0; r < over.size(); ++r) {
        y += over[r];
        tops.push_back(y);
        y += down[r] * ch + gapY;
    }
    const QSizeF size(x - gapX + rightEdge, y - gapY);
    const QPointF origin(room.left() + std::max(0.0, std::round((room.width() - size.width()) / 2)),
                         room.top() +
                             std::max(0.0, std::round((room.height() - size.height()) * 0.4)));
    for (std::size_t i = 0; i < placed.size(); ++i) {
        PlacedMatrix& m = placed[i];
        const Part& part = step.parts[i];
        const auto row = static_cast<std::size_t>(part.row);
        const auto column = static_cast<std::size_t>(part.column);
        const qreal width = m.grid.drawnColumns() * cw, height = m.grid.drawnRows() * ch;
        // What crosses stands against the product: its rows and columns are the product's.
        const qreal left = lefts[column] + (part.row == 1 && part.column + 1 < columns && rows > 1
                                                ? across[column] * cw - width
                                                : 0);
        const qreal top = tops[row] + (row == 0 && rows > 1 ? down[row] * ch - height : 0);
        m.area = QRectF(origin + QPointF(left, top), QSizeF(width, height));
        const qreal until = column + 1 < lefts.size()
                                ? origin.x() + lefts[column + 1] - before[column + 1] - 6 * unit
                                : room.right();
        const qreal above = m.columnLabelHeight + 8 * unit;
        m.headingRect = QRectF(m.area.left(), m.area.top() - above - 44 * unit,
                               std::max(m.area.width(), until - m.area.left()), 25 * unit);
        m.captionRect = m.headingRect.translated(0, 25 * unit);
        m.captionRect.setHeight(18 * unit);
        m.heading = firstFitting(boardHeadings(in, m.ref, m.grid.transposed),
                                 in.theme.bold(18.0 / 14 * m.scale), m.headingRect.width());
        m.caption = firstFitting(captionsFor(in, m.ref, m.grid, true),
                                 in.theme.body(12.5 / 14 * m.scale), m.captionRect.width());
    }
    if (!step.words.isEmpty() && placed.size() > 1) {
        const QRectF& from = placed[placed.size() - 2].area;
        const QRectF& to = placed.back().area;
        PlacedText word;
        word.text = step.words.first();
        word.bold = true;
        word.scale = layout.scale;
        word.rect = QRectF(0, 0, wordWidth + 4, 24 * unit);
        const bool below = in.options.transposed;
        word.rect.moveCenter(below ? QPointF(from.center().x(), from.bottom() + 17 * unit)
                                   : QPointF((from.right() + to.left() - before.back()) / 2 +
                                                 (before.back() > 10 * unit ? 0 : 3 * unit),
                                             from.center().y()));
        layout.texts.push_back(word);
    }
    layout.content = QRectF(origin, size);
    for (PlacedMatrix& m : placed)
        layout.matrices.push_back(std::move(m));
}

} // namespace

BoardLayout layoutStep(const LayoutInput& in, StageId stage)
{
    const qreal unit = in.theme.base / 14;
    const QRectF rect = in.rect.adjusted(20 * unit, 6 * unit, -20 * unit, -12 * unit);
    // The formula in one line, smaller where it is longer than that; the heads beside it or below.
    BoardLayout top;
    const qreal formula = 46 * unit;
    qreal size = 1.1, end = 0;
    for (int i = 0; i < 4; ++i) {
        top = {};
        end = placeFormula(top, in, rect.left(), rect.top() + formula / 2, size);
        if (end <= rect.right() || size <= 0.61)
            break;
        size = std::max(0.61, size * 0.98 * rect.width() / (end - rect.left()));
    }
    qreal under = rect.top() + formula;
    const qreal tabs = headTabsWidth(in, 1, false);
    if (tabs > 0) {
        QRectF place(end + 24 * unit, rect.top() + 8 * unit, rect.right() - end - 24 * unit,
                     30 * unit);
        if (place.width() < tabs) {
            place = QRectF(rect.left(), under, rect.width(), 30 * unit);
            under += 36 * unit;
        }
        placeHeadTabs(top, in, BoardOptions::Heads::One, place, 1);
    }
    const QRectF room(rect.left(), under, rect.width(), rect.bottom() - under);

    const auto laid = [&](Step step) {
        BoardLayout layout = top;
        layout.transposed = in.options.transposed;
        PlacingStep(in, in.options.transposed ? mirrored(std::move(step)) : std::move(step), room)
            .place(layout);
        layout.valueScale = valueScaleFor(layout, in);
        return layout;
    };
    const Step whole = stepOf(in, stage);
    BoardLayout layout = laid(whole);
    if (isReadableAfar(layout, in) || whole.parts.size() == 1)
        return layout;
    // Too much to be read: what comes out of the step alone.
    Step alone{{whole.parts.back()}, {}};
    Part& part = alone.parts.front();
    part.row = part.column = 1;
    part.labelsRows = part.rows != Role::None;
    part.labelsColumns = part.columns != Role::None;
    return laid(std::move(alone));
}

bool isReadableAfar(const BoardLayout& layout, const LayoutInput& in)
{
    if (!layout.fits || layout.strip)
        return false;
    for (const PlacedText& t : layout.texts)
        if (t.scale < leastText)
            return false;
    for (const PlacedMatrix& m : layout.matrices) {
        if (m.thumbnail || 12 * m.scale / 14 < leastText)
            return false;
        if (in.options.values &&
            fittingDecimals(m.grid, in.theme, layout.valueScale, in.options.decimals, layout.cell) <
                std::min(in.options.decimals, 2))
            return false;
        const QFontMetricsF labels(in.theme.bold(0.92 * 13 / 14 * m.scale));
        const qreal cell = m.area.width() / std::max(1, m.grid.drawnColumns());
        for (const QString& label : m.columnLabels)
            if (m.columnLabelRole != Role::None && label.size() <= 6 &&
                labels.horizontalAdvance(label) > cell - 3)
                return false;
    }
    return true;
}

} // namespace attention::ui
