// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/mistakes.h"
#include "core/text/number.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/math_text.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QFontMetricsF>

#include <algorithm>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Board", text);
}

} // namespace

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
    if (isPlain(s) || (brief && s.mistakes.empty()))
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
        t.text = tr("mistake: %1").arg(QString::fromUtf8(info.title));
        t.warning = true;
        Hotspot h;
        h.kind = Hotspot::Kind::Note;
        h.says = tr("On purpose: %1").arg(QString::fromUtf8(info.breaks));
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
        h.says = tr("Show %1").arg(QString::fromUtf8(stageInfo(stage.id).title));
        add(std::move(t), std::move(h));
    }
    return y + height - place.top();
}

} // namespace attention::ui
