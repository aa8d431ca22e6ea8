// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/attention/run.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/figures/layout_parts.h"
#include "ui/glossary.h"

#include <QRegularExpression>

#include <set>

using namespace attention;
using namespace attention::ui;

// One name for each thing, and a page that says what others call it.
class TstGlossary : public attention::test::TestCase {
    Q_OBJECT

    static std::set<QString> names()
    {
        std::set<QString> all;
        for (const auto& [name, says] : glossary())
            for (const QString& one : name.split(", "))
                all.insert(one);
        return all;
    }

private slots:
    void everyNameStandsThereOnce()
    {
        std::size_t count = 0;
        for (const auto& [name, says] : glossary()) {
            count += static_cast<std::size_t>(name.split(", ").size());
            QVERIFY2(says.size() > 15, qPrintable(name));
        }
        QCOMPARE(names().size(), count);
    }

    // Whatever a heading, a tab or a formula calls a stage is found there.
    void everySymbolIsExplained()
    {
        const std::set<QString> known = names();
        for (const char* example : {"abc-unscaled", "cat-sat-two-heads", "block-pre",
                                    "rope-relative", "translate-cross"}) {
            const TracePtr trace = run(std::make_shared<const Scenario>(test::example(example)));
            for (const Stage& stage : trace->stages) {
                QString symbol = symbolFor(*trace, stage.id, stage.head);
                if (symbol.startsWith('S') || symbol == "cap" || symbol == QString::fromUtf8("X′"))
                    continue; // the scores on their way, and X with its positions
                if (!known.count(symbol))
                    symbol.remove(QRegularExpression(QString::fromUtf8("[₁₂₃₄]$| [0-9]$")));
                QVERIFY2(known.count(symbol), qPrintable(symbol));
            }
        }
    }

    // The weights and the output have one name each, on board, strip and tabs alike.
    void weightsAndOutputAreCalledThat()
    {
        for (const char* example : {"abc-unscaled", "rope-relative"}) {
            const TracePtr trace = run(std::make_shared<const Scenario>(test::example(example)));
            QCOMPARE(symbolFor(*trace, StageId::Weights, -1), "weights");
            QCOMPARE(symbolFor(*trace, StageId::Output, -1), "output");
            for (const Stage& stage : trace->stages) {
                const QString formula = formulaFor(*trace, stage);
                static const QRegularExpression letter("\\b[PO]\\b");
                QVERIFY2(!formula.contains(letter), qPrintable(formula));
            }
        }
    }
};

ATTENTION_TEST(TstGlossary)
#include "tst_glossary.moc"
