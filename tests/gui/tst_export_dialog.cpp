// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/edits.h"
#include "tests/support/program.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/compare/compare_view.h"
#include "ui/explain/right_column.h"
#include "ui/export_dialog/export_dialog.h"
#include "ui/export_dialog/picture_preview.h"
#include "ui/picture_commands.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSettings>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>

using namespace attention;
using namespace attention::ui;

class TstExportDialog : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        using WindowSession::WindowSession;
        ~Session() { delete dialog(); }

        ExportDialog* dialog() { return window.findChild<ExportDialog*>("exportDialog"); }
        template <typename Widget>
        Widget* part(const char* name)
        {
            return dialog()->findChild<Widget*>(QLatin1String(name));
        }
        // As a person does it: from the list.
        void choose(const char* name, const QString& text)
        {
            auto* box = part<QComboBox>(name);
            const int index = box->findText(text);
            QVERIFY2(index >= 0, qPrintable(text));
            box->setCurrentIndex(index);
            emit box->activated(index);
        }
        void type(const char* name, const QString& text)
        {
            auto* line =
                dialog()->findChild<QWidget*>(QLatin1String(name))->findChild<QLineEdit*>();
            line->selectAll();
            QTest::keyClicks(line, text);
        }
        void click(const char* name)
        {
            auto* button = part<QPushButton>(name);
            QVERIFY2(button->isEnabled(), name);
            button->click();
        }
        QString verdict() { return part<QLabel>("exportVerdict")->text(); }
        // Into a file, and the dialog is gone.
        QByteArray exported(const QString& path)
        {
            dialogs.fileToSave = path;
            click("exportSave");
            delete dialog();
            return test::contentOf(path);
        }
    };

private slots:
    void setUp() override { QSettings().remove("picture"); }

    void opensWithWhatIsMeant()
    {
        Session s("cat-sat-two-heads");
        s.trigger("file.exportBoard");
        QVERIFY(s.dialog()->request().kind == PictureKind::Board);
        delete s.dialog();
        s.window.findChild<QToolButton*>("exportChip")->click();
        QVERIFY(s.dialog()->request().kind == PictureKind::Board);
        delete s.dialog();
        Selection selection = s.window.board().selection();
        selection.pinned = CellRef{{std::nullopt, StageId::Scores, 1}, 0, 1};
        s.window.board().setSelection(selection);
        s.trigger("file.exportStage");
        QVERIFY(s.dialog()->request().kind == PictureKind::Stage);
        QVERIFY(s.dialog()->request().matrix == selection.pinned->matrix);
        QCOMPARE(s.part<QComboBox>("exportHead")->currentText(), "Head 2");
        delete s.dialog();
        s.trigger("view.memory");
        s.trigger("file.exportBoard");
        QVERIFY(s.dialog()->request().kind == PictureKind::Plot);
        QCOMPARE(s.dialog()->request().plot, "memory");
        delete s.dialog();
        s.trigger("view.board");
        s.trigger("compare.pin");
        s.trigger("file.exportBoard");
        QVERIFY(s.dialog()->request().kind == PictureKind::Compare);
    }

    // What is pinned as A is the very state that is there, until something changes.
    // What the window has no room for does not turn up in the picture, which has.
    void theBoardIsTheOneThatIsSeen()
    {
        Session s("abc-causal");
        s.window.resize(1366, 730);
        const auto stands = [&](StageId id) {
            const BoardLayout& layout = s.window.board().boardLayout();
            return layout.find({std::nullopt, id, 0}) != nullptr;
        };
        QTRY_VERIFY(stands(StageId::MaskedScores) && !stands(StageId::ScaledScores));
        s.trigger("file.exportBoard");
        const BoardFolds& shown = s.dialog()->request().look.board;
        QCOMPARE(shown.masked, BoardFolds::Shown::Yes);
        QCOMPARE(shown.scaled, BoardFolds::Shown::No);
    }

    void aFreshPinTakesNothingAway()
    {
        Session s("cat-sat");
        s.trigger("compare.pin");
        s.trigger("file.exportBoard");
        const int compared = s.part<QComboBox>("exportMatrix")->count();
        QVERIFY(s.part<QComboBox>("exportMatrix")->findText("Weights") >= 0);
        s.choose("exportKind", "One matrix");
        QVERIFY(s.part<QComboBox>("exportMatrix")->findText("Weights") >= 0);
        QCOMPARE(s.part<QComboBox>("exportMatrix")->count(), compared);
        QVERIFY(s.dialog()->request().matrix == (MatrixRef{std::nullopt, StageId::Weights, 0}));
    }

    // Question in class, two clicks, slide.
    void twoClicksToTheClipboard()
    {
        Session s;
        QGuiApplication::clipboard()->clear();
        s.window.findChild<QToolButton*>("exportChip")->click();
        s.click("exportCopy");
        const QImage copied = QGuiApplication::clipboard()->image();
        QCOMPARE(copied.size(), QSize(3840, 2160));
        QVERIFY(!s.dialog() || s.dialog()->isHidden());
    }

    void previewIsThePicture()
    {
        Session s("cat-sat");
        s.trigger("theme.dark"); // of the window; the picture is light
        s.trigger("file.exportStage");
        auto* preview = s.part<PicturePreview>("exportPreview");
        QVERIFY(preview->isVisible());
        const QRectF page = preview->pictureRect();
        QVERIFY(std::abs(page.width() / page.height() - 16.0 / 9) < 0.01);
        QVERIFY(page.width() > 0.9 * preview->width() || page.height() > 0.9 * preview->height());
        const auto inside = [&] {
            const QImage seen = preview->grab().toImage();
            return seen.copy(preview->pictureRect().toRect().adjusted(2, 2, -2, -2));
        };
        const QColor light = Theme::make(ThemeKind::Light).window;
        QCOMPARE(inside().pixelColor(1, 1), light);
        // As the file, but for its size.
        const QImage file =
            renderImage(*s.dialog()->figure(), pictureOptions(s.dialog()->request()));
        const QImage seen = inside();
        int different = 0;
        for (int y = 2; y < seen.height() - 2; y += 3)
            for (int x = 2; x < seen.width() - 2; x += 3) {
                const QColor a = seen.pixelColor(x, y);
                const QColor b = file.pixelColor(int((x + 2.5) * file.width() / page.width()),
                                                 int((y + 2.5) * file.height() / page.height()));
                if (std::abs(a.lightness() - b.lightness()) > 40)
                    ++different;
            }
        QVERIFY2(different < seen.width() * seen.height() / 9 / 12,
                 qPrintable(QString::number(different)));
        s.choose("exportTheme", "Dark");
        QCOMPARE(inside().pixelColor(1, 1), Theme::make(ThemeKind::Dark).window);
        s.choose("exportTheme", "Light");
        s.choose("exportBackground", "White");
        QCOMPARE(inside().pixelColor(1, 1), QColor(Qt::white));
        s.type("exportWidth", "1000");
        s.type("exportHeight", "1000");
        QCOMPARE(preview->pictureRect().width(), preview->pictureRect().height());
    }

    void sizesAreRefusedWhereTheyStand_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        QTest::newRow("zero") << "exportWidth"
                              << "0"
                              << "0 is not from 1";
        QTest::newRow("negative") << "exportHeight"
                                  << "-5"
                                  << "-5 is not from 1";
        QTest::newRow("no number") << "exportWidth"
                                   << "wide"
                                   << "";
        QTest::newRow("half a pixel") << "exportWidth"
                                      << "800.5"
                                      << "whole number";
        QTest::newRow("a million") << "exportWidth"
                                   << "1000000"
                                   << "100 megapixels";
        QTest::newRow("too fine") << "exportFine"
                                  << "9"
                                  << "9 is not from 1 to 8";
        QTest::newRow("too much") << "exportFine"
                                  << "8"
                                  << "the limit is 100 megapixels";
    }

    void sizesAreRefusedWhereTheyStand()
    {
        QFETCH(QString, field);
        QFETCH(QString, text);
        QFETCH(QString, said);
        Session s;
        s.trigger("file.exportBoard");
        const QString before = s.verdict();
        QVERIFY2(before.startsWith("3840 × 2160 pixels, 8.3 megapixels"), qPrintable(before));
        s.type(qPrintable(field), text);
        QVERIFY2(s.verdict().contains(said) && s.verdict() != before, qPrintable(s.verdict()));
        for (const char* name : {"exportSave", "exportCopy", "exportCommand"})
            QVERIFY(!s.part<QPushButton>(name)->isEnabled());
        s.type(qPrintable(field), "3");
        QVERIFY(s.part<QPushButton>("exportSave")->isEnabled());
    }

    void warnsOfWhatSlidesRefuse()
    {
        Session s;
        s.trigger("file.exportBoard");
        s.type("exportFine", "4"); // 7680 × 4320
        QVERIFY2(s.verdict().contains("33 megapixels") && s.verdict().contains("25 megapixels"),
                 qPrintable(s.verdict()));
        QVERIFY(s.part<QPushButton>("exportSave")->isEnabled());
    }

    void unitsAndPresets()
    {
        Session s;
        QTemporaryDir folder;
        s.trigger("file.exportStage");
        s.choose("exportPreset", "Column of a paper");
        QCOMPARE(s.part<QComboBox>("exportUnit")->currentText(), "cm");
        QVERIFY2(s.verdict().contains("1004 × 756 pixels") &&
                     s.verdict().contains("8.5 × 6.4 cm") && s.verdict().contains("300 dpi"),
                 qPrintable(s.verdict()));
        s.choose("exportUnit", "points"); // about the same on paper
        QCOMPARE(s.part<QComboBox>("exportPreset")->currentText(), "Custom");
        QVERIFY(s.verdict().contains("8.5 × 6.4 cm"));
        s.choose("exportPreset", "Square");
        const QImage image = QImage::fromData(s.exported(folder.filePath("square.png")));
        QCOMPARE(image.size(), QSize(2160, 2160));
        QCOMPARE(image.dotsPerMeterX(), qRound(192 / 0.0254));
    }

    // Every control has a say in the request, and in the picture.
    void controlsCount()
    {
        Session s("cat-sat-two-heads");
        s.trigger("edit.pin"); // the number that the board begins with
        s.trigger("file.exportStage");
        const auto picture = [&] {
            PictureOptions small = pictureOptions(s.dialog()->request());
            small.scale = 0.4;
            return renderImage(*s.dialog()->figure(), small);
        };
        QList<QImage> seen = {picture()};
        const auto changes = [&](const char* what) {
            const QImage now = picture();
            QVERIFY2(!seen.contains(now), what);
            seen += now;
        };
        for (const char* name : {"exportTitle", "exportFormula", "exportLabels", "exportBar",
                                 "exportTransposed", "exportExplanations", "exportValues"}) {
            s.part<QCheckBox>(name)->click();
            changes(name);
        }
        QVERIFY(!s.part<QSpinBox>("exportDecimals")->isEnabled());
        s.part<QCheckBox>("exportValues")->click();
        s.part<QSpinBox>("exportDecimals")->setValue(1);
        changes("decimals");
        s.part<QCheckBox>("exportTitle")->click();
        s.part<QLineEdit>("exportTitleText")->clear();
        QTest::keyClicks(s.part<QLineEdit>("exportTitleText"), "Mine");
        changes("own title");
        QCOMPARE(s.dialog()->figure()->title(), "Mine");
        s.choose("exportPalette", "Viridis");
        changes("palette");
        s.choose("exportMatrix", "Scores");
        changes("matrix");
        s.choose("exportRange", "Of each matrix");
        s.choose("exportMatrix", "Output of the head");
        changes("another matrix");
        s.choose("exportRange", "Of all stages");
        changes("range");
        s.choose("exportHead", "Head 2");
        changes("head");
        for (const char* kind :
             {"Board", "Stages as a strip", "Stages on a sheet", "All heads of a stage",
              "Scaling: variance of scores", "Memory: size of the KV cache"}) {
            s.choose("exportKind", kind);
            changes(kind);
        }
        s.choose("exportKind", "Stages as a strip");
        QVERIFY(s.part<QListWidget>("exportStages")->isVisible());
        s.part<QListWidget>("exportStages")
            ->item(0)
            ->setCheckState(s.part<QListWidget>("exportStages")->item(0)->checkState() ==
                                    Qt::Checked
                                ? Qt::Unchecked
                                : Qt::Checked);
        changes("stages");
        QCOMPARE(s.part<QComboBox>("exportKind")->findText("A, now and the difference"), -1);
    }

    void isRemembered()
    {
        QTemporaryDir folder;
        {
            Session s;
            s.trigger("file.exportStage");
            s.part<QCheckBox>("exportBar")->click();
            s.part<QCheckBox>("exportTitle")->click();
            s.choose("exportPreset", "Column of a paper");
            s.choose("exportTheme", "Projector");
            s.choose("exportBackground", "Transparent");
            s.choose("exportFormat", "SVG drawing");
            s.part<QCheckBox>("exportTextAsText")->click();
            QVERIFY(s.exported(folder.filePath("a.svg")).contains("width=\"8.5cm\""));
        }
        Session s("cat-sat");
        s.trigger("file.exportStage");
        const PictureRequest& r = s.dialog()->request();
        QVERIFY(!r.look.parts.bar && r.look.parts.title == QString() && r.look.parts.labels);
        QVERIFY(r.size == sizePresets()[2].size);
        QVERIFY(r.theme == ThemeKind::Projector && r.background == Background::Transparent);
        QVERIFY(r.format == "svg" && r.textAsText);
        delete s.dialog();
        // What is copied without the dialog, too; never transparent.
        s.trigger("edit.copyPicture");
        QCOMPARE(QGuiApplication::clipboard()->image().size(), QSize(1004, 756));
        QVERIFY(!QGuiApplication::clipboard()->image().hasAlphaChannel());
        QSettings().setValue("picture/width", -3); // by somebody's hand
        s.trigger("file.exportStage");
        QVERIFY(s.dialog()->request().size == sizePresets()[0].size);
    }

    void explanationsAreRemembered()
    {
        Session s;
        s.trigger("edit.pin");
        QVERIFY(!s.window.column().pins().cells().empty());
        s.trigger("file.exportBoard");
        QVERIFY(s.dialog()->request().look.explained == s.window.column().pins().cells());
        s.part<QCheckBox>("exportExplanations")->click();
        QVERIFY(s.dialog()->request().look.explained.empty());
        s.click("exportCopy");
        delete s.dialog();
        // A picture with nothing pinned says nothing about it.
        const std::vector<CellRef> cells = s.window.column().pins().cells();
        s.trigger("edit.pin"); // lets go of it
        s.trigger("file.exportBoard");
        s.click("exportCopy");
        s.trigger("edit.pin");
        QVERIFY(s.window.column().pins().cells() == cells);
        delete s.dialog();
        s.trigger("file.exportBoard");
        QVERIFY(s.dialog()->request().look.explained.empty());
        s.part<QCheckBox>("exportExplanations")->click();
        QCOMPARE(s.dialog()->request().look.explained.size(), std::size_t(1));
    }

    // A picture is never of numbers that are about to change.
    void waitsForTheNumbers()
    {
        Session s;
        s.document.load(test::randomScenario(1200, 16, 1, 1), {});
        QVERIFY(s.document.isComputing());
        s.trigger("file.exportBoard");
        QVERIFY(!s.dialog());
        QTRY_VERIFY_WITH_TIMEOUT(!s.document.isComputing(), 60000);
        s.trigger("file.exportStage");
        QVERIFY(s.dialog());
    }

    // What the button copies makes, in a shell, the bytes that the dialog writes.
    void theCommandLineMakesTheSame_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("format");
        for (const char* kind :
             {"Board", "One matrix", "Stages as a strip", "Stages on a sheet",
              "All heads of a stage", "Memory: size of the KV cache", "A, now and the difference"})
            QTest::addRow("%s", kind) << kind << (QString(kind).startsWith('S') ? "svg" : "png");
    }

    void theCommandLineMakesTheSame()
    {
        QFETCH(QString, kind);
        QFETCH(QString, format);
        QTemporaryDir folder;
        Session s("cat-sat-two-heads");
        s.window.compare().open("example:cat-sat-causal");
        s.window.compare().comparison().setShown(false);
        Selection selection = s.window.board().selection();
        selection.pinned = CellRef{{std::nullopt, StageId::Scores, 1}, 0, 1};
        s.window.board().setSelection(selection);
        BoardOptions options = s.window.board().options();
        options.unfoldV = true;
        s.window.board().setOptions(options);
        s.trigger("view.transposed");
        s.trigger("view.sums");
        s.trigger("decimals.2");
        s.trigger("edit.pin"); // its explanation
        s.trigger("file.exportStage");
        s.choose("exportKind", kind);
        s.choose("exportPreset", "Column of a paper");
        s.choose("exportPalette", "Cividis");
        s.choose("exportFormat", format == "svg" ? "SVG drawing" : "PNG image");
        if (!s.part<QCheckBox>("exportTitle")->isChecked())
            s.part<QCheckBox>("exportTitle")->click();
        QTest::keyClicks(s.part<QLineEdit>("exportTitleText"), "It's \"$HOME\" & <b>");
        s.click("exportCommand");
        const QString line = QGuiApplication::clipboard()->text();
        QVERIFY2(line.startsWith("attention-lab export example:cat-sat-two-heads "),
                 qPrintable(line));
        QCOMPARE(line.contains(" --board values,sums "), kind == "Board");
        const QByteArray window = s.exported(folder.filePath("window." + format));
        QVERIFY(!window.isEmpty());

        test::Environment environment = test::here();
        environment.insert("PATH", QFileInfo(ATTENTION_LAB_PROGRAM).absolutePath() + ':' +
                                       environment.value("PATH"));
        const QString made = folder.filePath("made");
        QVERIFY(QDir().mkpath(made));
        const test::Ran ran = test::runCommand("sh", {"-c", line}, environment, made);
        QCOMPARE(ran.errors, QByteArray());
        const QStringList files = QDir(made).entryList(QDir::Files);
        QCOMPARE(files.size(), 1);
        QVERIFY2(test::contentOf(made + '/' + files[0]) == window, qPrintable(line));
    }

    void theCommandLineNeedsAFile()
    {
        QTemporaryDir folder;
        Session s;
        QGuiApplication::clipboard()->setText("before");
        QVERIFY(
            !s.document.apply({withCell(s.document.scenario(), MatrixField::X, 0, 1, 2), "x", {}}));
        s.trigger("file.exportBoard");
        s.click("exportCommand");
        QVERIFY2(s.verdict().contains("Save the scenario first"), qPrintable(s.verdict()));
        QCOMPARE(QGuiApplication::clipboard()->text(), "before");
        delete s.dialog();
        s.dialogs.fileToSave = folder.filePath("mine here.json");
        s.trigger("file.saveAs");
        s.trigger("file.exportBoard");
        s.click("exportCommand");
        QVERIFY(QGuiApplication::clipboard()->text().startsWith(
            "attention-lab export '" + folder.filePath("mine here.json") + "' "));
        delete s.dialog();
        s.trigger("compare.pin"); // a state that is in no file
        s.trigger("file.exportBoard");
        s.click("exportCommand");
        QVERIFY(s.verdict().contains("A was pinned here"));
    }

    void aHiddenMistakeLeavesOnlyPlots()
    {
        Session s("abc-causal");
        s.document.hideMistake(Mistake::MaskAfterSoftmax);
        s.trigger("file.exportBoard");
        QVERIFY(!s.dialog());
        s.trigger("view.memory");
        s.trigger("file.exportBoard");
        QVERIFY(s.dialog());
        QCOMPARE(s.part<QComboBox>("exportKind")->count(), 2);
    }

    void reachableAndNamed_data()
    {
        QTest::addColumn<QString>("theme");
        QTest::newRow("light") << "theme.light";
        QTest::newRow("dark") << "theme.dark";
    }

    void reachableAndNamed()
    {
        QFETCH(QString, theme);
        Session s("cat-sat-two-heads", QSize(1024, 600));
        s.trigger(theme);
        s.trigger("file.exportStage");
        ExportDialog* dialog = s.dialog();
        QVERIFY(dialog->width() <= 1024 && dialog->height() <= 600);
        for (const char* name : {"exportSave", "exportCopy", "exportCommand", "exportClose"}) {
            const auto* button = s.part<QPushButton>(name);
            QVERIFY(
                dialog->rect().contains(QRect(button->mapTo(dialog, QPoint()), button->size())));
            QVERIFY(button->width() >= button->sizeHint().width() && button->height() >= 32);
        }
        QVERIFY(s.part<PicturePreview>("exportPreview")->pictureRect().width() > 400);
        // By the keyboard, and each says what it is.
        int reached = 0;
        for (const QWidget* widget : dialog->findChildren<QWidget*>()) {
            if (!widget->objectName().startsWith("export") || !widget->isVisibleTo(dialog) ||
                !(widget->focusPolicy() & Qt::TabFocus))
                continue;
            ++reached;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(widget->objectName()));
        }
        QVERIFY2(reached >= 24, qPrintable(QString::number(reached)));
        QVERIFY(s.part<QPushButton>("exportSave")->isDefault());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
    }
};

ATTENTION_TEST(TstExportDialog)
#include "tst_export_dialog.moc"
