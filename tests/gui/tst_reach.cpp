// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/test_main.h"
#include "tests/support/window_session.h"
#include "ui/actions.h"
#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"

#include <QAccessible>
#include <QMenu>
#include <QMenuBar>

using namespace attention;
using namespace attention::ui;

// Whether somebody who does not see the window, or uses no mouse, comes everywhere.
class TstReach : public attention::test::TestCase {
    Q_OBJECT

    struct Session : test::WindowSession {
        explicit Session(const char* example = "cat-sat-two-heads")
            : WindowSession(example)
        {
        }
    };

    // What stands in the window at one time or another.
    static void everyState_data()
    {
        QTest::addColumn<QList<const char*>>("actions");
        using Ids = QList<const char*>;
        QTest::newRow("board") << Ids{};
        QTest::newRow("scaling") << Ids{"view.scaling"};
        QTest::newRow("memory") << Ids{"view.memory"};
        QTest::newRow("explanation closed or open") << Ids{"view.explain"};
        QTest::newRow("pinned explanation") << Ids{"edit.pin"};
        QTest::newRow("mask painting") << Ids{"mask.paint"};
        QTest::newRow("empty rows") << Ids{"mask.emptyRows"};
        QTest::newRow("detective") << Ids{"mistakes.detective"};
        QTest::newRow("table") << Ids{"edit.table"};
        QTest::newRow("first minute") << Ids{"help.firstMinute"};
        QTest::newRow("comparing") << Ids{"compare.pin"};
        QTest::newRow("presenting") << Ids{"view.present"};
        QTest::newRow("all heads, sums") << Ids{"heads.all", "view.sums", "view.predicts"};
    }

    static std::vector<QWidget*> shownControls()
    {
        std::vector<QWidget*> controls;
        for (QWidget* top : QApplication::topLevelWidgets()) {
            if (!top->isVisible())
                continue;
            for (QWidget* widget : top->findChildren<QWidget*>()) {
                const bool part = widget->objectName().startsWith("qt_") ||
                                  (widget->parentWidget() &&
                                   (widget->parentWidget()->inherits("QAbstractSpinBox") ||
                                    widget->parentWidget()->inherits("QComboBox") ||
                                    widget->parentWidget()->inherits("QDialogButtonBox") ||
                                    widget->parentWidget()->inherits("QAbstractItemView")));
                const bool plain = widget->inherits("QScrollBar") || widget->inherits("QMenu") ||
                                   widget->inherits("QLabel") ||
                                   widget->inherits("QAbstractScrollArea") ||
                                   widget->inherits("QMenuBar");
                const bool table = widget->inherits("QAbstractItemView") ||
                                   widget->inherits("QTextEdit") ||
                                   widget->inherits("QPlainTextEdit");
                if (!widget->isVisible() || part || (plain && !table))
                    continue;
                if (widget->inherits("QAbstractButton") || widget->focusPolicy() != Qt::NoFocus)
                    controls.push_back(widget);
            }
        }
        return controls;
    }

    static QString described(const QWidget* widget)
    {
        return QLatin1String(widget->metaObject()->className()) + QLatin1Char(' ') +
               widget->objectName();
    }

private slots:
    void everyControlHasAName_data() { everyState_data(); }

    void everyControlHasAName()
    {
        QFETCH(QList<const char*>, actions);
        Session s;
        for (const char* id : actions)
            s.trigger(id);
        QStringList nameless;
        const auto controls = shownControls();
        QVERIFY(controls.size() >= (s.window.isPresenting() ? 1u : 5u));
        for (QWidget* control : controls)
            if (QAccessible::queryAccessibleInterface(control)
                    ->text(QAccessible::Name)
                    .trimmed()
                    .isEmpty())
                nameless += described(control);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(", ")));
    }

    // Tab comes to every control that takes the focus, and goes down and to the right within a
    // region.
    void tabComesEverywhere_data() { everyState_data(); }

    void tabComesEverywhere()
    {
        QFETCH(QList<const char*>, actions);
        Session s;
        for (const char* id : actions)
            s.trigger(id);
        std::vector<QWidget*> chain;
        QWidget* at = &s.window;
        do {
            at = at->nextInFocusChain();
            if (at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus))
                chain.push_back(at);
        } while (at != &s.window);
        for (const QWidget* control : shownControls())
            if (control->window() == &s.window && control->isEnabled() &&
                (control->focusPolicy() & Qt::TabFocus))
                QVERIFY2(std::find(chain.begin(), chain.end(), control) != chain.end(),
                         qPrintable(described(control)));
        // Neighbours in one parent, one after the other in the chain: in reading order.
        for (std::size_t i = 1; i < chain.size(); ++i) {
            const QWidget* a = chain[i - 1];
            const QWidget* b = chain[i];
            if (a->parentWidget() != b->parentWidget() ||
                a->parentWidget() == s.window.centralWidget())
                continue;
            const bool below = b->geometry().top() >= a->geometry().bottom() - 2;
            const bool right = b->geometry().left() >= a->geometry().right() - 2;
            QVERIFY2(below || right, qPrintable(described(a) + " before " + described(b)));
        }
    }

    // A button that the mouse can press can be pressed by keys, or does what an action does.
    void whatTabDoesNotReachHasAnAction()
    {
        Session s;
        for (const QWidget* control : shownControls())
            if (control->inherits("QAbstractButton"))
                QVERIFY2(control->focusPolicy() & Qt::TabFocus, qPrintable(described(control)));
    }

    void everyActionStandsInAMenu()
    {
        Session s;
        QSet<const QAction*> reached;
        const std::function<void(const QMenu*)> walk = [&](const QMenu* menu) {
            for (const QAction* action : menu->actions()) {
                reached.insert(action);
                if (action->menu())
                    walk(action->menu());
            }
        };
        for (const QAction* top : s.window.menuBar()->actions())
            walk(top->menu());
        for (const ActionRow& row : actionTable())
            if (row.text) {
                const auto* action = s.window.findChild<QAction*>(QLatin1String(row.id));
                QVERIFY2(action && reached.contains(action), row.id);
            }
    }

    void noMnemonicStandsTwiceInAMenu()
    {
        Session s;
        QStringList twice;
        const auto letterOf = [](const QString& text) {
            const QKeySequence keys = QKeySequence::mnemonic(text);
            return keys.isEmpty() ? QString() : keys.toString();
        };
        const std::function<void(const QString&, const QList<QAction*>&)> walk =
            [&](const QString& name, const QList<QAction*>& actions) {
                QHash<QString, QString> seen;
                for (const QAction* action : actions) {
                    const QString letter = letterOf(action->text());
                    if (!letter.isEmpty() && seen.contains(letter))
                        twice += name + ": " + seen[letter] + " and " + action->text();
                    seen[letter] = action->text();
                    if (action->menu())
                        walk(action->text(), action->menu()->actions());
                }
            };
        walk("menu bar", s.window.menuBar()->actions());
        QVERIFY2(twice.isEmpty(), qPrintable(twice.join("\n")));
        // And where there are so few entries that each may have a letter, each has one.
        for (const QAction* top : s.window.menuBar()->actions())
            QVERIFY2(!letterOf(top->text()).isEmpty(), qPrintable(top->text()));
    }
};

ATTENTION_TEST(TstReach)
#include "tst_reach.moc"
