// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/switches.h"

#include "core/attention/mistakes.h"
#include "core/attention/positions.h"
#include "core/scenario/edits.h"
#include "core/scenario/mask_edits.h"
#include "core/text/number.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/figures/cells.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QActionGroup>
#include <QtWidgets/QMenu>

#include <cmath>
#include <limits>

namespace attention::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Switches", text);
}

// An entry that turns the present scenario into another; a wish that is refused is answered with
// the reason.
template <typename Change>
QAction* entry(QMenu& menu, Document& document, const char* objectName, const QString& text,
               bool checked, const QString& undoText, Change change)
{
    QAction* action = menu.addAction(text);
    action->setObjectName(QLatin1String(objectName));
    action->setCheckable(true);
    action->setChecked(checked);
    QWidget* window = menu.window();
    QObject::connect(action, &QAction::triggered, &document, [&document, undoText, change, window] {
        if (const auto wrong = document.apply({change(document.scenario()), undoText, {}}))
            Dialogs::instance().showProblem(window, tr("Not changed"),
                                            QString::fromStdString(english(*wrong)));
    });
    return action;
}

// A line that says what the entries below it choose.
void heading(QMenu& menu, const QString& text)
{
    menu.addSeparator();
    menu.addAction(text)->setEnabled(false);
}

// A number typed by a person, in a window of its own; says what is wrong with it.
template <typename Use>
void askNumber(QWidget* window, const QString& title, const QString& label, double now, Use use)
{
    QString text = QString::fromStdString(shortest(now));
    QString says = label;
    // What is wrong stands above the text, which stays until it is right or given up.
    while (const auto typed = Dialogs::instance().askText(window, title, says, text)) {
        text = *typed;
        const auto parsed = parseNumber(text.toStdString());
        if (const auto* message = std::get_if<Message>(&parsed))
            says = label + QLatin1Char('\n') + QString::fromStdString(english(*message));
        else if (const auto wrong = use(std::get<double>(parsed)))
            says = label + QLatin1Char('\n') + QString::fromStdString(english(*wrong));
        else
            return;
    }
}

QString capitalised(QString words)
{
    words[0] = words[0].toUpper();
    return words;
}

QString fillText(double fill)
{
    return std::isinf(fill)
               ? QStringLiteral("−∞")
               : QString::fromStdString(shortest(fill)).replace(QLatin1Char('-'), QChar(0x2212));
}

} // namespace

QString scaleText(const Document& document)
{
    const Scale& scale = document.scenario().scale;
    if (document.scenario().has(Mistake::ScaleBySqrtDModel))
        return QStringLiteral("÷√d_model"); // whatever the scale says
    return scale.kind == ScaleKind::Custom
               ? QStringLiteral("× %1").arg(inFewDigits(scale.multiplier))
               : QStringLiteral("÷√dₖ");
}

QString maskText(const Document& document)
{
    const Mask& mask = document.scenario().mask;
    QStringList parts;
    if (mask.causal)
        parts += tr("causal");
    if (mask.window)
        parts += tr("window %1").arg(*mask.window);
    if (!mask.padding.empty())
        parts += tr("padding");
    if (mask.allowed)
        parts += tr("pairs");
    return tr("mask: %1").arg(parts.isEmpty() ? tr("none") : parts.join(QStringLiteral(" + ")));
}

QString headsText(const Document& document)
{
    const Scenario& s = document.scenario();
    return s.kvHeadCount() == s.heads ? tr("heads: %1").arg(s.heads)
                                      : tr("heads: %1 / %2").arg(s.heads).arg(s.kvHeadCount());
}

void fillScaleMenu(QMenu& menu, Document& document, QWidget* window)
{
    menu.clear();
    const Scale now = document.scenario().scale;
    const auto to = [](ScaleKind kind) {
        return [kind](const Scenario& s) { return withScale(s, Scale{kind, 1}); };
    };
    entry(menu, document, "scale.sqrt", tr("Divide by √dₖ"), now.kind == ScaleKind::InverseSqrtDk,
          tr("Divide by √dₖ"), to(ScaleKind::InverseSqrtDk));
    entry(menu, document, "scale.none", tr("No scaling"), now.kind == ScaleKind::None,
          tr("Switch Scaling Off"), to(ScaleKind::None));
    QAction* custom = menu.addAction(tr("Multiply by…"));
    custom->setObjectName(QStringLiteral("scale.custom"));
    custom->setCheckable(true);
    custom->setChecked(now.kind == ScaleKind::Custom);
    QObject::connect(custom, &QAction::triggered, &document, [&document, window] {
        askNumber(window, tr("Multiply the scores"), tr("Multiplier"),
                  scaleFactor(document.scenario()), [&](double value) {
                      return document.apply(
                          {withScale(document.scenario(), Scale{ScaleKind::Custom, value}),
                           tr("Change Scale"),
                           {}});
                  });
    });
}

void fillMaskMenu(QMenu& menu, Document& document, QWidget* window)
{
    menu.clear();
    const Scenario& s = document.scenario();
    const Mask& mask = s.mask;
    const auto change = [](auto set) {
        return [set](const Scenario& before) {
            Mask m = before.mask;
            set(m);
            return withMask(before, std::move(m));
        };
    };
    const bool none = !mask.causal && !mask.window && mask.padding.empty() && !mask.allowed;
    entry(menu, document, "mask.none", tr("None: every query reads every key"), none,
          tr("Remove Mask"), change([](Mask& m) {
              m.causal = false;
              m.window.reset();
              m.padding.clear();
              m.allowed.reset();
          }));
    entry(menu, document, "mask.causal", tr("Causal: no reading ahead"), mask.causal,
          tr("Causal Mask"), change([](Mask& m) { m.causal = !m.causal; }));

    if (mask.window)
        entry(menu, document, "mask.window", tr("Window: %1 keys around").arg(*mask.window), true,
              tr("Remove Window"), change([](Mask& m) { m.window.reset(); }));
    QAction* newWindow = menu.addAction(tr("Window of…"));
    newWindow->setObjectName(QStringLiteral("mask.newWindow"));
    QObject::connect(newWindow, &QAction::triggered, &document, [&document, window] {
        const Mask& now = document.scenario().mask;
        askNumber(window, tr("Window"), tr("How far a query reads, itself included"),
                  now.window.value_or(2), [&](double value) -> std::optional<Problem> {
                      if (value != std::round(value) || !(std::abs(value) < 1e6))
                          return Problem{"mask.window", {"a whole number from 1", {}}};
                      Mask m = document.scenario().mask;
                      m.window = static_cast<int>(value);
                      return document.apply(
                          {withMask(document.scenario(), std::move(m)), tr("Change Window"), {}});
                  });
    });

    menu.addSeparator();
    const auto tool = [&](const char* id) {
        if (auto* action = window->findChild<QAction*>(QLatin1String(id)))
            menu.addAction(action);
    };
    tool("mask.paint");
    QMenu* named = menu.addMenu(tr("Presets, in place of what is on"));
    named->setObjectName(QStringLiteral("mask.presets"));
    fillMaskPresets(*named, document, window);
    menu.addSeparator();

    QMenu* padding = menu.addMenu(tr("Padding: these tokens are no words"));
    padding->setObjectName(QStringLiteral("mask.padding"));
    const QStringList tokens = shownLabels(s.keyTokens());
    for (int i = 0; i < std::min(s.keyCount(), 64); ++i) {
        const bool padded = !mask.padding.empty() && !mask.padding[static_cast<std::size_t>(i)];
        QString label = tokens[i];
        label.replace(QLatin1Char('&'), QStringLiteral("&&"));
        entry(*padding, document, "", label, padded, tr("Change Padding"),
              [i](const Scenario& before) {
                  Mask m = before.mask;
                  if (m.padding.empty())
                      m.padding.assign(static_cast<std::size_t>(before.keyCount()), true);
                  m.padding[static_cast<std::size_t>(i)] = !m.padding[static_cast<std::size_t>(i)];
                  if (std::find(m.padding.begin(), m.padding.end(), false) == m.padding.end())
                      m.padding.clear();
                  return withMask(before, std::move(m));
              });
    }
    if (mask.allowed)
        entry(menu, document, "mask.allowed", tr("Pairs, painted or from a file"), true,
              tr("Remove Pair Mask"), change([](Mask& m) { m.allowed.reset(); }));
    if (mask.bias)
        entry(menu, document, "mask.bias", tr("Bias, added to the scores"), true, tr("Remove Bias"),
              change([](Mask& m) { m.bias.reset(); }));
    if (s.tokenCount() != s.keyCount()) {
        heading(menu, tr("Where the last query stands"));
        auto* places = new QActionGroup(&menu);
        places->addAction(entry(menu, document, "alignment.bottomRight", tr("at the last key"),
                                mask.alignment == Alignment::BottomRight, tr("Change Alignment"),
                                change([](Mask& m) { m.alignment = Alignment::BottomRight; })));
        places->addAction(entry(menu, document, "alignment.topLeft",
                                tr("where it stands when the first is at the first key"),
                                mask.alignment == Alignment::TopLeft, tr("Change Alignment"),
                                change([](Mask& m) { m.alignment = Alignment::TopLeft; })));
    }

    heading(menu, tr("A blocked score becomes"));
    auto* fills = new QActionGroup(&menu);
    bool listed = false;
    for (const double fill : {-1e9, -std::numeric_limits<double>::infinity(), 0.0}) {
        const bool is = mask.fill == fill || (std::isinf(fill) && std::isinf(mask.fill));
        listed = listed || is;
        QString words = fillText(fill);
        if (fill == 0)
            words += tr("   (a slip: it still takes a share)");
        const char* objectName = std::isinf(fill) ? "fill.infinite"
                                 : fill == 0      ? "fill.zero"
                                                  : "fill.finite";
        fills->addAction(entry(menu, document, objectName, words, is, tr("Change Mask Fill"),
                               change([fill](Mask& m) { m.fill = fill; })));
    }
    QAction* other = menu.addAction(listed ? tr("Another number…")
                                           : tr("%1 — another number…").arg(fillText(mask.fill)));
    other->setObjectName(QStringLiteral("fill.custom"));
    other->setCheckable(true);
    other->setChecked(!listed);
    fills->addAction(other);
    QObject::connect(other, &QAction::triggered, &document, [&document, window] {
        askNumber(
            window, tr("Fill of blocked scores"), tr("A finite number"), -1e9, [&](double value) {
                Mask m = document.scenario().mask;
                m.fill = value;
                return document.apply(
                    {withMask(document.scenario(), std::move(m)), tr("Change Mask Fill"), {}});
            });
    });

    heading(menu, tr("A row with every key blocked"));
    auto* rows = new QActionGroup(&menu);
    rows->addAction(entry(menu, document, "empty.computed",
                          tr("is computed: equal shares of the fill, NaN with −∞"),
                          mask.emptyRows == EmptyRows::Computed, tr("Change Empty Rows"),
                          change([](Mask& m) { m.emptyRows = EmptyRows::Computed; })));
    rows->addAction(entry(menu, document, "empty.zeros", tr("is zeros"),
                          mask.emptyRows == EmptyRows::Zeros, tr("Change Empty Rows"),
                          change([](Mask& m) { m.emptyRows = EmptyRows::Zeros; })));
    tool("mask.emptyRows");
}

void fillMaskPresets(QMenu& menu, Document& document, QWidget* window)
{
    menu.clear();
    for (const MaskPreset& preset : maskPresets()) {
        const QString title = capitalised(QString::fromUtf8(preset.title));
        const QString undo =
            tr("Mask: %1").arg(QString::fromUtf8(preset.title).section(QLatin1Char(':'), 0, 0));
        const bool asks = !preset.parameter.empty();
        QAction* action = menu.addAction(asks ? title + QStringLiteral("…") : title);
        action->setObjectName(QStringLiteral("preset.%1").arg(QString::fromUtf8(preset.id)));
        QObject::connect(action, &QAction::triggered, &document, [=, &document, &preset] {
            const auto set = [&](int number) {
                return document.apply(
                    {withMaskPreset(document.scenario(), preset, number), undo, {}});
            };
            if (!asks) {
                if (const auto wrong = set(1))
                    Dialogs::instance().showProblem(window, tr("Not changed"),
                                                    QString::fromStdString(english(*wrong)));
                return;
            }
            const Scenario& s = document.scenario();
            askNumber(window, title, capitalised(QString::fromUtf8(preset.parameter)),
                      preset.usual(s), [&](double value) -> std::optional<Problem> {
                          if (value != std::round(value) || value < 1 || value > preset.most(s))
                              return Problem{"",
                                             {"a whole number from 1 to %1",
                                              {std::to_string(preset.most(s))}}};
                          return set(static_cast<int>(value));
                      });
        });
    }
}

void fillHeadsMenu(QMenu& menu, Document& document)
{
    menu.clear();
    const Scenario& s = document.scenario();
    for (const int heads : possibleHeads(s)) {
        const int d_k = headWidth(s) * s.heads / heads;
        const QString columns = d_k == 1 ? tr("1 column") : tr("%1 columns").arg(d_k);
        QAction* action =
            entry(menu, document, "",
                  heads == 1 ? tr("1 head of %1").arg(columns)
                             : tr("%1 heads of %2").arg(heads).arg(columns),
                  heads == s.heads, tr("Change Heads"),
                  [heads](const Scenario& before) { return withHeads(before, heads); });
        action->setObjectName(QStringLiteral("heads.%1").arg(heads));
    }
    if (menu.actions().size() == 1) {
        QAction* why = menu.addAction(
            s.kvHeads ? tr("No other number fits the %1 heads of keys and values").arg(*s.kvHeads)
                      : tr("The widths of Q, K and V have no other common divisor"));
        why->setEnabled(false);
    }
}

void fillPositionsMenu(QMenu& menu, Document& document)
{
    menu.clear();
    auto* kinds = new QActionGroup(&menu);
    for (const PositionScheme& scheme : positionSchemes()) {
        const Positions& now = document.scenario().positions;
        if (scheme.kind == PositionKind::Learned && now.kind != PositionKind::Learned)
            continue; // its table comes with a file
        QAction* action = entry(menu, document, "", capitalised(QString::fromUtf8(scheme.title)),
                                now.kind == scheme.kind, tr("Change Positions"),
                                [kind = scheme.kind](const Scenario& before) {
                                    Scenario changed = before;
                                    changed.positions.kind = kind;
                                    if (kind != PositionKind::Learned)
                                        changed.positions.table.reset();
                                    return changed;
                                });
        action->setObjectName(QStringLiteral("positions.%1").arg(QString::fromUtf8(scheme.id)));
        kinds->addAction(action);
    }
}

void fillMistakesMenu(QMenu& menu, Document& document, QWidget* window)
{
    menu.clear();
    menu.setToolTipsVisible(true);
    for (const MistakeInfo& info : mistakeTable()) {
        const bool on = document.scenario().has(info.mistake);
        QAction* action = entry(menu, document, "", capitalised(QString::fromUtf8(info.title)), on,
                                on ? tr("Correct a Mistake") : tr("Make a Mistake"),
                                [mistake = info.mistake](const Scenario& before) {
                                    Scenario changed = before;
                                    if (changed.mistakes.erase(mistake) == 0)
                                        changed.mistakes.insert(mistake);
                                    return changed;
                                });
        action->setObjectName(QStringLiteral("mistakes.%1").arg(QString::fromUtf8(info.id)));
        action->setToolTip(toolTipOf(capitalised(QString::fromUtf8(info.breaks))));
    }
    menu.addSeparator();
    if (auto* detective = window->findChild<QAction*>(QStringLiteral("mistakes.detective")))
        menu.addAction(detective);
}

} // namespace attention::ui
