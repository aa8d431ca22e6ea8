// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/actions.h"

#include "core/scenario/edits.h"
#include "ui/checks/detective_bar.h"
#include "ui/compare/compare_view.h"
#include "ui/copy_commands.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/editors/empty_rows_dialog.h"
#include "ui/editors/mask_painter.h"
#include "ui/editors/switches.h"
#include "ui/explain/right_column.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/row_ends.h"
#include "ui/file_commands.h"
#include "ui/glossary.h"
#include "ui/main_window.h"
#include "ui/picture_commands.h"
#include "ui/present/hide_commands.h"
#include "ui/table_commands.h"
#include "ui/tour/first_minute.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QSettings>
#include <QtCore/QStringList>
#include <QtGui/QAction>
#include <QtGui/QUndoStack>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>

#include <array>
#include <vector>

namespace attention::ui {

namespace {

using Window = MainWindow;
using Form = BoardOptions::Form;

QString tr(const char* text)
{
    return QCoreApplication::translate("Actions", text);
}

template <typename Set>
void option(Window& w, Set set)
{
    BoardOptions options = w.board().options();
    set(options);
    w.board().setOptions(options);
}

template <int Decimals>
void setDecimals(Window& w)
{
    option(w, [](BoardOptions& o) { o.decimals = Decimals; });
}

template <int Decimals>
bool hasDecimals(const Window& w)
{
    return w.board().options().decimals == Decimals;
}

template <std::size_t Row>
void setPalette(Window& w)
{
    option(w, [](BoardOptions& o) { o.palette = &paletteChoices()[Row]; });
}

// Where nothing was chosen, or a palette that there is not, it is the first.
template <std::size_t Row>
bool hasPalette(const Window& w)
{
    const PaletteChoice* chosen = w.board().options().palette;
    return chosen == &paletteChoices()[Row] || (!chosen && Row == 0);
}

template <ColourRange Range>
void setRange(Window& w)
{
    option(w, [](BoardOptions& o) { o.range = Range; });
}

template <ColourRange Range>
bool hasRange(const Window& w)
{
    return w.board().options().range == Range;
}

template <Form F>
void setForm(Window& w)
{
    option(w, [](BoardOptions& o) { o.form = F; });
    if (F == Form::Board && w.board().boardLayout().strip)
        emit w.board().problem(
            boardDraws(w.document().scenario())
                ? tr("There is no room for the board here: it comes back in a larger window")
                : tr("This mistake is shown as a strip of what it makes of every stage"));
}

template <Form F>
bool hasForm(const Window& w)
{
    return w.board().options().form == F;
}

bool predicts(const Window& w)
{
    return showsPredictions(w.document().scenario(), w.board().options());
}

void togglePredictions(Window& w)
{
    using Shown = BoardOptions::Shown;
    const bool shown = predicts(w);
    option(w, [&](BoardOptions& o) { o.predicts = shown ? Shown::No : Shown::Yes; });
    if (!mayPredict(w.document().scenario()))
        emit w.board().problem(tr("Only where the future is hidden is there something to predict: "
                                  "switch the causal mask on"));
}

template <BoardOptions::Heads H>
void setHeads(Window& w)
{
    w.board().showHeads(H);
}

template <BoardOptions::Heads H>
bool hasHeads(const Window& w)
{
    return w.board().options().heads == H;
}

// A theme chosen here is that of the next start; one of the command line is not.
void chooseTheme(Window& w, const char* choice)
{
    QSettings().setValue(QStringLiteral("theme"), QLatin1String(choice));
    w.setThemeChoice(QLatin1String(choice));
}

bool animated()
{
    return QSettings().value(QStringLiteral("animations"), true).toBool();
}

template <SequenceChange Change>
void token(Window& w)
{
    w.tables().changeToken(Change);
}

template <SequenceChange Change>
void column(Window& w)
{
    w.tables().changeColumn(Change);
}

void editSelected(Window& w)
{
    if (w.board().selection().pinned)
        w.board().editCell(*w.board().selection().pinned);
}

void showShortcuts(Window& w)
{
    std::vector<std::pair<QString, QString>> rows;
    for (const ActionRow& row : actionTable())
        if (row.text && row.keys)
            rows.emplace_back(shortcutOf(row).toString(QKeySequence::NativeText),
                              tr(row.text).remove(QLatin1Char('&')).remove(QChar(0x2026)));
    rows.emplace_back(tr("Arrows"), tr("Move the selected cell"));
    rows.emplace_back(tr("Enter, F2, a digit"), tr("Type a number"));
    rows.emplace_back(tr("Tab while typing"), tr("On to the next number"));
    rows.emplace_back(tr("Esc"), tr("Let go; leave presenting"));
    rows.emplace_back(tr("Drag a number"), tr("Change it: Shift fine, Ctrl coarse, Esc back"));
    Dialogs::instance().showTable(&w, tr("Keyboard Shortcuts"), rows);
}

constexpr auto file = QT_TRANSLATE_NOOP("Actions", "&File");
constexpr auto edit = QT_TRANSLATE_NOOP("Actions", "&Edit");
constexpr auto sequences = QT_TRANSLATE_NOOP("Actions", "&Edit/To&kens and Columns");
constexpr auto copies = QT_TRANSLATE_NOOP("Actions", "&Edit/Cop&y As");
constexpr auto view = QT_TRANSLATE_NOOP("Actions", "&View");
constexpr auto onBoard = QT_TRANSLATE_NOOP("Actions", "&View/S&hown on the Board");
constexpr auto sizes = QT_TRANSLATE_NOOP("Actions", "&View/Text Si&ze");
constexpr auto themes = QT_TRANSLATE_NOOP("Actions", "&View/&Theme");
constexpr auto decimals = QT_TRANSLATE_NOOP("Actions", "&View/Deci&mals");
constexpr auto palettes = QT_TRANSLATE_NOOP("Actions", "&View/&Palette");
constexpr auto ranges = QT_TRANSLATE_NOOP("Actions", "&View/Colour Ran&ge");
constexpr auto forms = QT_TRANSLATE_NOOP("Actions", "&View/Board or &Strip");
constexpr auto hiding = QT_TRANSLATE_NOOP("Actions", "&View/Hide and Re&veal");
constexpr auto heads = QT_TRANSLATE_NOOP("Actions", "&View/Hea&ds");
constexpr auto comparing = QT_TRANSLATE_NOOP("Actions", "&View/Compare");
constexpr auto help = QT_TRANSLATE_NOOP("Actions", "&Help");

const std::vector<ActionRow>& table()
{
    static const std::vector<ActionRow> all = {
        {"file.new", file, QT_TRANSLATE_NOOP("Actions", "&New"), "New",
         [](Window& w) { w.files().newDocument(); }},
        {"file.words", file, QT_TRANSLATE_NOOP("Actions", "New from &Words…"), "Ctrl+Shift+N",
         [](Window& w) { w.firstMinute().askForWords(); }},
        {"file.open", file, QT_TRANSLATE_NOOP("Actions", "&Open…"), "Open",
         [](Window& w) { w.files().open(); }},
        {"file.recent", file, nullptr, nullptr, nullptr},
        {"file.examples", file, nullptr, nullptr, nullptr},
        {"file.line1", file, nullptr, nullptr, nullptr},
        {"file.save", file, QT_TRANSLATE_NOOP("Actions", "&Save"), "Save",
         [](Window& w) { w.files().save(); }},
        {"file.saveAs", file, QT_TRANSLATE_NOOP("Actions", "Save &As…"), "Ctrl+Shift+S",
         [](Window& w) { w.files().saveAs(); }},
        {"file.line2", file, nullptr, nullptr, nullptr},
        {"file.exportBoard", file, QT_TRANSLATE_NOOP("Actions", "&Export…"), "Ctrl+Alt+E",
         [](Window& w) { w.pictures().exportPicture(w.pictures().placeRequest()); }},
        {"file.exportStage", file, QT_TRANSLATE_NOOP("Actions", "Export This &Matrix…"),
         "Ctrl+Shift+E",
         [](Window& w) { w.pictures().exportPicture(w.pictures().stageRequest()); }},
        {"file.exportAll", file, QT_TRANSLATE_NOOP("Actions", "Export A&ll…"), "Ctrl+Alt+Shift+E",
         [](Window& w) { w.pictures().exportAll(); }},
        {"file.line3", file, nullptr, nullptr, nullptr},
        {"file.quit", file, QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q",
         [](Window& w) { w.close(); }},

        {"edit.undo", edit, QT_TRANSLATE_NOOP("Actions", "&Undo"), "Undo",
         [](Window& w) { w.document().undoStack().undo(); }},
        {"edit.redo", edit, QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z",
         [](Window& w) { w.document().undoStack().redo(); }},
        {"edit.revert", edit, QT_TRANSLATE_NOOP("Actions", "Re&set to How It Was Opened"), "Alt+R",
         [](Window& w) { w.files().revert(); }},
        {"edit.line1", edit, nullptr, nullptr, nullptr},
        {"edit.copyPicture", edit, QT_TRANSLATE_NOOP("Actions", "&Copy Picture of This Matrix"),
         "Ctrl+Shift+C", [](Window& w) { w.pictures().copyPicture(w.pictures().stageRequest()); }},
        {"edit.copyBoard", edit, QT_TRANSLATE_NOOP("Actions", "Copy &Board or Plot"), "Ctrl+Alt+C",
         [](Window& w) { w.pictures().copyPicture(w.pictures().placeRequest()); }},
        {"copy.tsv", copies, QT_TRANSLATE_NOOP("Actions", "&Tab-Separated Text"), "Ctrl+Shift+T",
         [](Window& w) { w.copies().copyMatrix("tsv"); }},
        {"copy.markdown", copies, QT_TRANSLATE_NOOP("Actions", "&Markdown"), "Ctrl+Alt+W",
         [](Window& w) { w.copies().copyMatrix("markdown"); }},
        {"copy.latex", copies, QT_TRANSLATE_NOOP("Actions", "&LaTeX"), "Ctrl+Shift+L",
         [](Window& w) { w.copies().copyMatrix("latex"); }},
        {"copy.numpy", copies, QT_TRANSLATE_NOOP("Actions", "&NumPy Array"), "Ctrl+Alt+N",
         [](Window& w) { w.copies().copyMatrix("numpy"); }},
        {"copy.altText", copies, QT_TRANSLATE_NOOP("Actions", "&Alt Text"), "Ctrl+Alt+A",
         [](Window& w) { w.copies().copyAltText(); }},
        {"copy.explanation", copies, QT_TRANSLATE_NOOP("Actions", "&Explanation as LaTeX"), nullptr,
         [](Window& w) { w.copies().copyExplanation(); }},
        {"edit.copyExplanation", edit, QT_TRANSLATE_NOOP("Actions", "Copy E&xplanation"),
         "Ctrl+Alt+X", [](Window& w) { w.column().copyAsked(); }},
        {"edit.pin", edit, QT_TRANSLATE_NOOP("Actions", "&Pin or Unpin Explanation"),
         "Ctrl+Shift+P", [](Window& w) { w.column().pinAsked(); }},
        {"edit.line2", edit, nullptr, nullptr, nullptr},
        {"edit.number", edit, QT_TRANSLATE_NOOP("Actions", "Edit &Number"), nullptr, editSelected},
        {"edit.table", edit, QT_TRANSLATE_NOOP("Actions", "Edit as &Table…"), "Ctrl+T",
         [](Window& w) { w.tables().openAsked(); }},
        {"edit.addToken", edit, QT_TRANSLATE_NOOP("Actions", "&Add Token"), "Ctrl+Shift+A",
         [](Window& w) { w.tables().addToken(); }},
        {"edit.removeToken", edit, QT_TRANSLATE_NOOP("Actions", "Re&move Token"), "Ctrl+Shift+D",
         token<SequenceChange::Remove>},
        {"token.rename", sequences, QT_TRANSLATE_NOOP("Actions", "&Rename Token…"), nullptr,
         token<SequenceChange::Rename>},
        {"token.up", sequences, QT_TRANSLATE_NOOP("Actions", "Move Token &Up"), "Alt+Up",
         token<SequenceChange::MoveBack>},
        {"token.down", sequences, QT_TRANSLATE_NOOP("Actions", "Move Token &Down"), "Alt+Down",
         token<SequenceChange::MoveOn>},
        {"token.line", sequences, nullptr, nullptr, nullptr},
        {"column.add", sequences, QT_TRANSLATE_NOOP("Actions", "&Add Column"), "Alt+Shift+Ins",
         column<SequenceChange::AddAfter>},
        {"column.remove", sequences, QT_TRANSLATE_NOOP("Actions", "Remove &Column"),
         "Alt+Shift+Del", column<SequenceChange::Remove>},
        {"column.rename", sequences, QT_TRANSLATE_NOOP("Actions", "Re&name Column…"), nullptr,
         column<SequenceChange::Rename>},
        {"column.left", sequences, QT_TRANSLATE_NOOP("Actions", "Move Column &Left"), "Alt+Left",
         column<SequenceChange::MoveBack>},
        {"column.right", sequences, QT_TRANSLATE_NOOP("Actions", "Move Column R&ight"), "Alt+Right",
         column<SequenceChange::MoveOn>},

        {"edit.line3", edit, nullptr, nullptr, nullptr},
        {"mask.paint", edit, QT_TRANSLATE_NOOP("Actions", "Pa&int the Mask"), "Ctrl+Alt+M",
         [](Window& w) {
             w.setPlace(Place::Board);
             w.board().maskPainter().setOn(!w.board().maskPainter().isOn());
         },
         [](const Window& w) { return w.board().maskPainter().isOn(); }},
        {"mask.emptyRows", edit, QT_TRANSLATE_NOOP("Actions", "Rows That Read Nothin&g…"), nullptr,
         [](Window& w) {
             (new EmptyRowsDialog(w.document(), w.board().selection().head, w.board().theme(), &w))
                 ->show();
         }},
        {"mistakes.detective", edit, QT_TRANSLATE_NOOP("Actions", "Detective: &Hide a Mistake"),
         "Ctrl+Alt+D",
         [](Window& w) {
             w.setPlace(Place::Board);
             auto* detective = w.findChild<DetectiveBar*>();
             w.document().hiddenMistake() ? detective->end() : (void)detective->start();
         },
         [](const Window& w) { return w.document().hiddenMistake().has_value(); }},

        {"view.board", view, QT_TRANSLATE_NOOP("Actions", "&Board"), "Alt+1",
         [](Window& w) { w.setPlace(Place::Board); },
         [](const Window& w) { return w.place() == Place::Board; }},
        {"view.scaling", view, QT_TRANSLATE_NOOP("Actions", "Scaling"), "Alt+2",
         [](Window& w) { w.setPlace(Place::Scaling); },
         [](const Window& w) { return w.place() == Place::Scaling; }},
        {"view.memory", view, QT_TRANSLATE_NOOP("Actions", "Memor&y"), "Alt+3",
         [](Window& w) { w.setPlace(Place::Memory); },
         [](const Window& w) { return w.place() == Place::Memory; }},
        {"view.line3", view, nullptr, nullptr, nullptr},
        {"view.explain", view, QT_TRANSLATE_NOOP("Actions", "&Where Does It Come From?"), "Ctrl+E",
         [](Window& w) { w.column().setOpen(!w.column().isOpen()); },
         [](const Window& w) { return w.column().isOpen(); }},
        {"view.computerForm", view, QT_TRANSLATE_NOOP("Actions", "As the Computer Does &It"),
         "Ctrl+Shift+M", [](Window& w) { w.column().setUnfolded(!w.column().isUnfolded()); },
         [](const Window& w) { return w.column().isUnfolded(); }},
        {"view.line1", view, nullptr, nullptr, nullptr},
        {"view.names", onBoard, QT_TRANSLATE_NOOP("Actions", "Call the Copies of X Q, &K and V"),
         nullptr, [](Window& w) { option(w, [](BoardOptions& o) { o.namesQkv = !o.namesQkv; }); },
         [](const Window& w) { return w.board().options().namesQkv; }},
        {"view.transposed", onBoard,
         QT_TRANSLATE_NOOP("Actions", "&Queries in Columns (Transposed)"), "Ctrl+Alt+T",
         [](Window& w) { option(w, [](BoardOptions& o) { o.transposed = !o.transposed; }); },
         [](const Window& w) { return w.board().options().transposed; }},
        {"view.values", onBoard, QT_TRANSLATE_NOOP("Actions", "&Numbers in Cells"), nullptr,
         [](Window& w) { option(w, [](BoardOptions& o) { o.values = !o.values; }); },
         [](const Window& w) { return w.board().options().values; }},
        {"view.predicts", onBoard, QT_TRANSLATE_NOOP("Actions", "What &Each Row Predicts"), nullptr,
         togglePredictions, predicts},
        {"view.sums", onBoard, QT_TRANSLATE_NOOP("Actions", "S&ums of Rows and Columns"), nullptr,
         [](Window& w) { option(w, [](BoardOptions& o) { o.sums = !o.sums; }); },
         [](const Window& w) { return w.board().options().sums; }},
        {"view.moved", onBoard, QT_TRANSLATE_NOOP("Actions", "Mark What M&oved"), nullptr,
         [](Window& w) { option(w, [](BoardOptions& o) { o.moved = !o.moved; }); },
         [](const Window& w) { return w.board().options().moved; }},
        {"view.animations", onBoard, QT_TRANSLATE_NOOP("Actions", "&Animations"), nullptr,
         [](Window&) { QSettings().setValue(QStringLiteral("animations"), !animated()); },
         [](const Window&) { return animated(); }},
        {"decimals.0", decimals, "&0", nullptr, setDecimals<0>, hasDecimals<0>},
        {"decimals.1", decimals, "&1", nullptr, setDecimals<1>, hasDecimals<1>},
        {"decimals.2", decimals, "&2", nullptr, setDecimals<2>, hasDecimals<2>},
        {"decimals.3", decimals, "&3", nullptr, setDecimals<3>, hasDecimals<3>},
        {"decimals.4", decimals, "&4", nullptr, setDecimals<4>, hasDecimals<4>},
        {"decimals.5", decimals, "&5", nullptr, setDecimals<5>, hasDecimals<5>},
        {"decimals.6", decimals, "&6", nullptr, setDecimals<6>, hasDecimals<6>},
        {"palette.theme", palettes, QT_TRANSLATE_NOOP("Actions", "&Slate–Ochre and Plum"), nullptr,
         setPalette<0>, hasPalette<0>},
        {"palette.viridis", palettes, QT_TRANSLATE_NOOP("Actions", "&Viridis"), nullptr,
         setPalette<1>, hasPalette<1>},
        {"palette.cividis", palettes, QT_TRANSLATE_NOOP("Actions", "&Cividis"), nullptr,
         setPalette<2>, hasPalette<2>},
        {"palette.magma", palettes, QT_TRANSLATE_NOOP("Actions", "&Magma"), nullptr, setPalette<3>,
         hasPalette<3>},
        {"palette.grey", palettes, QT_TRANSLATE_NOOP("Actions", "&Grey"), nullptr, setPalette<4>,
         hasPalette<4>},
        {"palette.RdBu", palettes, QT_TRANSLATE_NOOP("Actions", "&Red–Blue"), nullptr,
         setPalette<5>, hasPalette<5>},
        {"range.auto", ranges, QT_TRANSLATE_NOOP("Actions", "&Automatic"), nullptr,
         setRange<ColourRange::Auto>, hasRange<ColourRange::Auto>},
        {"range.matrix", ranges, QT_TRANSLATE_NOOP("Actions", "Of Each &Matrix"), nullptr,
         setRange<ColourRange::Matrix>, hasRange<ColourRange::Matrix>},
        {"range.heads", ranges, QT_TRANSLATE_NOOP("Actions", "Of All &Heads of a Stage"), nullptr,
         setRange<ColourRange::Heads>, hasRange<ColourRange::Heads>},
        {"range.all", ranges, QT_TRANSLATE_NOOP("Actions", "Of All &Stages"), nullptr,
         setRange<ColourRange::All>, hasRange<ColourRange::All>},
        {"form.auto", forms, QT_TRANSLATE_NOOP("Actions", "&Automatic"), nullptr,
         setForm<Form::Auto>, hasForm<Form::Auto>},
        {"form.board", forms, QT_TRANSLATE_NOOP("Actions", "&Board"), nullptr, setForm<Form::Board>,
         hasForm<Form::Board>},
        {"form.strip", forms, QT_TRANSLATE_NOOP("Actions", "&Strip"), nullptr, setForm<Form::Strip>,
         hasForm<Form::Strip>},
        {"hide.number", hiding, QT_TRANSLATE_NOOP("Actions", "Hide This &Number"), "Ctrl+H",
         [](Window& w) { hideNumber(w.board()); }},
        {"hide.row", hiding, QT_TRANSLATE_NOOP("Actions", "Hide This &Row"), "Ctrl+Shift+H",
         [](Window& w) { hideRow(w.board()); }},
        {"hide.matrix", hiding, QT_TRANSLATE_NOOP("Actions", "Hide All of This &Stage"),
         "Ctrl+Alt+H", [](Window& w) { hideMatrix(w.board()); }},
        {"reveal.next", hiding, QT_TRANSLATE_NOOP("Actions", "Re&veal Next"), "Ctrl+R",
         [](Window& w) { revealNext(w.board()); }},
        {"reveal.all", hiding, QT_TRANSLATE_NOOP("Actions", "Reveal &All"), "Ctrl+Shift+R",
         [](Window& w) { revealAll(w.board()); }},
        {"heads.next", heads, QT_TRANSLATE_NOOP("Actions", "&Next Head"), "Ctrl+PgDown",
         [](Window& w) { w.board().showHead(w.board().selection().head + 1); }},
        {"heads.previous", heads, QT_TRANSLATE_NOOP("Actions", "&Previous Head"), "Ctrl+PgUp",
         [](Window& w) { w.board().showHead(w.board().selection().head - 1); }},
        {"heads.one", heads, QT_TRANSLATE_NOOP("Actions", "&One Head"), nullptr,
         setHeads<BoardOptions::Heads::One>, hasHeads<BoardOptions::Heads::One>},
        {"heads.all", heads, QT_TRANSLATE_NOOP("Actions", "&All Heads"), nullptr,
         setHeads<BoardOptions::Heads::All>, hasHeads<BoardOptions::Heads::All>},
        {"heads.mean", heads, QT_TRANSLATE_NOOP("Actions", "&Mean of the Heads"), nullptr,
         setHeads<BoardOptions::Heads::Mean>, hasHeads<BoardOptions::Heads::Mean>},
        {"theme.system", themes, QT_TRANSLATE_NOOP("Actions", "&System"), nullptr,
         [](Window& w) { chooseTheme(w, "system"); },
         [](const Window& w) { return w.themeChoice() == QLatin1String("system"); }},
        {"theme.light", themes, QT_TRANSLATE_NOOP("Actions", "&Light"), nullptr,
         [](Window& w) { chooseTheme(w, "light"); },
         [](const Window& w) { return w.themeChoice() == QLatin1String("light"); }},
        {"theme.dark", themes, QT_TRANSLATE_NOOP("Actions", "&Dark"), nullptr,
         [](Window& w) { chooseTheme(w, "dark"); },
         [](const Window& w) { return w.themeChoice() == QLatin1String("dark"); }},
        {"theme.projector", themes, QT_TRANSLATE_NOOP("Actions", "&Projector"), nullptr,
         [](Window& w) { chooseTheme(w, "projector"); },
         [](const Window& w) { return w.themeChoice() == QLatin1String("projector"); }},
        {"compare.show", comparing, QT_TRANSLATE_NOOP("Actions", "&Compare with A"), "Ctrl+K",
         [](Window& w) { w.compare().toggle(); },
         [](const Window& w) { return w.compare().isShown(); }},
        {"compare.pin", comparing, QT_TRANSLATE_NOOP("Actions", "&Pin the Current State as A"),
         "Ctrl+Shift+K", [](Window& w) { w.compare().pin(); }},
        {"compare.examples", comparing, nullptr, nullptr, nullptr},
        {"compare.file", comparing, QT_TRANSLATE_NOOP("Actions", "Compare with a &File…"),
         "Ctrl+Alt+K", [](Window& w) { w.compare().openFile(); }},
        {"compare.back", comparing, QT_TRANSLATE_NOOP("Actions", "&Back to the A Before"), nullptr,
         [](Window& w) { w.compare().back(); }, nullptr,
         [](const Window& w) { return w.compare().comparison().nameBefore() != nullptr; }},
        {"compare.letGo", comparing, QT_TRANSLATE_NOOP("Actions", "&Let Go of A"), nullptr,
         [](Window& w) { w.compare().comparison().letGo(); }, nullptr,
         [](const Window& w) { return w.compare().comparison().a() != nullptr; }},
        {"view.line2", view, nullptr, nullptr, nullptr},
        {"view.larger", sizes, QT_TRANSLATE_NOOP("Actions", "&Larger Text"), "Ctrl++",
         [](Window& w) { w.setZoom(w.zoom() * 1.1); }},
        {"view.smaller", sizes, QT_TRANSLATE_NOOP("Actions", "&Smaller Text"), "Ctrl+-",
         [](Window& w) { w.setZoom(w.zoom() / 1.1); }},
        {"view.normal", sizes, QT_TRANSLATE_NOOP("Actions", "&Normal Text Size"), "Ctrl+0",
         [](Window& w) { w.setZoom(1); }},
        {"view.fullScreen", view, QT_TRANSLATE_NOOP("Actions", "&Full Screen"), "F11",
         [](Window& w) {
             w.isPresenting() ? w.setPresenting(false)
                              : w.setWindowState(w.windowState() ^ Qt::WindowFullScreen);
         },
         [](const Window& w) { return w.isFullScreen(); }},
        {"view.present", view, QT_TRANSLATE_NOOP("Actions", "P&resent"), "F5",
         [](Window& w) { w.setPresenting(!w.isPresenting()); },
         [](const Window& w) { return w.isPresenting(); }},

        {"help.shortcuts", help, QT_TRANSLATE_NOOP("Actions", "&Keyboard Shortcuts"), "F1",
         showShortcuts},
        {"help.glossary", help, QT_TRANSLATE_NOOP("Actions", "&Glossary"), "Ctrl+F1",
         [](Window& w) { Dialogs::instance().showTable(&w, tr("Glossary"), glossary()); }},
        {"help.firstMinute", help, QT_TRANSLATE_NOOP("Actions", "&First Minute"), nullptr,
         [](Window& w) { w.firstMinute().start(); }},
        {"help.about", help, QT_TRANSLATE_NOOP("Actions", "&About Attention Lab"), nullptr,
         [](Window& w) { w.showAbout(); }},
    };
    return all;
}

// "&View/&Theme" -> the menu Theme inside the menu View, made when it is first named.
QMenu* menuFor(MainWindow& window, const char* path)
{
    QMenu* menu = nullptr;
    QString name;
    QStringList parts = tr(path).split(QLatin1Char('/'));
    const QStringList ids =
        QString::fromUtf8(path).remove(QLatin1Char('&')).split(QLatin1Char('/'));
    if (parts.size() != ids.size()) // a translation that lost the way
        parts = QString::fromUtf8(path).split(QLatin1Char('/'));
    for (qsizetype i = 0; i < ids.size(); ++i) {
        name += QLatin1Char('/') + ids[i];
        auto* found = window.menuBar()->findChild<QMenu*>(name);
        if (!found) {
            found = menu ? menu->addMenu(parts[i]) : window.menuBar()->addMenu(parts[i]);
            found->setObjectName(name);
            if (menu)
                found->setParent(menu, found->windowFlags());
        }
        menu = found;
    }
    return menu;
}

} // namespace

std::span<const ActionRow> actionTable()
{
    return table();
}

QKeySequence shortcutOf(const ActionRow& row)
{
    if (!row.keys)
        return {};
    const QLatin1String keys(row.keys);
    const std::array<std::pair<const char*, QKeySequence::StandardKey>, 4> standard = {
        {{"New", QKeySequence::New},
         {"Open", QKeySequence::Open},
         {"Save", QKeySequence::Save},
         {"Undo", QKeySequence::Undo}}};
    for (const auto& [name, key] : standard)
        if (keys == QLatin1String(name))
            return QKeySequence(key);
    return QKeySequence(QString(keys), QKeySequence::PortableText);
}

void makeActions(MainWindow& window)
{
    for (const ActionRow& row : table()) {
        // The menu of what a scenario can be switched to stands between View and Help.
        if (row.menu == help && !window.menuBar()->findChild<QMenu*>(QStringLiteral("attention"))) {
            QMenu* attention = window.menuBar()->addMenu(tr("&Attention"));
            attention->setObjectName(QStringLiteral("attention"));
            const auto sub = [&](const QString& text, auto fill) {
                QMenu* menu = attention->addMenu(text);
                QObject::connect(menu, &QMenu::aboutToShow, &window, [menu, fill] { fill(*menu); });
                fill(*menu);
            };
            sub(tr("&Scaling"),
                [&window](QMenu& m) { fillScaleMenu(m, window.document(), &window); });
            sub(tr("&Mask"), [&window](QMenu& m) { fillMaskMenu(m, window.document(), &window); });
            sub(tr("&Heads"), [&window](QMenu& m) { fillHeadsMenu(m, window.document()); });
            sub(tr("&Positions"), [&window](QMenu& m) { fillPositionsMenu(m, window.document()); });
            sub(tr("M&istakes"),
                [&window](QMenu& m) { fillMistakesMenu(m, window.document(), &window); });
        }
        QMenu* menu = menuFor(window, row.menu);
        const QLatin1String id(row.id);
        if (id == QLatin1String("file.recent") || id == QLatin1String("file.examples")) {
            const bool recent = id == QLatin1String("file.recent");
            QMenu* sub = menu->addMenu(recent ? tr("Open &Recent") : tr("E&xamples"));
            sub->setObjectName(id);
            sub->setToolTipsVisible(recent);
            QObject::connect(sub, &QMenu::aboutToShow, &window, [&window, sub, recent] {
                recent ? window.files().fillRecentMenu(*sub)
                       : window.files().fillExamplesMenu(*sub);
            });
            continue;
        }
        if (id == QLatin1String("compare.examples")) {
            QMenu* sub = menu->addMenu(tr("Compare with an &Example"));
            sub->setObjectName(id);
            QObject::connect(sub, &QMenu::aboutToShow, &window, [&window, sub] {
                FileCommands::fillExamplesMenu(
                    *sub, QStringLiteral("compareWith."), [&window](const QString& name) {
                        window.compare().open(QStringLiteral("example:") + name);
                    });
            });
            continue;
        }
        if (!row.text) {
            menu->addSeparator();
            continue;
        }
        auto* action = new QAction(tr(row.text), &window);
        action->setObjectName(id);
        action->setShortcut(shortcutOf(row));
        action->setCheckable(row.checked != nullptr);
        QObject::connect(action, &QAction::triggered, &window, [&window, call = row.call] {
            call(window);
            updateActions(window);
        });
        menu->addAction(action);
        window.addAction(action); // its shortcut works while the menu bar is hidden
    }
    // What is checked may follow from the scenario: it is asked when somebody looks.
    for (const QAction* top : window.menuBar()->actions())
        QObject::connect(top->menu(), &QMenu::aboutToShow, &window,
                         [&window] { updateActions(window); });
    QUndoStack& stack = window.document().undoStack();
    const auto follow = [&](const char* id, const QString& verb, bool can, const QString& what) {
        if (auto* action = window.findChild<QAction*>(QLatin1String(id))) {
            action->setEnabled(can);
            action->setText(what.isEmpty() ? verb : QStringLiteral("%1 “%2”").arg(verb, what));
        }
    };
    const auto followUndo = [&window, &stack, follow] {
        follow("edit.undo", tr("&Undo"), stack.canUndo(), stack.undoText());
        follow("edit.redo", tr("&Redo"), stack.canRedo(), stack.redoText());
    };
    QObject::connect(&stack, &QUndoStack::indexChanged, &window, followUndo);
    followUndo();
    updateActions(window);
}

void updateActions(MainWindow& window)
{
    for (const ActionRow& row : table())
        if (row.checked || row.enabled)
            if (auto* action = window.findChild<QAction*>(QLatin1String(row.id))) {
                if (row.checked)
                    action->setChecked(row.checked(window));
                if (row.enabled)
                    action->setEnabled(row.enabled(window));
            }
}

} // namespace attention::ui
