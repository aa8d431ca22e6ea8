// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/scenario/edits.h"
#include "tests/support/fake_dialogs.h"
#include "tests/support/scenarios.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/figures/labels.h"
#include "ui/figures/sentence.h"
#include "ui/main_window.h"

#include <QAccessible>
#include <QLabel>
#include <QMenu>
#include <QTextDocument>
#include <QToolButton>

using namespace attention;
using namespace attention::ui;

namespace {

// What a person sees of a tooltip or of a label whose format Qt guesses.
QString seen(const QString& text)
{
    if (!Qt::mightBeRichText(text))
        return text;
    QTextDocument document;
    document.setHtml(text);
    return document.toPlainText();
}

// What a person sees of a menu entry.
QString entry(QString text)
{
    QString shown;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('&') && ++i >= text.size())
            break;
        shown += text[i];
    }
    return shown;
}

} // namespace

// Labels that somebody else wrote: shown as they are, and told apart, wherever they are shown.
class TstStrangeLabels : public attention::test::TestCase {
    Q_OBJECT

    struct Session {
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window{document};

        Session(const std::vector<std::string>& tokens, BoardOptions::Form form)
        {
            Scenario s = test::randomScenario(static_cast<int>(tokens.size()), 2, 1, 5);
            s.tokens = tokens;
            s.W_q = s.W_k = s.W_v = {};
            document.load(s, {});
            window.resize(1600, 1000);
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            BoardOptions options = window.board().options();
            options.form = form;
            window.board().setOptions(options);
        }
        BoardView& board() { return window.board(); }
        const PlacedMatrix& shown()
        {
            for (const PlacedMatrix& m : board().boardLayout().matrices)
                if (!m.thumbnail && m.ref == weights)
                    return m;
            qFatal("no weights");
        }
    };

    static constexpr MatrixRef weights{std::nullopt, StageId::Weights, 0};

    // One text for each token: they differ, and each says its token.
    static void check(const char* place, const QStringList& texts, const QStringList& tokens)
    {
        QCOMPARE(texts.size(), tokens.size());
        for (qsizetype i = 0; i < texts.size(); ++i) {
            QVERIFY2(texts.count(texts[i]) == 1,
                     qPrintable(QLatin1String(place) + ", twice: " + texts[i]));
            QVERIFY2(texts[i].contains(tokens[i]),
                     qPrintable(QLatin1String(place) + ": " + tokens[i] + " in " + texts[i]));
        }
    }

private slots:
    void everywhere_data()
    {
        QTest::addColumn<QStringList>("labels");
        QTest::addColumn<QStringList>("expected"); // at least this is seen
        QTest::addColumn<bool>("strip");
        const QString word = QString::fromUtf8("שלום");
        const QStringList strange{"<s>", "&amp;", "😀", word, "", QString(200, 'x'), "\"a\" & b"};
        QStringList seen = strange;
        seen[4] = "∅";
        seen[5] = QString(20, 'x');
        const QStringList same{"the", "the", "the", "the", "the", "the₂"};
        const QStringList apart{"the", "the₂", "the₃", "the₄", "the₅", "the₂₂"};
        const QStringList longer{QString(200, 'x'), QString(200, 'x'), "a\nb", " ",
                                 QString::fromUtf8("a\u2069\u202eb")};
        const QStringList longerSeen{QString(20, 'x'), "₂", "a␊b", "␣", "a��b"};
        QTest::newRow("strange") << strange << seen << false;
        QTest::newRow("strange, strip") << strange << seen << true;
        QTest::newRow("same") << same << apart << false;
        QTest::newRow("same, strip") << same << apart << true;
        QTest::newRow("longer") << longer << longerSeen << false;
        QTest::newRow("longer, strip") << longer << longerSeen << true;
    }

    void everywhere()
    {
        QFETCH(QStringList, labels);
        QFETCH(QStringList, expected);
        QFETCH(bool, strip);
        std::vector<std::string> tokens;
        for (const QString& label : labels)
            tokens.push_back(label.toStdString());
        Session s(tokens, strip ? BoardOptions::Form::Strip : BoardOptions::Form::Board);
        QCOMPARE(s.board().boardLayout().strip, strip);
        const int n = static_cast<int>(labels.size());
        const Trace& trace = *s.document.trace();

        // On the board, whole and cut to a place that is too small for them.
        QStringList written;
        for (const PlacedMatrix& m : s.board().boardLayout().matrices)
            if (!m.thumbnail && m.rowLabels.size() == n)
                written = m.rowLabels;
        check("row labels", written, expected);
        QStringList cut;
        for (const QString& label : written)
            cut += elided(label, s.board().theme().body(), 90);
        for (const QString& label : cut)
            QVERIFY2(cut.count(label) == 1, qPrintable(label));

        QStringList sentences, statuses, tips, headers, columns, readers;
        QAccessibleInterface* board = QAccessible::queryAccessibleInterface(&s.board());
        const QPoint middle = s.board().mapToGlobal(s.shown().area.center().toPoint());
        QAccessibleTableInterface* table = board->childAt(middle.x(), middle.y())->tableInterface();
        QVERIFY(table);
        for (int i = 0; i < n; ++i) {
            const QString sentence = rowSentence(trace, 0, i, 3);
            sentences += sentence.left(sentence.indexOf("reads"));
            statuses += s.board().sentenceOf({weights, i, 0});
            tips += seen(s.board().toolTipAt(s.shown().cell(i, 0).center()));
            headers += table->rowDescription(i);
            columns += table->columnDescription(i);
            readers += table->cellAt(i, 0)->text(QAccessible::Description);
        }
        check("sentence", sentences, expected);
        check("status", statuses, expected);
        check("tooltip of a number", tips, expected);
        check("accessible row", headers, expected);
        check("accessible column", columns, expected);
        check("accessible description", readers, expected);

        // The tooltip of the label itself, where it stands.
        QStringList names;
        for (const PlacedMatrix& m : s.board().boardLayout().matrices)
            if (m.tokensOf == MatrixField::X && names.isEmpty())
                for (int i = 0; i < n; ++i)
                    names += seen(s.board().toolTipAt({m.area.left() - m.rowLabelWidth / 2,
                                                       m.cell(i, m.firstColumn).center().y()}));
        if (!strip)
            check("tooltip of a label", names, expected);
        for (const QString& name : names) // whole
            if (name.contains(expected[0]) && labels[0].size() == 200)
                QVERIFY(name.contains(labels[0]));

        // The menu of the padding.
        auto* chip = s.window.findChild<QToolButton*>("maskChip")->findChild<QMenu*>();
        emit chip->aboutToShow();
        QStringList entries;
        for (const QAction* action : chip->findChild<QMenu*>("mask.padding")->actions())
            entries += entry(action->text());
        check("padding", entries, expected);

        // Nothing in the window takes them for tags.
        for (const QLabel* label : s.window.findChildren<QLabel*>())
            if (label->text().contains("<s>") || label->text().contains("&amp;"))
                QVERIFY2(label->textFormat() == Qt::PlainText, qPrintable(label->text()));
    }

    void theTitleIsPlainTextToo()
    {
        for (const QString& title :
             {QString("<b>A</b> & B &amp; 😀"), QString("a [*] b"), QString(200, 'x')}) {
            Session s({"A", "B"}, BoardOptions::Form::Auto);
            QVERIFY(!s.document.apply(
                {withTitle(s.document.scenario(), title.toStdString()), "Change Title", {}}));
            // "[*]" stands for the mark of a change; a doubled one is meant as it is.
            QString shown = s.window.windowTitle();
            shown.replace("[*][*]", QString(QChar(1)));
            QVERIFY2(shown.count("[*]") == 1, qPrintable(shown));
            shown.remove("[*]").replace(QChar(1), "[*]");
            QVERIFY2(shown.contains(title.left(20)), qPrintable(shown));
            QCOMPARE(seen(s.window.findChild<QWidget*>("documentTitle")->toolTip()), title);
        }
    }
};

ATTENTION_TEST(TstStrangeLabels)
#include "tst_strange_labels.moc"
