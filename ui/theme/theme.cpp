// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/theme.h"

#include <QtCore/QStringList>
#include <QtGui/QFontDatabase>
#include <QtGui/QPalette>
#include <QtWidgets/QApplication>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

// The colour tables of the design: contrast and colour-vision distances were measured for these
// values.
Theme light()
{
    Theme t;
    t.window = "#F4F5F7";
    t.panel = "#FFFFFF";
    t.text = "#15181E";
    t.secondary = "#4A5160";
    t.border = "#D5D9E0";
    t.cellBorder = "#80868F";
    t.query = "#0E62F7";
    t.key = "#B22309";
    t.value = "#106C56";
    t.score = "#221C16";
    t.weight = "#760D61";
    t.blockedLine = "#5B6470";
    t.blockedGround = "#E3E6EB";
    t.notFinite = "#FFD400";
    t.holds = "#106C56";
    t.byDesign = "#4A5160";
    t.broken = "#A3001B";
    t.focus = "#0E62F7";
    t.accent = "#0E62F7";
    t.accentText = "#FFFFFF";
    t.signedFill = &palette("signed-light");
    t.weightFill = &palette("weights-light");
    return t;
}

Theme dark()
{
    Theme t;
    t.window = "#14171C";
    t.panel = "#1F242C";
    t.text = "#F0F2F1";
    t.secondary = "#B4BCC9";
    t.border = "#3A414D";
    t.cellBorder = "#77808D";
    t.query = "#5A93FF";
    t.key = "#E08A3C";
    t.value = "#68F09E";
    t.score = "#F0F2F1";
    t.weight = "#F3B7F8";
    t.blockedLine = "#9AA4B2";
    t.blockedGround = "#2B313A";
    t.notFinite = "#FFD400";
    t.holds = "#68F09E";
    t.byDesign = "#B4BCC9";
    t.broken = "#FF9AA2";
    t.focus = "#8AB4FF";
    t.accent = "#5A93FF";
    t.accentText = "#0B0D10";
    t.signedFill = &palette("signed-dark");
    t.weightFill = &palette("weights-dark");
    return t;
}

Theme projector()
{
    Theme t;
    t.window = "#FFFFFF";
    t.panel = "#FFFFFF";
    t.text = "#000000";
    t.secondary = "#2B2B2B";
    t.border = "#A8A8A8";
    t.cellBorder = "#595959";
    t.query = "#134BC5";
    t.key = "#8D440B";
    t.value = "#084C3A";
    t.score = "#080A0C";
    t.weight = "#4F0D58";
    t.blockedLine = "#3A3A3A";
    t.blockedGround = "#EDEDED";
    t.notFinite = "#FFD400";
    t.holds = "#084C3A";
    t.byDesign = "#2B2B2B";
    t.broken = "#8A0016";
    t.focus = "#134BC5";
    t.accent = "#134BC5";
    t.accentText = "#FFFFFF";
    t.signedFill = &palette("signed-projector");
    t.weightFill = &palette("weights-projector");
    return t;
}

QFont font(const QString& family, qreal pixels)
{
    QFont f(family, -1, QFont::Normal, false); // what is left open comes from the desktop's font
    f.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    f.setHintingPreference(QFont::PreferNoHinting);
    f.setStyleStrategy(
        static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return f;
}

} // namespace

Theme Theme::make(ThemeKind kind, qreal base)
{
    Theme t = kind == ThemeKind::Light ? light() : kind == ThemeKind::Dark ? dark() : projector();
    t.kind = kind;
    t.base = base;
    t.series = {t.query, t.key, t.value, t.weight, t.secondary, t.text};
    return t;
}

Theme Theme::coloured(const PaletteChoice* choice) const
{
    Theme t = *this;
    if (choice && !choice->signedFill.empty()) {
        t.signedFill = &palette(choice->signedFill);
        t.weightFill = &palette(choice->weightFill);
    }
    return t;
}

QFont Theme::body(qreal scale) const
{
    return font("DejaVu Sans", base * scale);
}

QFont Theme::bold(qreal scale) const
{
    QFont f = font("DejaVu Sans", base * scale);
    f.setBold(true);
    return f;
}

QFont Theme::italic(qreal scale) const
{
    QFont f = font("DejaVu Sans", base * scale);
    f.setItalic(true);
    return f;
}

QFont Theme::mono(qreal scale) const
{
    return font("DejaVu Sans Mono", base * scale);
}

QColor Theme::band(const QColor& role) const
{
    const auto mix = [](int over, int under) {
        return static_cast<int>(std::lround(0.16 * over + 0.84 * under));
    };
    return QColor(mix(role.red(), window.red()), mix(role.green(), window.green()),
                  mix(role.blue(), window.blue()));
}

QPalette Theme::widgetPalette() const
{
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, panel);
    p.setColor(QPalette::AlternateBase, window);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::PlaceholderText, secondary);
    p.setColor(QPalette::Button, panel);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, broken);
    p.setColor(QPalette::ToolTipBase, text);
    p.setColor(QPalette::ToolTipText, panel);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, accentText);
    p.setColor(QPalette::Link, accent);
    p.setColor(QPalette::Light, panel.lighter(110));
    p.setColor(QPalette::Midlight, border);
    p.setColor(QPalette::Mid, border);
    p.setColor(QPalette::Dark, cellBorder);
    p.setColor(QPalette::Shadow, cellBorder);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, cellBorder);
    return p;
}

QString Theme::styleSheet() const
{
    // Names in braces are replaced, so that no colour stands outside the tables above.
    QString sheet = QStringLiteral(R"(
QMenuBar { background: {panel}; color: {text}; border-bottom: 1px solid {border}; }
QMenuBar::item { padding: 5px 10px; background: transparent; }
QMenuBar::item:selected { background: {band}; }
QMenu { background: {panel}; color: {text}; border: 1px solid {cellBorder}; padding: 4px; menu-scrollable: 1; }
QMenu::item { padding: 7px 28px 7px 28px; border-radius: 4px; }
QMenu::item:selected { background: {band}; color: {text}; }
QMenu::item:disabled { color: {cellBorder}; }
QMenu::separator { height: 1px; background: {border}; margin: 4px 8px; }
QToolTip { background: {text}; color: {panel}; border: 0; padding: 6px; }
#topBar, #checksBar, #rail, #rightColumn, #maskBar, #detectiveBar { background: {panel}; }
#topBar, #maskBar, #detectiveBar { border-bottom: 1px solid {border}; }
#checksBar { border-top: 1px solid {border}; }
#checksBar QToolButton { padding: 0 6px; }
QTabBar::tab { padding: 6px 10px; border: 0; border-bottom: 2px solid {border}; }
QTabBar::tab:selected { border-bottom-color: {focus}; background: {panel}; }
QTabBar::tab:hover { background: {band}; }
QTabBar::scroller { width: 36px; }
QTabBar QToolButton { background: {panel}; border: 1px solid {cellBorder}; padding: 0; }
QRadioButton::indicator { width: 16px; height: 16px; border-radius: 9px; border: 2px solid {secondary}; background: {panel}; }
QRadioButton::indicator:hover, QRadioButton::indicator:focus { border-color: {focus}; }
QRadioButton::indicator:checked { border: 5px solid {accent}; width: 10px; height: 10px; border-radius: 10px; background: {accentText}; }
#checksBar QToolButton[status="pass"] { color: {holds}; }
#checksBar QToolButton[status="fail"] { color: {broken}; }
#checksBar QToolButton[status="by_design"] { color: {byDesign}; }
#rail { border-right: 1px solid {border}; }
#rightColumn { border-left: 1px solid {border}; }
#explanation, #scenarioText { background: {panel}; border: 2px solid {panel}; }
#explanation:focus, #scenarioText:focus { border-color: {focus}; }
#closeColumn, #removePin { font-size: 18px; padding: 0; }
#railLine { background: {border}; }
#undoButton, #redoButton { font-size: 20px; padding: 0; }
#documentTitle { background: transparent; font-weight: bold; }
QToolButton { color: {text}; background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 4px 8px; }
QToolButton:hover { background: {band}; }
QToolButton:focus { border: 2px solid {focus}; }
QToolButton:disabled { color: {cellBorder}; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton[chip="true"] { border: 1px solid {cellBorder}; border-radius: 16px; padding: 0 13px; min-height: 30px; background: {panel}; }
QToolButton[chip="true"]:hover { background: {band}; }
QToolButton[chip="true"]:checked { background: {accent}; border-color: {accent}; color: {accentText}; }
QToolButton[chip="true"]:focus { border: 2px solid {focus}; padding: 0 12px; }
QToolButton[rail="true"] { padding: 0; border-radius: 4px; }
QToolButton[rail="true"]:checked { background: {band}; font-weight: bold; }
QLineEdit#cellEditor { background: {panel}; color: {text}; border: 2px solid {focus}; padding: 0; selection-background-color: {accent}; selection-color: {accentText}; }
QLineEdit#cellEditor[wrong="true"] { border-color: {broken}; }
QLabel#secondary { color: {secondary}; }
QTableView#matrixTable { background: {panel}; gridline-color: {border}; border: 2px solid {border}; }
QTableView#matrixTable:focus { border-color: {focus}; }
#matrixTable QHeaderView { background: {window}; }
#matrixTable QHeaderView::section { background: {window}; color: {text}; border: 0; border-right: 1px solid {border}; border-bottom: 1px solid {border}; padding: 4px 8px; }
#matrixTable QTableCornerButton::section { background: {window}; border: 0; border-right: 1px solid {border}; border-bottom: 1px solid {border}; }
QLabel#matrixMessage { color: {secondary}; }
QLabel#matrixMessage[wrong="true"] { color: {broken}; }
)");
    const std::array<std::pair<const char*, QColor>, 14> names = {{{"{window}", window},
                                                                   {"{panel}", panel},
                                                                   {"{text}", text},
                                                                   {"{secondary}", secondary},
                                                                   {"{border}", border},
                                                                   {"{cellBorder}", cellBorder},
                                                                   {"{accentText}", accentText},
                                                                   {"{accent}", accent},
                                                                   {"{focus}", focus},
                                                                   {"{broken}", broken},
                                                                   {"{holds}", holds},
                                                                   {"{byDesign}", byDesign},
                                                                   {"{weight}", weight},
                                                                   {"{band}", band(query)}}};
    for (const auto& [name, colour] : names)
        sheet.replace(QLatin1String(name), colour.name());
    return sheet;
}

namespace {
bool (*pretended)() = nullptr;
}

bool systemIsDark()
{
    if (pretended)
        return pretended();
    QApplication::setPalette(QPalette()); // or our own would answer
    return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

void pretendSystemIsDark(bool (*answer)())
{
    pretended = answer;
}

bool loadFonts()
{
    static const bool loaded = [] {
        bool all = true;
        for (const char* file : {"DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique",
                                 "DejaVuSans-BoldOblique", "DejaVuSansMono", "DejaVuSansMono-Bold"})
            all = QFontDatabase::addApplicationFont(
                      QStringLiteral(":/fonts/%1.ttf").arg(QLatin1String(file))) >= 0 &&
                  all;
        return all;
    }();
    return loaded;
}

} // namespace attention::ui
