// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/compare_figure.h"

#include "core/attention/kept.h"
#include "ui/figures/board_figure.h"
#include "ui/figures/canvas.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/sentence.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>
#include <QtGui/QPainter>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

QString tr(const char* source)
{
    return QCoreApplication::translate("Compare", source);
}

void draw(QPainter& painter, const QRectF& place, int alignment, const QString& words,
          const QFont& font, const QColor& colour)
{
    painter.setFont(font);
    painter.setPen(colour);
    painter.drawText(place, alignment | Qt::TextSingleLine | Qt::TextDontClip,
                     elided(words, font, place.width()));
}

qreal widest(const QStringList& labels, const QFont& font)
{
    const QFontMetricsF metrics(font);
    qreal width = 0;
    for (const QString& label : labels)
        width = std::max(width, metrics.horizontalAdvance(label));
    return width;
}

} // namespace

struct CompareFigure::Places {
    qreal scale = 1; // of text
    qreal unit = 1;
    QFont labelFont;
    QSizeF cell;
    QRectF title, caption;
    QRectF problem; // the sentence in the place of what cannot be drawn
    QRectF largest, selected;
    QRectF sharedBar, differenceBar;
    struct Panel {
        QRectF head, cells;
        qreal rowLabels = 0, columnLabels = 0; // room for them
        bool upright = false;
    };
    std::array<Panel, 3> panels;
};

CompareFigure::CompareFigure(State a, State now, const MatrixRef& matrix, BoardOptions options,
                             FigureParts around)
    : m_a(std::move(a))
    , m_now(std::move(now))
    , m_matrix(matrix)
    , m_options(std::move(options))
    , m_around(std::move(around))
    , m_comparison(matrix.field
                       ? compareInputs(*m_a.trace->scenario, *m_now.trace->scenario, *matrix.field)
                       : compareStages(*m_a.trace, *m_now.trace, matrix.stage, matrix.head))
{
    m_parts[A] = partOf(m_a);
    m_parts[Now] = partOf(m_now);
    // One range for both, so that the same colour is the same number.
    double largest = 0;
    for (const State* state : {&m_a, &m_now}) {
        const Part& part = m_parts[state == &m_a ? A : Now];
        if (!part.exists || part.grid.kind == ValueKind::Weight)
            continue;
        if (const Stage* stage = stageIn(*state))
            largest = std::max(largest, largestMagnitude(*state->trace, *stage));
        else
            largest = std::max(largest, part.grid.values->cwiseAbs().maxCoeff());
    }
    for (Part* part : {&m_parts[A], &m_parts[Now]})
        part->grid.norm = part->grid.kind == ValueKind::Weight ? ColourNorm{0, 1}
                                                               : ColourNorm::symmetric(largest);
    if (m_comparison.problem)
        return;
    Part& difference = m_parts[Difference];
    difference = m_parts[Now];
    CellGrid grid;
    grid.values = m_comparison.difference;
    grid.hatched = m_comparison.blocked;
    grid.transposed = difference.grid.transposed;
    grid.hidden = difference.grid.hidden;
    const auto& most = m_comparison.largest;
    grid.norm = ColourNorm::symmetric(
        most ? std::abs((*m_comparison.difference)(most->row, most->column)) : 0);
    difference.grid = std::move(grid);
}

const Stage* CompareFigure::stageIn(const State& state) const
{
    return m_matrix.field ? nullptr : attention::find(*state.trace, m_matrix.stage, m_matrix.head);
}

const CompareFigure::State& CompareFigure::shownState() const
{
    return m_parts[Now].exists || !m_parts[A].exists ? m_now : m_a;
}

CompareFigure::Part CompareFigure::partOf(const State& state) const
{
    Part part;
    if (m_matrix.field) {
        const Scenario& s = *state.trace->scenario;
        const MatrixPtr* held = matrixIn(s, *m_matrix.field);
        part.grid.values = held && *held ? *held : share(fieldMatrix(s, *m_matrix.field));
        part.exists = part.grid.values->size() > 0;
    } else if (const Stage* stage = stageIn(state)) {
        part.grid.values = stage->values;
        part.grid.trace = state.trace.get();
        part.grid.stage = stage;
        part.grid.kind = stageInfo(stage->id).kind;
        part.exists = true;
    }
    if (!part.exists)
        return part;
    part.grid.transposed = m_options.transposed;
    part.grid.hidden = m_options.hidden.rectsOf(m_matrix);
    part.rows = rowLabelsFor(*state.trace, m_matrix);
    part.columns = columnLabelsFor(*state.trace, m_matrix);
    return part;
}

bool CompareFigure::hides() const
{
    return m_options.hidden.touches(m_matrix);
}

void CompareFigure::select(const std::optional<CellRef>& cell)
{
    const auto holds = [&](const Part& part) {
        return part.exists && cell->row < part.grid.rows() && cell->column < part.grid.columns();
    };
    const bool here =
        cell && cell->matrix == m_matrix && (holds(m_parts[A]) || holds(m_parts[Now]));
    m_selected = here ? cell : std::nullopt;
}

QString CompareFigure::matrixName() const
{
    if (m_matrix.field)
        return QString::fromUtf8(fieldName(*m_matrix.field));
    QString name = QString::fromUtf8(stageInfo(m_matrix.stage).title);
    const Scenario& s = *shownState().trace->scenario;
    if (s.heads > 1 && m_matrix.head >= 0)
        return tr("%1, head %2").arg(name).arg(m_matrix.head + 1);
    return name.remove(tr(" of the head"));
}

QString CompareFigure::title() const
{
    if (m_around.title && !m_around.title->isEmpty())
        return *m_around.title;
    QString name = matrixName();
    if (!m_matrix.field && !name.isEmpty())
        name[0] = name[0].toUpper();
    return tr("%1: A and now").arg(name);
}

QString CompareFigure::description() const
{
    return tr("A is “%1”, now is “%2”. %3").arg(m_a.name, m_now.name, largestSentence());
}

ScenarioPtr CompareFigure::scenario() const
{
    return m_options.hidden.isEmpty() ? m_now.trace->scenario : nullptr;
}

QString CompareFigure::caption() const
{
    const State& state = shownState();
    const Stage* stage = stageIn(state);
    const Part& part = m_parts[&state == &m_now ? Now : A];
    if (!part.exists)
        return {};
    const QString shape =
        QStringLiteral("(%1, %2)").arg(part.grid.drawnRows()).arg(part.grid.drawnColumns());
    if (!stage)
        return shape;
    const QString how = formulaFor(*state.trace, *stage);
    const QString letters = shapeFor(*state.trace->scenario, stage->id);
    const bool turned = part.grid.transposed;
    return QStringLiteral("%1     %2 = %3")
        .arg(turned ? turnedSymbol(how) : how, turned ? turnedShape(letters) : letters, shape);
}

QString CompareFigure::wordOf(const State& state, const CellRef& cell) const
{
    if (m_options.hidden.contains(cell))
        return QStringLiteral("?");
    const Part& part = m_parts[&state == &m_a ? A : Now];
    if (!part.exists || cell.row >= part.grid.rows() || cell.column >= part.grid.columns())
        return QStringLiteral("–");
    const Stage* stage = stageIn(state);
    const double value = stage ? numberAt(*state.trace, *stage, cell.row, cell.column)
                               : (*part.grid.values)(cell.row, cell.column);
    const QString number = cellText(value, m_options.decimals, m_options.decimals);
    return stage && isBlocked(*state.trace, *stage, cell.row, cell.column)
               ? tr("%1 (blocked)").arg(number)
               : number;
}

QString CompareFigure::largestSentence() const
{
    if (hides())
        return tr("Some of these numbers are to be predicted first");
    if (m_comparison.problem)
        return QString::fromStdString(english(*m_comparison.problem));
    const Eigen::Index all = m_comparison.difference->size();
    if (m_comparison.changed == 0)
        return tr("%1: every number is the same in A and now").arg(matrixName());
    if (!m_comparison.largest)
        return tr("%1: %2 of %3 differ, none of them by a finite number")
            .arg(matrixName())
            .arg(m_comparison.changed)
            .arg(all);
    const auto [row, column] = *m_comparison.largest;
    const CellRef cell{m_matrix, row, column};
    const QString by =
        cellText((*m_comparison.difference)(row, column), m_options.decimals, m_options.decimals);
    QString sentence =
        tr("Largest difference: %1: %2 → %3, by %4")
            .arg(cellName(*m_now.trace, cell), wordOf(m_a, cell), wordOf(m_now, cell), by);
    sentence += tr("   (%1 of %2 differ").arg(m_comparison.changed).arg(all);
    if (m_comparison.numberless > 0)
        sentence += tr(", %1 without a number to subtract").arg(m_comparison.numberless);
    return sentence + QLatin1Char(')');
}

QString CompareFigure::selectedSentence() const
{
    if (!m_selected)
        return {};
    const CellRef& cell = *m_selected;
    QString sentence =
        tr("%1:  A %2  ·  now %3")
            .arg(cellName(*shownState().trace, cell), wordOf(m_a, cell), wordOf(m_now, cell));
    if (m_comparison.problem)
        return sentence;
    const bool blocked = m_comparison.blocked && (*m_comparison.blocked)(cell.row, cell.column);
    const QString difference = m_options.hidden.contains(cell) ? QStringLiteral("?")
                               : blocked
                                   ? tr("none")
                                   : cellText((*m_comparison.difference)(cell.row, cell.column),
                                              m_options.decimals, m_options.decimals);
    return sentence + tr("  ·  difference %1").arg(difference);
}

CompareFigure::Places CompareFigure::places(const QRectF& rect, const Theme& theme) const
{
    const Places beside = arranged(rect, theme, false);
    const Places stacked = arranged(rect, theme, true);
    const auto size = [](const Places& p) { return p.cell.width() * p.cell.height(); };
    return size(stacked) > 1.5 * size(beside) ? stacked : beside;
}

CompareFigure::Places CompareFigure::arranged(const QRectF& rect, const Theme& theme,
                                              bool stacked) const
{
    Places p;
    p.scale = std::clamp(std::min(rect.width() / 900, rect.height() / 520),
                         m_options.onTheWall  ? 1.0
                         : m_options.controls ? 0.9
                                              : 0.35,
                         6.0);
    p.unit = p.scale * theme.base / 14;
    const qreal u = p.unit;
    const QRectF inside = rect.adjusted(20 * u, 10 * u, -20 * u, -10 * u);
    const bool titled = !m_around.title || !m_around.title->isEmpty();
    p.title = QRectF(inside.left(), inside.top(), inside.width(), titled ? 28 * u : 0);
    p.caption =
        QRectF(inside.left(), p.title.bottom(), inside.width(), m_around.formula ? 20 * u : 0);
    // On the screen both lines have their place from the start, so that a selection moves nothing.
    const qreal line = 24 * u;
    const int lines = m_options.controls || m_selected ? 2 : 1;
    p.largest = QRectF(inside.left(), inside.bottom() - lines * line, inside.width(), line);
    p.selected = p.largest.translated(0, line);

    std::vector<Panel> shown;
    for (const Panel panel : {A, Now, Difference})
        if (m_parts[panel].exists)
            shown.push_back(panel);
    p.labelFont = theme.body(p.scale * 12.5 / 14);
    const qreal height = QFontMetricsF(p.labelFont).height();
    const qreal head = 24 * u;
    const qreal edge = 6 * u;
    const bool showsBars = m_around.bar && !hides();
    const qreal bars = showsBars ? 40 * u : 0;
    const qreal shortestBar = 130 * u;
    const QRectF room(QPointF(inside.left(), p.caption.bottom() + 8 * u),
                      QPointF(inside.right(), p.largest.top() - 4 * u - bars));

    qreal fixedWidth = 0, columnLabel = 0, mostRowLabels = 0;
    int columns = 0, rows = 0, mostColumns = 1, mostRows = 1;
    for (const Panel panel : shown) {
        const Part& part = m_parts[panel];
        const bool turned = part.grid.transposed;
        const auto widestOf = [&](const QStringList& labels) {
            return m_around.labels ? widest(labels, p.labelFont) : 0;
        };
        const qreal label = widestOf(turned ? part.columns : part.rows);
        p.panels[panel].rowLabels = std::min(label, 0.12 * inside.width()) + 10 * u;
        mostRowLabels = std::max(mostRowLabels, p.panels[panel].rowLabels);
        fixedWidth += p.panels[panel].rowLabels;
        columnLabel = std::max(columnLabel, widestOf(turned ? part.rows : part.columns) + 4 * u);
        columns += part.grid.drawnColumns();
        rows += part.grid.drawnRows();
        mostColumns = std::max(mostColumns, part.grid.drawnColumns());
        mostRows = std::max(mostRows, part.grid.drawnRows());
    }
    const qreal gap = (stacked ? 6 : 24) * u;
    const bool sentence = m_comparison.problem.has_value();
    const QSizeF sentenceRoom(stacked ? room.width() : std::max(150 * u, 0.26 * room.width()),
                              stacked ? 3 * height : room.height());
    const auto count = static_cast<qreal>(shown.size());
    const qreal gaps = gap * (count - 1 + (sentence ? 1 : 0));
    const qreal roomWidth =
        stacked ? room.width() - mostRowLabels
                : room.width() - fixedWidth - gaps - (sentence ? sentenceRoom.width() : 0);
    qreal cellWidth = roomWidth / (stacked ? mostColumns : std::max(1, columns));
    const bool upright = columnLabel > std::min(cellWidth, 110 * u);
    const qreal labels = !m_around.labels ? 0
                         : upright        ? std::min(columnLabel, 0.2 * room.height()) + 2 * u
                                          : height + 2 * u;
    const qreal above = head + labels + edge;
    const qreal roomHeight =
        stacked ? room.height() - count * above - gaps - (sentence ? sentenceRoom.height() : 0)
                : room.height() - above;
    qreal cellHeight = roomHeight / (stacked ? std::max(1, rows) : mostRows);
    cellWidth = std::max(0.5, std::min({cellWidth, 110 * u, cellHeight * 1.9}));
    cellHeight = std::max(0.5, std::min({cellHeight, 72 * u, cellWidth * 1.1}));
    p.cell = QSizeF(cellWidth, cellHeight);

    qreal x = room.left();
    qreal y = room.top();
    qreal bottom = room.top();
    for (const Panel panel : shown) {
        const Part& part = m_parts[panel];
        Places::Panel& place = p.panels[panel];
        place.upright = upright;
        place.columnLabels = labels;
        if (stacked)
            place.rowLabels = mostRowLabels;
        const QSizeF size(cellWidth * part.grid.drawnColumns(), cellHeight * part.grid.drawnRows());
        const qreal width = std::max(place.rowLabels + size.width(), place.rowLabels + shortestBar);
        place.head = QRectF(x, y, stacked ? room.width() : width, head);
        place.cells = QRectF(QPointF(x + place.rowLabels, y + above), size);
        bottom = std::max(bottom, place.cells.bottom());
        if (stacked)
            y = place.cells.bottom() + gap;
        else
            x += width + gap;
    }
    if (sentence)
        p.problem = stacked ? QRectF(QPointF(room.left(), y), sentenceRoom)
                            : QRectF(QPointF(x, room.top() + above), sentenceRoom);
    if (showsBars && !shown.empty()) {
        const QRectF first = p.panels[shown.front()].cells;
        const QRectF last = p.panels[m_parts[Now].exists ? Now : A].cells;
        const qreal top = bottom + 10 * u;
        const qreal most = 360 * u;
        const qreal shared =
            stacked ? std::min(0.45 * roomWidth, first.width()) : last.right() - first.left();
        p.sharedBar = QRectF(first.left(), top, std::clamp(shared, shortestBar, most), 10 * u);
        if (!sentence) {
            const QRectF own = p.panels[Difference].cells;
            const qreal left = stacked ? p.sharedBar.right() + 36 * u : own.left();
            p.differenceBar = QRectF(
                left, top, std::clamp(stacked ? shared : own.width(), shortestBar, most), 10 * u);
        }
    }
    // A small comparison stands in the middle of the room, not in its corner.
    const qreal right = stacked ? room.left() + mostRowLabels + cellWidth * mostColumns
                                : (sentence ? p.problem.right() : x - gap);
    const qreal aside = std::floor(std::max(0.0, (room.right() - right) / 2));
    const qreal free = std::max(0.0, room.bottom() - bottom);
    const qreal down = std::floor(m_options.controls ? std::min(free / 3, 60 * u) : free / 2);
    for (Places::Panel& place : p.panels) {
        place.head.translate(aside, down);
        place.cells.translate(aside, down);
    }
    for (QRectF* place : {&p.problem, &p.sharedBar, &p.differenceBar})
        place->translate(aside, down);
    // In a picture the sentences stand close to what they speak of.
    if (!m_options.controls) {
        const qreal end = bottom + down + bars + 8 * u;
        const qreal up = std::max(0.0, p.largest.top() - end);
        p.largest.translate(0, -up);
        p.selected.translate(0, -up);
    }
    return p;
}

QRectF CompareFigure::cellArea(Panel panel, const QRectF& rect, const Theme& theme) const
{
    return m_parts[panel].exists ? places(rect, theme).panels[panel].cells : QRectF();
}

std::optional<CellRef> CompareFigure::cellAt(const QPointF& point, const QRectF& rect,
                                             const Theme& theme) const
{
    const Places p = places(rect, theme);
    for (const Panel panel : {A, Now, Difference}) {
        const QRectF& cells = p.panels[panel].cells;
        if (!m_parts[panel].exists || !cells.contains(point))
            continue;
        const CellGrid& grid = m_parts[panel].grid;
        const auto index = [](qreal at, qreal size, int count) {
            return std::clamp(static_cast<int>(at / size * count), 0, count - 1);
        };
        int row = index(point.y() - cells.top(), cells.height(), grid.drawnRows());
        int column = index(point.x() - cells.left(), cells.width(), grid.drawnColumns());
        if (grid.transposed)
            std::swap(row, column);
        return CellRef{m_matrix, row, column};
    }
    return std::nullopt;
}

void CompareFigure::paintLabels(Canvas& canvas, Panel panel, const Places& p,
                                const Theme& theme) const
{
    QPainter& painter = canvas.painter;
    const Part& part = m_parts[panel];
    const Places::Panel& place = p.panels[panel];
    const qreal u = p.unit;
    const bool transposed = part.grid.transposed;
    const Role role = roleFor(m_matrix);
    const Axis rowsAre = rowAxis(m_matrix);
    const QColor rowColour = rowsAre == Axis::Query ? theme.query
                             : rowsAre == Axis::Key && role == Role::Score
                                 ? theme.key
                                 : roleColour(theme, role);
    const QColor columnColour = columnAxis(m_matrix) == Axis::Key ? theme.key : theme.secondary;
    const QStringList& down = transposed ? part.columns : part.rows;
    const QStringList& across = transposed ? part.rows : part.columns;
    const QColor downColour = transposed ? columnColour : rowColour;
    const QColor acrossColour = transposed ? rowColour : columnColour;

    // "A", "now" and their names; what is subtracted from what.
    const QFont bold = theme.bold(p.scale);
    const QString word = panel == A ? tr("A") : panel == Now ? tr("now") : tr("now − A");
    const qreal wordWidth = QFontMetricsF(bold).horizontalAdvance(word);
    QRectF head = place.head;
    head.setLeft(place.cells.left());
    draw(painter, head, Qt::AlignLeft | Qt::AlignVCenter, word, bold, theme.text);
    QString name = panel == A ? m_a.name : panel == Now ? m_now.name : tr("the difference");
    if (panel == A && m_a.name == m_now.name) // it would tell nothing
        name.clear();
    head.setLeft(head.left() + wordWidth + 8 * u);
    draw(painter, head, Qt::AlignLeft | Qt::AlignVCenter, isolated(name),
         theme.body(p.scale * 12.5 / 14), theme.secondary);

    // Labels thin out evenly where they do not fit.
    const qreal height = QFontMetricsF(p.labelFont).height();
    const auto step = [](qreal cell, qreal need) {
        return std::max(1, static_cast<int>(std::ceil(need / std::max(cell, 0.01))));
    };
    const int everyRow = step(p.cell.height(), height * 0.95);
    for (int r = 0; m_around.labels && r < down.size(); r += everyRow)
        draw(painter,
             QRectF(place.cells.left() - place.rowLabels, place.cells.top() + p.cell.height() * r,
                    place.rowLabels - 10 * u, p.cell.height()),
             Qt::AlignRight | Qt::AlignVCenter, down[r], p.labelFont, downColour);
    const int everyColumn = place.upright ? step(p.cell.width(), height * 0.95) : 1;
    const qreal bottom = place.cells.top() - 6 * u;
    for (int c = 0; m_around.labels && c < across.size(); c += everyColumn) {
        const qreal left = place.cells.left() + p.cell.width() * c;
        if (!place.upright) {
            draw(painter,
                 QRectF(left, bottom - place.columnLabels, p.cell.width(), place.columnLabels),
                 Qt::AlignCenter, across[c], p.labelFont, acrossColour);
            continue;
        }
        painter.save();
        painter.translate(left + p.cell.width() / 2, bottom);
        painter.rotate(-90);
        draw(painter, QRectF(0, -height / 2, place.columnLabels - 2 * u, height),
             Qt::AlignLeft | Qt::AlignVCenter, across[c], p.labelFont, acrossColour);
        painter.restore();
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QRectF cells = canvas.snap(place.cells);
    const qreal edge = 4 * u;
    const bool queryLeft = transposed ? columnAxis(m_matrix) == Axis::Key : rowsAre == Axis::Query;
    const bool keyAbove = transposed ? rowsAre == Axis::Query : columnAxis(m_matrix) == Axis::Key;
    if (queryLeft)
        painter.fillRect(
            canvas.snap(QRectF(cells.left() - edge, cells.top(), edge, cells.height())),
            downColour);
    if (keyAbove)
        painter.fillRect(canvas.snap(QRectF(cells.left(), cells.top() - edge, cells.width(), edge)),
                         acrossColour);
    painter.setRenderHint(QPainter::Antialiasing, true);
}

// Scores that may be read in one of the two states alone: what has happened to them.
void CompareFigure::paintWords(Canvas& canvas, const Places& p, const Theme& theme) const
{
    const Stage* now = stageIn(m_now);
    if (!m_comparison.blocked || !now || !m_options.values)
        return;
    const QFont font = theme.body(p.scale * 12.0 / 14);
    const QString closed = tr("blocked");
    const QString opened = tr("opened");
    const QFontMetricsF metrics(font);
    const qreal width =
        std::max(metrics.horizontalAdvance(closed), metrics.horizontalAdvance(opened)) + 6;
    if (width > p.cell.width() - 2 || metrics.height() > p.cell.height() - 2)
        return;
    const CellGrid& grid = m_parts[Difference].grid;
    const Stage& was = *stageIn(m_a);
    for (int r = 0; r < grid.rows(); ++r)
        for (int c = 0; c < grid.columns(); ++c) {
            const bool before = isBlocked(*m_a.trace, was, r, c);
            const bool after = isBlocked(*m_now.trace, *now, r, c);
            if (before == after || !(*m_comparison.blocked)(r, c) ||
                m_options.hidden.contains({m_matrix, r, c}))
                continue;
            const QRectF cell =
                cellRect(p.panels[Difference].cells, grid.drawnRows(), grid.drawnColumns(),
                         grid.transposed ? c : r, grid.transposed ? r : c);
            const QRectF patch(cell.center().x() - width / 2,
                               cell.center().y() - metrics.height() / 2, width, metrics.height());
            canvas.painter.fillRect(canvas.snap(patch), theme.blockedGround);
            draw(canvas.painter, cell, Qt::AlignCenter, after ? closed : opened, font, theme.text);
        }
}

void CompareFigure::paintMark(Canvas& canvas, Panel panel, const Places& p,
                              const Theme& theme) const
{
    const CellGrid& grid = m_parts[panel].grid;
    if (!m_selected || m_selected->row >= grid.rows() || m_selected->column >= grid.columns())
        return;
    QPainter& painter = canvas.painter;
    const int row = grid.transposed ? m_selected->column : m_selected->row;
    const int column = grid.transposed ? m_selected->row : m_selected->column;
    QRectF rect = canvas.snap(
        cellRect(p.panels[panel].cells, grid.drawnRows(), grid.drawnColumns(), row, column));
    const qreal smallest = 7; // a cell of one pixel is found by its frame
    if (rect.width() < smallest || rect.height() < smallest) {
        const QSizeF size(std::max(rect.width(), smallest), std::max(rect.height(), smallest));
        rect = QRectF(rect.center() - QPointF(size.width() / 2, size.height() / 2), size);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setBrush(Qt::NoBrush);
    const qreal pen = theme.kind == ThemeKind::Projector ? 4 : 3;
    painter.setPen(QPen(theme.panel, pen + 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect);
    painter.setPen(QPen(theme.text, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(rect);
}

void CompareFigure::paint(Canvas& canvas, const QRectF& rect, const Theme& ownTheme) const
{
    const Places p = places(rect, ownTheme);
    const Theme theme = ownTheme.coloured(m_options.palette);
    // A palette without a middle could not say on which side of 0 a difference lies.
    const bool diverges = m_options.palette && m_options.palette->id == "RdBu";
    const Theme& differenceTheme = diverges ? theme : ownTheme;
    QPainter& painter = canvas.painter;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, true);
    if (!p.title.isEmpty())
        draw(painter, p.title, Qt::AlignLeft | Qt::AlignVCenter, title(),
             theme.bold(p.scale * 18 / 14), roleColour(theme, roleFor(m_matrix)));
    if (!p.caption.isEmpty())
        draw(painter, p.caption, Qt::AlignLeft | Qt::AlignVCenter, caption(),
             theme.body(p.scale * 13 / 14), theme.secondary);

    // Numbers of one size in all three, as large as they can be with all their decimals.
    CellStyle style;
    style.values = m_options.values;
    style.decimals = m_options.decimals;
    style.fontScale =
        std::clamp(0.3 * p.cell.height() / theme.base, 0.9 * p.scale, p.scale * 24 / 14);
    const auto fits = [&] {
        return std::all_of(m_parts.begin(), m_parts.end(), [&](const Part& part) {
            return !part.exists || !part.grid.values ||
                   fittingDecimals(part.grid, theme, style.fontScale, style.decimals, p.cell) >=
                       style.decimals;
        });
    };
    const bool couldFit = p.cell.width() > 12 && p.cell.height() > 8;
    while (style.values && couldFit && style.fontScale > p.scale * 0.65 && !fits())
        style.fontScale *= 0.92;
    for (const Panel panel : {A, Now, Difference}) {
        if (!m_parts[panel].exists)
            continue;
        paintLabels(canvas, panel, p, theme);
        paintCells(canvas, p.panels[panel].cells, m_parts[panel].grid, style,
                   panel == Difference ? differenceTheme : theme);
    }
    paintWords(canvas, p, theme);
    for (const Panel panel : {A, Now, Difference})
        if (m_parts[panel].exists)
            paintMark(canvas, panel, p, theme);

    const CellGrid& shown = m_parts[m_parts[Now].exists ? Now : A].grid;
    if (!p.sharedBar.isEmpty())
        paintColourBar(canvas, p.sharedBar, shown.norm, shown.kind, tr("A and now"), theme,
                       p.scale);
    if (!p.differenceBar.isEmpty())
        paintColourBar(canvas, p.differenceBar, m_parts[Difference].grid.norm, ValueKind::Signed,
                       tr("now − A"), differenceTheme, p.scale);
    const QFont font = theme.body(p.scale * 15 / 14);
    if (m_comparison.problem && !hides()) {
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(p.problem, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         largestSentence());
    } else {
        draw(painter, p.largest, Qt::AlignLeft | Qt::AlignVCenter, largestSentence(), font,
             theme.text);
    }
    draw(painter, p.selected, Qt::AlignLeft | Qt::AlignVCenter, selectedSentence(),
         theme.body(p.scale), theme.secondary);
    painter.restore();
}

} // namespace attention::ui
