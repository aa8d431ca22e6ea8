// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "core/text/number.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/checks/checks_bar.h"
#include "ui/document/computation.h"
#include "ui/document/document.h"
#include "ui/export/picture.h"
#include "ui/file_commands.h"
#include "ui/labs/plot_view.h"
#include "ui/main_window.h"
#include "ui/picture_commands.h"

#include <QAccessible>
#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLayout>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace attention;
using namespace attention::ui;

// Short ways through the real window, each in a window of its own.
class TstJourneys : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;

        // The place of a cell in the board's own coordinates.
        QPoint at(const MatrixRef& matrix, int row, int column)
        {
            const PlacedMatrix* m = window.board().boardLayout().find(matrix);
            return m ? m->cell(row, column).center().toPoint() : QPoint(-1, -1);
        }
        void click(QPoint point) { QTest::mouseClick(&window.board(), Qt::LeftButton, {}, point); }
        void doubleClick(QPoint point)
        {
            QTest::mouseDClick(&window.board(), Qt::LeftButton, {}, point);
        }
        QLineEdit* editor() { return window.board().findChild<QLineEdit*>("cellEditor"); }
        void type(const QString& text)
        {
            editor()->selectAll();
            QTest::keyClicks(editor(), text);
            QTest::keyClick(editor(), Qt::Key_Return);
        }
        double weight(int row, int column, int head = 0)
        {
            return (*find(*document.trace(), StageId::Weights, head)->values)(row, column);
        }
        const Hotspot* hotspot(Hotspot::Kind kind)
        {
            for (const Hotspot& h : window.board().boardLayout().hotspots)
                if (h.kind == kind)
                    return &h;
            return nullptr;
        }
        // An entry of the menu behind a chip, filled as it is when it opens.
        QAction* entry(const char* chip, const char* id)
        {
            auto* menu = window.findChild<QToolButton*>(chip)->findChild<QMenu*>();
            emit menu->aboutToShow();
            return menu->findChild<QAction*>(QLatin1String(id));
        }
    };

    static constexpr MatrixRef queries{std::nullopt, StageId::HeadQueries, 0};

private slots:
    void changeANumberMaskAndTakeThePictureAway()
    {
        Session s;
        QTemporaryDir folder;
        // Drag the 0 of A to the right: 80 pixels are 20 steps of a tenth.
        const QPoint zero = s.at(queries, 0, 1);
        QTest::mousePress(&s.window.board(), Qt::LeftButton, {}, zero);
        for (int x = 4; x <= 80; x += 4) {
            QMouseEvent move(QEvent::MouseMove, zero + QPoint(x, 0),
                             s.window.board().mapToGlobal(zero + QPoint(x, 0)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&s.window.board(), &move);
        }
        QTest::mouseRelease(&s.window.board(), Qt::LeftButton, {}, zero + QPoint(80, 0));
        QCOMPARE((*s.document.scenario().X)(0, 1), 2.0);
        QVERIFY(std::abs(s.weight(0, 0) - 0.9647) < 5e-5);
        QCOMPARE(s.document.undoStack().count(), 1);
        QVERIFY(s.window.isWindowModified());
        s.trigger("edit.undo");
        QCOMPARE((*s.document.scenario().X)(0, 1), 0.0);
        QVERIFY(!s.window.isWindowModified());
        s.trigger("edit.redo");
        QCOMPARE((*s.document.scenario().X)(0, 1), 2.0);
        s.trigger("edit.undo");

        // The mask from its chip, then scaling from the formula.
        s.entry("maskChip", "mask.causal")->trigger();
        QVERIFY(s.document.scenario().mask.causal);
        QCOMPARE(s.weight(0, 2), 0.0);
        QCOMPARE(s.window.findChild<QToolButton*>("maskChip")->text(), "mask: causal");
        s.entry("maskChip", "fill.infinite")->trigger();
        QVERIFY(std::isinf(s.document.scenario().mask.fill));
        s.click(s.hotspot(Hotspot::Kind::ToggleScale)->rect.center().toPoint());
        QVERIFY(s.document.scenario().scale.kind == ScaleKind::InverseSqrtDk);
        QVERIFY(std::abs(s.weight(1, 0) - 0.056) < 5e-4); // the article's number

        s.exportTo("file.exportStage", folder.filePath("weights.png"));
        const QImage picture(s.dialogs.fileToSave);
        QCOMPARE(picture.size(), QSize(3840, 2160)); // a slide, twice as fine
        s.exportTo("file.exportBoard", folder.filePath("board.svg"));
        QFile svg(s.dialogs.fileToSave);
        QVERIFY(svg.open(QFile::ReadOnly) && svg.readAll().contains("<svg"));
        s.trigger("edit.copyPicture");
        QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(3840, 2160));
        QVERIFY2(s.dialogs.problems.isEmpty(), qPrintable(s.dialogs.problems.join('\n')));
    }

    void escapeTakesADragBack()
    {
        Session s;
        const QPoint zero = s.at(queries, 0, 1);
        QTest::mousePress(&s.window.board(), Qt::LeftButton, {}, zero);
        QMouseEvent move(QEvent::MouseMove, zero + QPoint(40, 0),
                         s.window.board().mapToGlobal(zero + QPoint(40, 0)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&s.window.board(), &move);
        QCOMPARE((*s.document.scenario().X)(0, 1), 1.0);
        QTest::keyClick(&s.window.board(), Qt::Key_Escape);
        QCOMPARE((*s.document.scenario().X)(0, 1), 0.0);
        QCoreApplication::sendEvent(&s.window.board(), &move);
        QCOMPARE((*s.document.scenario().X)(0, 1), 0.0);
        QCOMPARE(s.document.undoStack().count(), 0);
        QTest::mouseRelease(&s.window.board(), Qt::LeftButton, {}, zero);
    }

    void savingMovesNothing()
    {
        Session s;
        QTemporaryDir folder;
        s.click(s.at(queries, 1, 0));
        const Selection before = s.window.board().selection();
        s.dialogs.fileToSave = folder.filePath("a.json");
        s.trigger("file.saveAs");
        QVERIFY(s.window.board().selection() == before);
    }

    void theFormulaAndTheChipsStandStill()
    {
        Session s;
        const QRectF formula = s.hotspot(Hotspot::Kind::ToggleScale)->rect;
        const QPoint chip = s.window.findChild<QWidget*>("maskChip")->pos();
        s.click(formula.center().toPoint());
        QCOMPARE(s.hotspot(Hotspot::Kind::ToggleScale)->rect, formula);
        s.window.files().openPath("example:sixty-four-words");
        s.window.findChild<QWidget*>("topBar")->layout()->activate();
        QCOMPARE(s.window.findChild<QWidget*>("maskChip")->pos(), chip);
    }

    // After a value is entered in a lab its field keeps the focus; Undo there means the document's.
    void undoWorksFromAFieldOfALab()
    {
        Session s;
        s.trigger("view.memory");
        auto* field = s.window.findChild<QWidget*>("memory.layers");
        QVERIFY(field);
        auto* line = field->findChild<QLineEdit*>();
        field->setFocus();
        line->selectAll();
        QTest::keyClicks(field, "40");
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(s.document.scenario().memory.layers, 40);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(s.document.scenario().memory.layers, 32);
    }

    void unfoldAProjectionEditItSaveAndOpenAgain()
    {
        Session s("cat-sat");
        QTemporaryDir folder;
        s.click(s.hotspot(Hotspot::Kind::UnfoldQ)->rect.center().toPoint());
        const MatrixRef w{MatrixField::W_q, {}, -1};
        QVERIFY(s.window.board().boardLayout().find(w));
        const double before = s.weight(0, 0);
        s.doubleClick(s.at(w, 0, 1));
        QVERIFY(s.editor()->isVisible());
        s.type("-1/2");
        QVERIFY(s.editor()->isHidden());
        QCOMPARE((*s.document.scenario().W_q.matrix)(0, 1), -0.5);
        QVERIFY(s.weight(0, 0) != before);

        // A token is renamed where it stands.
        QVERIFY(s.window.board().editToken(1));
        s.type("<dog>");
        QCOMPARE(s.document.scenario().tokens[1], "<dog>");

        s.dialogs.fileToSave = folder.filePath("mine");
        s.trigger("file.save");
        QCOMPARE(s.document.path(), folder.filePath("mine.json"));
        QVERIFY(!s.window.isWindowModified());
        QVERIFY(s.window.windowTitle().startsWith("mine.json[*]"));

        Session again;
        again.dialogs.fileToOpen = folder.filePath("mine.json");
        again.trigger("file.open");
        QVERIFY(sameContent(again.document.scenario(), s.document.scenario()));
        // It stands in the recent files now.
        auto* recent = again.window.menuBar()->findChild<QMenu*>("file.recent");
        emit recent->aboutToShow();
        QCOMPARE(recent->actions().front()->text(), "mine.json");
    }

    void aTokenOfTheContextIsRenamedWhereItStands()
    {
        Session s("translate-cross");
        const PlacedMatrix* v =
            s.window.board().boardLayout().find({std::nullopt, StageId::HeadValues, 0});
        QVERIFY(v && !v->rowLabels.isEmpty());
        const Scenario before = s.document.scenario();
        const QPoint label = v->rowLabel(1).center().toPoint();
        QVERIFY(s.window.board().toolTipAt(label).contains(
            QString::fromStdString(before.context->tokens[1])));
        s.doubleClick(label);
        QVERIFY(s.editor()->isVisible());
        QCOMPARE(s.editor()->text().toStdString(), before.context->tokens[1]);
        s.type("another");
        QCOMPARE(s.document.scenario().context->tokens[1], "another");
        QVERIFY(s.document.scenario().tokens == before.tokens);
        s.document.undoStack().undo();
        QVERIFY(sameContent(s.document.scenario(), before));
    }

    void badInputChangesNothing()
    {
        Session s;
        QTemporaryDir folder;
        const ScenarioPtr before = s.document.scenarioPtr();
        s.doubleClick(s.at(queries, 0, 0));
        expectWarning("raise"); // the tooltip, on a platform without a window manager
        s.type("two");
        QVERIFY(s.editor()->isVisible()); // marked, and still there to be mended
        QVERIFY(s.editor()->property("wrong").toBool());
        QVERIFY(!s.editor()->toolTip().isEmpty());
        s.type("1e999");
        QVERIFY(s.editor()->isVisible());
        QTest::keyClick(s.editor(), Qt::Key_Escape);
        QVERIFY(s.editor()->isHidden());
        QCOMPARE(s.document.scenarioPtr(), before);
        QCOMPARE(s.document.undoStack().count(), 0);

        QFile bad(folder.filePath("bad.json"));
        QVERIFY(bad.open(QFile::WriteOnly));
        bad.write("{\"format\": ");
        bad.close();
        s.dialogs.fileToOpen = bad.fileName();
        s.trigger("file.open");
        QCOMPARE(s.dialogs.problems.size(), 1);
        QVERIFY(s.dialogs.problems[0].contains("line 1"));
        QCOMPARE(s.document.scenarioPtr(), before);

        s.exportTo("file.exportStage", "/proc/none/a.png");
        QCOMPARE(s.dialogs.problems.size(), 2);
        s.dialogs.text = "not a number";
        s.entry("maskChip", "fill.custom")->trigger();
        QCOMPARE(s.dialogs.labels.size(), 2); // asked again, with the reason
        QVERIFY(s.dialogs.labels[1].size() > s.dialogs.labels[0].size());
        QCOMPARE(s.document.undoStack().count(), 0);
    }

    void unsavedChangesAreAskedAbout()
    {
        Session s;
        s.document.apply(
            {withCell(s.document.scenario(), MatrixField::X, 0, 0, 7), "Change X", {}});
        s.dialogs.unsaved = UnsavedAnswer::Cancel;
        QVERIFY(!s.window.close());
        QCOMPARE(s.dialogs.asked, 1);
        s.trigger("file.new");
        QCOMPARE((*s.document.scenario().X)(0, 0), 7.0);
        s.dialogs.unsaved = UnsavedAnswer::Save;
        s.dialogs.fileToSave = "/proc/none/a.json"; // cannot be saved, so it must not be lost
        QVERIFY(!s.window.close());
        QCOMPARE(s.dialogs.problems.size(), 1);
        s.dialogs.unsaved = UnsavedAnswer::Discard;
        QVERIFY(s.window.close());
    }

    void theKeyboardAloneIsEnough()
    {
        Session s;
        s.window.board().setFocus();
        s.click(s.at(queries, 0, 0));
        QTest::keyClick(&s.window.board(), Qt::Key_Right);
        QCOMPARE(s.window.board().selection().pinned->column, 1);
        QTest::keyClick(&s.window.board(), Qt::Key_Right); // on into the scores
        QVERIFY(s.window.board().selection().pinned->matrix.stage == StageId::Scores);
        QTest::keyClick(&s.window.board(), Qt::Key_Left);
        QTest::keyClick(&s.window.board(), Qt::Key_5);
        QVERIFY(s.editor()->isVisible());
        QTest::keyClick(s.editor(), Qt::Key_Return);
        QCOMPARE((*s.document.scenario().X)(0, 1), 5.0);
        QTest::keyClick(&s.window.board(), Qt::Key_Escape);
        QVERIFY(!s.window.board().selection().pinned);
    }

    void aSelectionLightsThreeBands()
    {
        Session s("abc-scaled");
        const MatrixRef weights{std::nullopt, StageId::Weights, 0};
        s.click(s.at(weights, 0, 2));
        QVERIFY(s.window.board().selection().pinned == (CellRef{weights, 0, 2}));
        const QImage image = s.window.board().grab().toImage();
        const BoardLayout& l = s.window.board().boardLayout();
        const Theme& theme = s.window.board().theme();
        const auto pixel = [&](const QPointF& p) {
            return image.pixelColor((p * image.devicePixelRatio()).toPoint());
        };
        const PlacedMatrix& scores = *l.find({std::nullopt, StageId::Scores, 0});
        const PlacedMatrix& q = *l.find(queries);
        // Between Q and the scores runs the query's band; between Kᵀ and the scores the key's.
        QCOMPARE(
            pixel(QPointF((q.area.right() + scores.area.left()) / 2 - 4, q.cell(0, 0).top() + 4)),
            theme.band(theme.query));
        QVERIFY(pixel(QPointF((q.area.right() + scores.area.left()) / 2 - 4,
                              q.cell(1, 0).top() + 8)) == theme.window);
        const PlacedMatrix& k = *l.find({std::nullopt, StageId::HeadKeys, 0});
        QCOMPARE(pixel(QPointF(k.cell(2, 0).right() - 4, k.area.bottom() + 5)),
                 theme.band(theme.key));
        const PlacedMatrix& v = *l.find({std::nullopt, StageId::HeadValues, 0});
        QCOMPARE(pixel(QPointF(v.area.left() - 4, v.cell(2, 0).bottom() - 4)),
                 theme.band(theme.value));
    }

    void placesThemesAndPresenting()
    {
        Session s;
        for (const char* theme : {"theme.dark", "theme.projector", "theme.light"}) {
            s.trigger(theme);
            QCOMPARE(s.window.board().grab().toImage().pixelColor(3, 3),
                     s.window.board().theme().window);
        }
        s.trigger("view.memory");
        QVERIFY(s.window.place() == Place::Memory);
        QTemporaryDir folder;
        s.exportTo("file.exportStage", folder.filePath("plot.pdf"));
        QFile pdf(s.dialogs.fileToSave);
        QVERIFY(pdf.open(QFile::ReadOnly) && pdf.read(5) == "%PDF-");
        s.trigger("view.scaling");
        QVERIFY(s.window.place() == Place::Scaling);
        s.trigger("view.board");
        s.trigger("view.present");
        QVERIFY(s.window.menuBar()->isHidden());
        QVERIFY(s.window.findChild<QWidget*>("rail")->isHidden());
        QTest::keyClick(&s.window.board(), Qt::Key_Escape);
        QVERIFY(!s.window.isPresenting());
        QVERIFY(!s.window.menuBar()->isHidden());
    }

    void howItWasLookedAtComesBack()
    {
        QTemporaryDir folder;
        Session s("cat-sat-two-heads");
        s.click(s.window.board().boardLayout().hotspots.back().rect.center().toPoint());
        Selection selection = s.window.board().selection();
        selection.head = 1;
        s.window.board().setSelection(selection);
        s.trigger("decimals.5");
        s.trigger("palette.viridis");
        s.trigger("range.matrix");
        s.trigger("view.transposed");
        QVERIFY(!s.document.isModified()); // how it is looked at is no change of it
        s.trigger("view.memory");
        s.dialogs.fileToSave = folder.filePath("view.json");
        s.trigger("file.saveAs");
        s.trigger("view.board");
        s.trigger("decimals.3");
        s.trigger("palette.theme");
        s.trigger("range.all");
        s.trigger("view.transposed");
        s.dialogs.fileToOpen = s.dialogs.fileToSave;
        s.trigger("file.open");
        QVERIFY(s.window.place() == Place::Memory);
        QCOMPARE(s.window.board().selection().head, 1);
        QCOMPARE(s.window.board().options().decimals, 5);
        QCOMPARE(s.window.board().options().palette, findPaletteChoice("viridis"));
        QVERIFY(s.window.board().options().range == ColourRange::Matrix);
        QVERIFY(s.window.board().options().transposed);
    }

    // The same hands on the mirrored board: what stands at a place is what answers there.
    void queriesInColumns()
    {
        Session s("abc-unscaled");
        s.trigger("view.transposed");
        QVERIFY(!s.window.board().boardLayout().strip);
        const MatrixRef weights{std::nullopt, StageId::Weights, 0};
        s.click(s.at(weights, 2, 0));
        QVERIFY(*s.window.board().selection().pinned == (CellRef{weights, 2, 0}));
        // Down are the keys, left the queries before.
        QTest::keyClick(&s.window.board(), Qt::Key_Down);
        QVERIFY(*s.window.board().selection().pinned == (CellRef{weights, 2, 1}));
        QTest::keyClick(&s.window.board(), Qt::Key_Left);
        QVERIFY(*s.window.board().selection().pinned == (CellRef{weights, 1, 1}));
        // On from the upper edge to what stands above: the scores of the same query.
        QTest::keyClick(&s.window.board(), Qt::Key_Up);
        QTest::keyClick(&s.window.board(), Qt::Key_Up);
        const CellRef above = *s.window.board().selection().pinned;
        QVERIFY(above.matrix.stage == StageId::Scores && above.row == 1 && above.column == 2);
        // A number and a token are edited where they stand.
        s.doubleClick(s.at(queries, 0, 1));
        QVERIFY(s.editor()->isVisible());
        QVERIFY(s.editor()->geometry().contains(s.at(queries, 0, 1)));
        s.type("2");
        QCOMPARE((*s.document.scenario().X)(0, 1), 2.0);
        const PlacedMatrix* q = s.window.board().boardLayout().find(queries);
        const QPoint label = q->rowLabel(1).center().toPoint();
        QVERIFY(label.y() < q->area.top() && label.x() < q->cell(2, 0).left());
        s.doubleClick(label);
        QVERIFY(s.editor()->isVisible());
        s.type("bird");
        QCOMPARE(s.document.scenario().tokens[1], std::string("bird"));
    }

    // The desktop turns dark and light again while the window stands there; a plot follows, too.
    void systemThemeFollowsTheDesktop()
    {
        static bool dark = false;
        pretendSystemIsDark([] { return dark; });
        Session s;
        s.window.setThemeChoice("system");
        s.window.setPlace(Place::Memory);
        auto* plot = s.window.findChild<PlotView*>();
        QVERIFY(plot);
        const auto ground = [](QWidget& widget) {
            return widget.grab().toImage().pixelColor(2, 2).name();
        };
        for (const bool now : {true, false}) {
            dark = now;
            QEvent change(QEvent::ThemeChange);
            QCoreApplication::sendEvent(&s.window, &change);
            const Theme theme = Theme::make(now ? ThemeKind::Dark : ThemeKind::Light);
            QCOMPARE(ground(s.window.board()), theme.window.name());
            const QImage curves = plot->grab().toImage();
            int strongest = 0;
            for (int y = 0; y < curves.height(); ++y)
                for (int x = 0; x < curves.width(); ++x)
                    strongest = std::max(strongest, std::abs(curves.pixelColor(x, y).lightness() -
                                                             theme.window.lightness()));
            QCOMPARE(ground(*plot), theme.window.name());
            QVERIFY(strongest > 150); // words and axes are read on it
            QCOMPARE(qApp->palette().color(QPalette::Window), theme.window);
        }
        // Who chose a theme keeps it.
        s.window.setThemeChoice("light");
        dark = true;
        QEvent change(QEvent::ThemeChange);
        QCoreApplication::sendEvent(&s.window, &change);
        QCOMPARE(ground(s.window.board()), Theme::make(ThemeKind::Light).window.name());
        pretendSystemIsDark(nullptr);
        // Our own palette does not answer for the desktop.
        const bool real = systemIsDark();
        for (const ThemeKind kind : {ThemeKind::Dark, ThemeKind::Light}) {
            qApp->setPalette(Theme::make(kind).widgetPalette());
            QCOMPARE(systemIsDark(), real);
        }
    }

    void aPaletteColoursTheBoardAndItsPictures()
    {
        Session s("abc-unscaled");
        const auto fillOfFirstWeight = [&] {
            const PlacedMatrix* m =
                s.window.board().boardLayout().find({std::nullopt, StageId::Weights, 0});
            const QPointF corner = m->cell(1, 1).topLeft() + QPointF(5, 5);
            return s.window.board().grab().toImage().pixelColor(corner.toPoint());
        };
        const double weight = (*find(*s.document.trace(), StageId::Weights, 0)->values)(1, 1);
        QImage last;
        for (const PaletteChoice& choice : paletteChoices()) {
            const QString id = QString::fromLatin1(choice.id.data(), qsizetype(choice.id.size()));
            s.trigger(qPrintable("palette." + id));
            const Palette& scale =
                palette(choice.weightFill.empty() ? "weights-light" : choice.weightFill);
            const Rgb c = colourAt(scale, weight);
            QCOMPARE(fillOfFirstWeight(), QColor(c.r, c.g, c.b));
            for (const PaletteChoice& other : paletteChoices()) {
                const QString name =
                    QString::fromLatin1(other.id.data(), qsizetype(other.id.size()));
                QCOMPARE(s.window.findChild<QAction*>("palette." + name)->isChecked(),
                         &other == &choice);
            }
            const QImage picture = renderImage(*s.window.pictures().placePicture(), {});
            QVERIFY(picture != last);
            last = picture;
        }
    }

    void checksFollowTheDocument()
    {
        Session s("abc-causal");
        auto* bar = s.window.findChild<ChecksBar*>("checksBar");
        const auto status = [&](std::string_view id) {
            for (const Check& check : bar->checks())
                if (check.id == id)
                    return static_cast<int>(check.status);
            return -1;
        };
        QTRY_COMPARE(status("future_is_ignored"), static_cast<int>(CheckStatus::Pass));
        s.entry("maskChip", "mask.none")->trigger();
        QTRY_COMPARE(status("future_is_ignored"), static_cast<int>(CheckStatus::ByDesign));
        // Blocking with 0 does not block.
        s.entry("maskChip", "mask.causal")->trigger();
        s.entry("maskChip", "fill.zero")->trigger();
        QTRY_COMPARE(status("blocked_keys_get_no_weight"), static_cast<int>(CheckStatus::Fail));
        QTRY_VERIFY(bar->accessibleDescription().contains("blocked keys still get a share"));
    }

    void tokensComeAndGo()
    {
        Session s;
        s.trigger("edit.addToken");
        QCOMPARE(s.document.scenario().tokenCount(), 4);
        s.click(s.at(queries, 1, 0));
        s.trigger("edit.removeToken");
        QCOMPARE(s.document.scenario().tokens, (std::vector<std::string>{"A", "C", "new"}));
        for (int i = 0; i < 4; ++i)
            s.trigger("edit.removeToken");
        QCOMPARE(s.document.scenario().tokenCount(), 1); // attention needs one
    }

    // Two queries, five keys, a block around: opened, edited at places the board does not have,
    // undone, exported, and no token taken for a key.
    void aContextWithABlockIsAsLiveAsTheRest()
    {
        QTemporaryDir folder;
        QFile golden(QStringLiteral(ATTENTION_SOURCE_DIR "/tests/golden/cases/block-cross.json"));
        QVERIFY(golden.open(QFile::ReadOnly));
        QFile file(folder.filePath("cross.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(
            QJsonDocument(QJsonDocument::fromJson(golden.readAll()).object()["scenario"].toObject())
                .toJson());
        file.close();
        Session s("abc-unscaled", {1024, 600});
        s.window.files().openPath(file.fileName());
        const Scenario before = s.document.scenario();
        QCOMPARE(before.tokenCount(), 5);
        QCOMPARE(before.keyCount(), 3);
        QVERIFY(s.window.board().boardLayout().strip);

        const auto focus = [&](MatrixField field) {
            for (const Hotspot& h : s.window.board().boardLayout().hotspots)
                if (h.kind == Hotspot::Kind::FocusField && h.field == field)
                    return s.click(h.rect.center().toPoint());
        };
        focus(MatrixField::W_1);
        const MatrixRef w{MatrixField::W_1, {}, -1};
        QVERIFY(!s.window.board().boardLayout().find(w)->thumbnail);
        const Matrix output = *lastStage(*s.document.trace()).values;
        const QPoint cell = s.at(w, 0, 0);
        QTest::mousePress(&s.window.board(), Qt::LeftButton, {}, cell);
        for (int x = 4; x <= 40; x += 4) {
            QMouseEvent move(QEvent::MouseMove, cell + QPoint(x, 0),
                             s.window.board().mapToGlobal(cell + QPoint(x, 0)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&s.window.board(), &move);
        }
        QTest::mouseRelease(&s.window.board(), Qt::LeftButton, {}, cell + QPoint(40, 0));
        QVERIFY(std::abs((*s.document.scenario().block->W_1)(0, 0) - (*before.block->W_1)(0, 0) -
                         1) < 1e-3);
        QVERIFY(*lastStage(*s.document.trace()).values != output);
        QCOMPARE(s.document.undoStack().count(), 1);
        s.trigger("edit.undo");
        QVERIFY(sameContent(s.document.scenario(), before));
        QVERIFY(*lastStage(*s.document.trace()).values == output);

        // A vector is a row of cells: b_2 typed.
        focus(MatrixField::b_2);
        s.doubleClick(s.at({MatrixField::b_2, {}, -1}, 0, 7));
        s.type("3/4");
        QCOMPARE((*s.document.scenario().block->b_2)(0, 7), 0.75);
        s.trigger("edit.undo");
        QVERIFY(sameContent(s.document.scenario(), before));

        // Padding is that of the keys.
        s.entry("maskChip", "mask.none");
        const auto* padding =
            s.window.findChild<QToolButton*>("maskChip")->findChild<QMenu*>("mask.padding");
        QCOMPARE(padding->actions().size(), 3);
        padding->actions().back()->trigger();
        QCOMPARE(s.document.scenario().mask.padding, (std::vector<bool>{true, true, false}));
        QCOMPARE(s.weight(4, 2), 0.0);
        s.trigger("edit.undo");
        QVERIFY(sameContent(s.document.scenario(), before));

        // The last key of the context is asked: it goes, and no query does.
        focus(MatrixField::ContextX);
        s.click(s.at({MatrixField::ContextX, {}, -1}, 2, 0));
        s.window.board().grab();
        s.trigger("edit.removeToken");
        QCOMPARE(s.document.scenario().tokenCount(), 5);
        QCOMPARE(s.document.scenario().keyCount(), 2);
        s.trigger("edit.undo");

        s.exportTo("file.exportBoard", folder.filePath("board.png"));
        QCOMPARE(QImage(s.dialogs.fileToSave).size(), QSize(3840, 2160));
        s.exportTo("file.exportStage", folder.filePath("context.png"));
        QCOMPARE(QImage(s.dialogs.fileToSave).size(), QSize(3840, 2160));
        QVERIFY2(s.dialogs.problems.isEmpty(), qPrintable(s.dialogs.problems.join('\n')));
    }

    void mistakesAndPositionsAreSwitchedFromTheMenu()
    {
        Session s("cat-sat-causal");
        const Scenario before = s.document.scenario();
        const auto badge = [&] {
            for (const PlacedText& t : s.window.board().boardLayout().texts)
                if (t.warning)
                    return t.text;
            return QString();
        };
        QVERIFY(badge().isEmpty());
        s.trigger("mistakes.mask_after_softmax");
        QVERIFY(s.document.scenario().has(Mistake::MaskAfterSoftmax));
        QCOMPARE(s.document.undoStack().count(), 1);
        QCOMPARE(badge(), "mistake: mask after the softmax");
        auto* bar = s.window.findChild<ChecksBar*>("checksBar");
        QTRY_VERIFY(bar->accessibleDescription().contains("rows do not add to 1"));
        s.trigger("edit.undo");
        QVERIFY(sameContent(s.document.scenario(), before));
        QVERIFY(badge().isEmpty());

        s.trigger("positions.rope");
        QVERIFY(s.document.scenario().positions.kind == PositionKind::Rope);
        QVERIFY(find(*s.document.trace(), StageId::RotatedQueries, 0));
        s.window.board().grab();
        s.trigger("edit.undo");
        QVERIFY(sameContent(s.document.scenario(), before));

        s.dialogs.text = "2";
        s.entry("maskChip", "mask.newWindow")->trigger();
        QCOMPARE(s.document.scenario().mask.window, std::optional(2));
        QCOMPARE(s.weight(2, 0), 0.0);
        QCOMPARE(s.window.findChild<QToolButton*>("maskChip")->text(), "mask: causal + window 2");
        s.entry("maskChip", "mask.window")->trigger();
        QVERIFY(sameContent(s.document.scenario(), before));

        // What the format refuses is refused with a reason: RoPE turns pairs of columns.
        Session odd("five-by-five-causal");
        odd.trigger("positions.rope");
        QCOMPARE(odd.dialogs.problems.size(), 1);
        QVERIFY2(odd.dialogs.problems[0].contains("pairs"), qPrintable(odd.dialogs.problems[0]));
        QVERIFY(odd.document.scenario().positions.kind == PositionKind::None);
    }

    // Where a long title ends there are dots on the line, not half a letter.
    void aLongTitleEndsInDots()
    {
        Session s;
        s.window.board().setFocus();
        auto* title = s.window.findChild<QLineEdit*>("documentTitle");
        const auto inkAtTheEnd = [&](const std::string& text) {
            QVERIFY(!s.document.apply({withTitle(s.document.scenario(), text), "x", {}}));
            const QImage image = title->grab().toImage();
            bool upper = false, lower = false;
            for (int x = image.width() - 12; x < image.width() - 3; ++x)
                for (int y = 2; y < image.height() - 2; ++y)
                    if (image.pixel(x, y) != image.pixel(1, 1))
                        (y < image.height() / 2 ? upper : lower) = true;
            QVERIFY(!upper);
            QCOMPARE(lower, text.size() > 100);
        };
        inkAtTheEnd(std::string(200, 'W'));
        inkAtTheEnd("WW");
    }

    void whatTheBoardSaysIsSwitchedFromTheMenu()
    {
        Session s("abc-causal");
        const auto count = [&](auto&& has) {
            const auto& matrices = s.window.board().boardLayout().matrices;
            return std::count_if(matrices.begin(), matrices.end(), has);
        };
        const auto predicts = [](const PlacedMatrix& m) { return !m.rowEnds.empty(); };
        const auto sums = [](const PlacedMatrix& m) { return !m.columnSumRect.isEmpty(); };
        const auto weights = [](const PlacedMatrix& m) {
            return !m.thumbnail && !m.ref.field && m.ref.stage == StageId::Weights;
        };
        QCOMPARE(count(predicts), 0);
        s.trigger("view.predicts");
        QCOMPARE(count(predicts), 1);
        QVERIFY(s.window.findChild<QAction*>("view.predicts")->isChecked());
        s.trigger("view.predicts");
        QCOMPARE(count(predicts), 0);
        s.trigger("view.sums");
        QCOMPARE(count(sums), 1);
        s.trigger("view.sums");
        QCOMPARE(count(sums), 0);
        s.trigger("heads.all"); // there is but one
        QCOMPARE(s.window.board().options().heads, BoardOptions::Heads::One);

        s.window.files().openPath("example:cat-sat-two-heads");
        s.trigger("heads.all");
        QCOMPARE(count(weights), 2);
        s.trigger("heads.mean");
        QCOMPARE(count(weights), 1);
        QCOMPARE(s.window.board().selection().pinned->matrix.head, meanOfHeads);
        s.exportTo("file.exportStage", {}); // nothing is named
        s.trigger("heads.next");
        QCOMPARE(s.window.board().options().heads, BoardOptions::Heads::One);
        QCOMPARE(s.window.board().selection().head, 1);
        s.trigger("heads.previous");
        QCOMPARE(s.window.board().selection().head, 0);

        // A board begins with its first row, whatever size the window has while it is opened.
        Document early;
        MainWindow unsized(early);
        unsized.files().openPath("example:bank-river");
        QCOMPARE(unsized.board().selection().pinned->row, 0);

        // A readout says what it predicts from the start.
        s.window.files().openPath("example:leak-copier");
        QVERIFY(!s.window.board().boardLayout().strip);
        QCOMPARE(count(predicts), 1);
        // A strip asks a telling number: what the last row reads most.
        s.window.files().openPath("example:sixty-four-words");
        QTRY_VERIFY(s.window.board().boardLayout().strip);
        const CellRef asked = *s.window.board().selection().pinned;
        QCOMPARE(asked.row, 63);
        for (int key = 0; key < 64; ++key)
            QVERIFY(s.weight(63, key) <= s.weight(63, asked.column));
    }

    // Also when its numbers come later than the file.
    void aLargeFileOpensAsItWasLeft()
    {
        Session s;
        Scenario large = test::randomScenario(200, 8, 4, 5);
        large.view.head = 3;
        large.view.stage = "scores";
        QVERIFY(!Computation::isSmall(large));
        s.document.load(large, {});
        QTRY_VERIFY(s.document.trace()->scenario->tokenCount() == 200);
        const Selection& selection = s.window.board().selection();
        QCOMPARE(selection.head, 3);
        QVERIFY(selection.focus == StageId::Scores);
        QCOMPARE(selection.pinned->row, 199);
    }

    void aBoardWithoutRoomSaysSo()
    {
        Session s;
        s.window.files().openPath("example:sixty-four-words");
        QTRY_VERIFY(s.window.board().boardLayout().strip);
        QSignalSpy said(&s.window.board(), &BoardView::problem);
        s.trigger("form.board");
        QCOMPARE(said.count(), 1);
    }

    void everyControlHasAName()
    {
        Session s;
        s.trigger("view.scaling");
        s.trigger("view.memory");
        for (QWidget* widget : s.window.findChildren<QWidget*>()) {
            const bool control = widget->inherits("QAbstractButton") ||
                                 widget->inherits("QLineEdit") ||
                                 widget->inherits("QAbstractSpinBox") ||
                                 widget->inherits("QAbstractSlider") || widget == &s.window.board();
            if (!control || widget->isHidden() ||
                widget->parentWidget()->inherits("QAbstractSpinBox") ||
                widget->objectName().startsWith("qt_") || widget->inherits("QScrollBar") ||
                widget->inherits("QMenu") ||
                widget->inherits("QTableCornerButton")) // of a table that only shows
                continue;
            const QString spoken =
                QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name);
            QVERIFY2(!spoken.isEmpty(), qPrintable(widget->metaObject()->className() +
                                                   QString(" ") + widget->objectName()));
        }
    }
};

ATTENTION_TEST(TstJourneys)
#include "tst_journeys.moc"
