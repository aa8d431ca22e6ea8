// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QUndoStack>

#include <random>

using namespace attention;
using attention::test::threeTokens;
using attention::ui::Document;

namespace {

double weight(const Document& d, int row, int column)
{
    return (*find(*d.trace(), StageId::Weights, 0)->values)(row, column);
}

} // namespace

class TstDocument : public attention::test::TestCase {
    Q_OBJECT

private slots:
    void anEditChangesEverythingAtOnce()
    {
        Document d;
        d.load(threeTokens(), {});
        QSignalSpy traces(&d, &Document::traceChanged);
        // e⁴ / (e⁴ + e⁰ + e²), by hand.
        QVERIFY(std::abs(weight(d, 0, 0) - 0.8668) < 5e-5);
        QVERIFY(!d.apply({withCell(d.scenario(), MatrixField::X, 0, 1, 2), "Change X", {}}));
        QCOMPARE(traces.count(), 1);
        // A = [2, 2]: scores 8, 4, 4, so e⁸ / (e⁸ + 2e⁴) = 1 / (1 + 2e⁻⁴).
        QVERIFY(std::abs(weight(d, 0, 0) - 0.9647) < 5e-5);
        QVERIFY(d.isModified());
    }

    void undoAndRedoGoThroughTheSameScenarios()
    {
        Document d;
        d.load(test::randomScenario(6, 4, 2, 1), {});
        std::mt19937 engine(7);
        std::vector<Scenario> states = {d.scenario()};
        for (int i = 0; i < 300; ++i) {
            const Scenario& s = d.scenario();
            Scenario next;
            switch (engine() % 6) {
            case 0: {
                Mask mask = s.mask;
                mask.causal = !mask.causal;
                next = withMask(s, mask);
                break;
            }
            case 1:
                next = withToken(s, static_cast<int>(engine() % 3),
                                 QString("w%1").arg(i).toStdString());
                break;
            case 2:
                next = s.tokenCount() < 9 ? withTokenAdded(s, "new") : withTokenRemoved(s, 0);
                break;
            default: {
                const auto field = std::array{MatrixField::X, MatrixField::W_q, MatrixField::W_k,
                                              MatrixField::W_v}[engine() % 4];
                const Matrix m = fieldMatrix(s, field);
                next = withCell(s, field, static_cast<int>(engine() % m.rows()),
                                static_cast<int>(engine() % m.cols()), 0.001 * i + 3);
            }
            }
            QVERIFY(!d.apply({next, "step", {}}));
            states.push_back(d.scenario());
        }
        QCOMPARE(d.undoStack().count(), 300);
        for (int i = 299; i >= 0; --i) {
            d.undoStack().undo();
            QVERIFY2(sameContent(d.scenario(), states[static_cast<std::size_t>(i)]),
                     qPrintable(QString::number(i)));
        }
        QVERIFY(!d.isModified());
        for (std::size_t i = 1; i < states.size(); ++i) {
            d.undoStack().redo();
            QVERIFY(sameContent(d.scenario(), states[i]));
        }
    }

    void aDragIsOneStep()
    {
        Document d;
        d.load(threeTokens(), {});
        for (int i = 1; i <= 20; ++i)
            d.apply({withCell(d.scenario(), MatrixField::X, 0, 1, 0.1 * i), "Change X", "drag 1"});
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 1, 5), "Change X", "drag 2"});
        QCOMPARE(d.undoStack().count(), 2);
        d.undoStack().undo();
        QCOMPARE((*d.scenario().X)(0, 1), 2.0);
        d.undoStack().undo();
        QVERIFY(sameContent(d.scenario(), threeTokens()));
        d.undoStack().redo();
        QCOMPARE((*d.scenario().X)(0, 1), 2.0);
    }

    void aDragBackToItsStartIsNoStep()
    {
        Document d;
        d.load(threeTokens(), {});
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", "drag"});
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 2), "Change X", "drag"});
        QCOMPARE(d.undoStack().count(), 0);
        QVERIFY(!d.isModified());
    }

    void aWishThatIsWrongChangesNothing()
    {
        Document d;
        d.load(threeTokens(), {});
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", {}});
        const TracePtr before = d.trace();
        QSignalSpy changes(&d, &Document::scenarioChanged);
        const auto problem =
            d.apply({withCell(d.scenario(), MatrixField::X, 1, 1, std::nan("")), "Change X", {}});
        QVERIFY(problem);
        QCOMPARE(QString::fromStdString(problem->path), "X[1][1]");
        QCOMPARE(changes.count(), 0);
        QCOMPARE(d.undoStack().count(), 1);
        QCOMPARE(d.trace(), before);
    }

    // 4096 · 4096 scores and weights of three heads take 0.75 GiB: too much beside themselves.
    void twoTracesTogetherHaveALimit()
    {
        Document document;
        Scenario large = document.scenario();
        large.tokens.assign(4096, "t");
        large.X = share(Matrix::Ones(4096, 3));
        large.heads = 3;
        QVERIFY(!document.roomProblem(large)); // beside three tokens
        large.heads = 1;
        QVERIFY(!document.apply({large, "Large", {}}));
        QTRY_VERIFY_WITH_TIMEOUT(document.trace()->scenario->tokenCount() == 4096, 60000);
        Scenario next = document.scenario();
        next.heads = 3; // 0.25 and 0.75 GiB, and a little
        const auto problem = document.apply({next, "Larger", {}});
        QVERIFY(problem);
        QCOMPARE(QString::fromStdString(english(*problem)),
                 QString("its matrices would take 0.75 GiB beside the 0.25 GiB of those that are "
                         "shown, the limit is 1 GiB for both"));
        QCOMPARE(document.scenario().heads, 1);
    }

    void aWishThatChangesNothingIsNoStep()
    {
        Document d;
        d.load(threeTokens(), {});
        QVERIFY(!d.apply({d.scenario(), "nothing", {}}));
        QCOMPARE(d.undoStack().count(), 0);
    }

    void modifiedMeansNotEqualToWhatWasSaved()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.json");
        Document d;
        d.load(threeTokens(), {});
        QSignalSpy marks(&d, &Document::modifiedChanged);
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", {}});
        QVERIFY(!d.save(path));
        QVERIFY(!d.isModified());
        QCOMPARE(d.path(), path);
        d.undoStack().undo();
        QVERIFY(d.isModified());
        // Typed back by hand, not undone: equal is equal.
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", {}});
        QVERIFY(!d.isModified());
        QCOMPARE(marks.count(), 4);
    }

    void howItIsLookedAtIsSavedButNoChange()
    {
        QTemporaryDir folder;
        Document d;
        d.load(threeTokens(), {});
        View view;
        view.place = "memory";
        view.decimals = 5;
        d.setView(view);
        QVERIFY(!d.isModified());
        QCOMPARE(d.undoStack().count(), 0);
        QVERIFY(!d.save(folder.filePath("v.json")));
        Document other;
        QVERIFY(!other.open(folder.filePath("v.json")));
        QVERIFY(other.scenario().view == view);
    }

    void aFileThatCannotBeReadLeavesEverything()
    {
        QTemporaryDir folder;
        const QString bad = folder.filePath("bad.json");
        QFile file(bad);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(
            "{\"format\": \"attention-lab/scenario\", \"version\": 1, \"X\": [[1, 2], [3]]}");
        file.close();
        Document d;
        d.load(threeTokens(), "seminar.json");
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", {}});
        const ScenarioPtr before = d.scenarioPtr();
        for (const QString& path :
             {bad, folder.path(), folder.filePath("none.json"), QString("/dev/zero")}) {
            const auto reason = d.open(path);
            QVERIFY2(reason && !reason->contains('\n'), qPrintable(path));
            QCOMPARE(d.scenarioPtr(), before);
            QCOMPARE(d.path(), "seminar.json");
            QCOMPARE(d.undoStack().count(), 1);
            QVERIFY(d.isModified());
        }
        QVERIFY(d.open(bad)->contains("X[1]"));
    }

    void aSaveThatFailsKeepsTheMark()
    {
        Document d;
        d.load(threeTokens(), {});
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", {}});
        const auto reason = d.save("/proc/none/a.json");
        QVERIFY(reason && reason->contains("/proc/none/a.json"));
        QVERIFY(d.isModified());
        QVERIFY(d.path().isEmpty());
    }

    void savedAndOpenedIsEqual()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath(QString::fromUtf8("测试 ñ 😀 %20#1.json"));
        Document d;
        d.load(test::example("cat-sat-two-heads"), {});
        QVERIFY(!d.save(path));
        Document other;
        QVERIFY(!other.open(path));
        QVERIFY(sameContent(d.scenario(), other.scenario()));
    }

    void revertIsAStepThatCanBeUndone()
    {
        Document d;
        d.load(threeTokens(), {});
        d.apply({withCell(d.scenario(), MatrixField::X, 0, 0, 3), "Change X", {}});
        d.revert();
        QVERIFY(sameContent(d.scenario(), threeTokens()));
        d.undoStack().undo();
        QCOMPARE((*d.scenario().X)(0, 0), 3.0);
        // What was opened, also after it was saved as something else.
        QTemporaryDir folder;
        QVERIFY(!d.save(folder.filePath("changed.json")));
        d.revert();
        QVERIFY(sameContent(d.scenario(), threeTokens()));
        QVERIFY(d.isModified());
    }
};

ATTENTION_TEST(TstDocument)
#include "tst_document.moc"
