// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/figures/row_ends.h"

#include "core/text/number.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

QString tr(const char* text, int n = -1)
{
    return QCoreApplication::translate("Predicts", text, nullptr, n);
}

QString number(double value, int decimals)
{
    return QString::fromStdString(forFigure(value, decimals));
}

// What a row of the readout says. The largest is -1 where a NaN stands, the target where none is
// given.
struct Said {
    int largest = -1, target = -1;
    double probability = 0, ofTarget = 0;
};

Said saidBy(const Trace& trace, int query)
{
    const Scenario& s = *trace.scenario;
    const Matrix& p = *find(trace, StageId::Probabilities)->values;
    const auto row = static_cast<std::size_t>(query);
    Said said;
    said.largest = predictedBy(trace, query);
    if (said.largest >= 0)
        said.probability = p(query, said.largest);
    if (!s.readout->targets.empty() && s.readout->targets[row] >= 0) {
        said.target = s.readout->targets[row];
        said.ofTarget = p(query, said.target);
    }
    return said;
}

RowEnd endOf(const Said& said, const QString& reader, const QStringList& labels, int decimals)
{
    RowEnd end;
    if (said.largest < 0) {
        end.text = QStringLiteral("→ NaN");
        end.says =
            tr("%1 predicts nothing: a probability of its row is no number (NaN)").arg(reader);
        end.outcome = RowEnd::Outcome::Wrong;
        return end;
    }
    const QString predicted = isolated(shortened(labels.value(said.largest)));
    end.text = QStringLiteral("→ %1 %2").arg(predicted, number(said.probability, decimals));
    end.says = tr("%1 predicts %2 with probability %3")
                   .arg(reader, quoted(labels.value(said.largest)), number(said.probability, 6));
    if (said.target < 0)
        return end;
    const bool right = said.target == said.largest;
    end.outcome = right ? RowEnd::Outcome::Right : RowEnd::Outcome::Wrong;
    const QString target = isolated(shortened(labels.value(said.target)));
    end.text += right ? QStringLiteral(" ✓")
                      : QStringLiteral(" ✗ %1 %2").arg(target, number(said.ofTarget, decimals));
    end.says +=
        QStringLiteral("; ") + tr("right is %1: its loss is −ln %2 = %3")
                                   .arg(quoted(labels.value(said.target)), number(said.ofTarget, 6),
                                        number(-std::log(said.ofTarget) + 0.0, 6));
    return end;
}

} // namespace

bool mayPredict(const Scenario& s)
{
    return s.readout || (s.mask.causal && !s.context);
}

bool showsPredictions(const Scenario& s, const BoardOptions& options)
{
    using Shown = BoardOptions::Shown;
    return mayPredict(s) && (options.predicts == Shown::Yes ||
                             (options.predicts == Shown::Auto && s.readout.has_value()));
}

bool isPredictionHidden(const Trace& trace, const Hidden& hidden, int query)
{
    if (!trace.scenario->readout)
        return false;
    // The last stage, also under another name.
    const MatrixPtr& last = lastStage(trace).values;
    return hidden.touchesRow({std::nullopt, StageId::Probabilities, -1}, query) ||
           std::any_of(trace.stages.begin(), trace.stages.end(), [&](const Stage& stage) {
               return stage.values == last &&
                      hidden.touchesRow({std::nullopt, stage.id, stage.head}, query);
           });
}

std::vector<RowEnd> rowEndsFor(const Trace& trace, int decimals)
{
    const Scenario& s = *trace.scenario;
    const QStringList tokens = shownLabels(s.tokens);
    std::vector<RowEnd> ends;
    if (s.readout) {
        const Stage& probabilities = *find(trace, StageId::Probabilities);
        const QStringList labels = shownLabels(attention::columnLabels(trace, probabilities));
        for (int i = 0; i < s.tokenCount(); ++i)
            ends.push_back(endOf(saidBy(trace, i), quoted(tokens[i]), labels, decimals));
        return ends;
    }
    for (int i = 0; i < s.tokenCount(); ++i) {
        const QString reader = quoted(tokens[i]);
        RowEnd end;
        if (i + 1 < s.tokenCount()) {
            end.text = QStringLiteral("→ %1").arg(isolated(shortened(tokens[i + 1])));
            end.says = tr("%1 should predict the next token, %2, which it may not read")
                           .arg(reader, quoted(tokens[i + 1]));
        } else {
            end.text = QStringLiteral("→ ?");
            end.says = tr("%1 is the last token: nothing follows that its row could be compared "
                          "with")
                           .arg(reader);
        }
        ends.push_back(std::move(end));
    }
    return ends;
}

QString predictionSummary(const Trace& trace, int decimals)
{
    const Scenario& s = *trace.scenario;
    if (!s.readout) {
        const int count = s.tokenCount() - 1;
        return count == 1 ? tr("one pass trains 1 prediction")
                          : tr("one pass trains %1 predictions").arg(count);
    }
    const Prediction all = prediction(trace);
    if (!all.loss)
        return {};
    return tr("mean loss %1 · perplexity %2")
        .arg(number(*all.loss, decimals), number(*all.perplexity, decimals));
}

QString predictionClause(const Trace& trace, int query)
{
    const Scenario& s = *trace.scenario;
    if (!s.readout || query < 0 || query >= s.tokenCount())
        return {};
    const Said said = saidBy(trace, query);
    if (said.largest < 0)
        return tr("and predicts nothing: NaN");
    const std::vector<std::string> labels =
        attention::columnLabels(trace, *find(trace, StageId::Probabilities));
    return tr("and predicts %1 %2 %")
        .arg(quoted(shownLabel(labels, said.largest)),
             QString::number(100 * said.probability, 'f', 1));
}

qreal placeRowEnds(BoardLayout& layout, PlacedMatrix& m, const LayoutInput& in, qreal from)
{
    const qreal unit = in.theme.base / 14 * m.scale;
    m.rowEnds = rowEndsFor(in.trace, std::min(in.options.decimals, 3));
    bool anyHidden = false;
    for (std::size_t i = 0; i < m.rowEnds.size() && !in.options.hidden.isEmpty(); ++i)
        if (isPredictionHidden(in.trace, in.options.hidden, static_cast<int>(i))) {
            m.rowEnds[i] = {QStringLiteral("→ ?"), tr("What this row predicts is hidden"), {}};
            anyHidden = true;
        }
    const QFontMetricsF metrics(in.theme.body(m.scale * 13 / 14));
    qreal widest = 0;
    for (const RowEnd& end : m.rowEnds)
        widest = std::max(widest, metrics.horizontalAdvance(end.text));
    widest = std::min(widest, 220 * unit);
    const bool turned = in.options.transposed;
    m.rowEndRect = turned ? QRectF(m.area.left(), from, m.area.width(), widest + 2 * unit)
                          : QRectF(from, m.area.top(), widest + 2 * unit, m.area.height());

    PlacedText above;
    above.text = turned ? tr("predicts ↓") : tr("predicts →");
    above.secondary = true;
    above.alignment = Qt::AlignLeft | Qt::AlignVCenter;
    above.scale = m.scale * 12 / 14;
    const qreal width = QFontMetricsF(in.theme.body(above.scale)).horizontalAdvance(above.text);
    above.rect = turned ? QRectF(m.area.left() - width - 12 * unit, from, width + 2, 19 * unit)
                        : QRectF(from, m.area.top() - 24 * unit, width + 2, 19 * unit);
    layout.texts.push_back(above);
    PlacedText below = above;
    below.text = anyHidden ? QString() : predictionSummary(in.trace, in.options.decimals);
    if (!below.text.isEmpty()) {
        below.secondary = false;
        below.bold = in.trace.scenario->readout.has_value();
        const QFont font = below.bold ? in.theme.bold(below.scale) : in.theme.body(below.scale);
        const qreal needed = QFontMetricsF(font).horizontalAdvance(below.text) + 2;
        // Under the labels, from their right end where they are narrower than it.
        const qreal right = std::max(m.rowEndRect.right(), above.rect.right());
        below.rect = turned ? QRectF(m.area.right() + 12 * unit, from, needed, 19 * unit)
                            : QRectF(std::min(from, right - needed), m.area.bottom() + 2 * unit,
                                     needed, 16 * unit);
        layout.texts.push_back(below);
        Hotspot h;
        h.kind = Hotspot::Kind::Note;
        h.rect = below.rect;
        h.says = in.trace.scenario->readout
                     ? tr("Mean of −ln p over the rows with a target; perplexity is e to that")
                     : tr("Every row is compared with the token that comes next, all at once");
        layout.hotspots.push_back(h);
    }
    return turned ? std::max(m.rowEndRect.height(), above.rect.height())
                  : std::max(m.rowEndRect.width(), above.rect.width());
}

} // namespace attention::ui
