// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/fake_dialogs.h"
#include "tests/support/test_main.h"
#include "ui/document/document.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/tour/first_minute.h"

#include <QAbstractScrollArea>
#include <QComboBox>
#include <QDialog>
#include <QFontMetrics>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTextDocument>
#include <QToolButton>
#include <QTranslator>

using namespace attention;
using namespace attention::ui;

namespace {

// Every text of the program twice as long, as it may be in another language.
class Doubler : public QTranslator {
public:
    Doubler() { QCoreApplication::installTranslator(this); }
    ~Doubler() override { QCoreApplication::removeTranslator(this); }
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char*, int) const override
    {
        if (context[0] == 'Q' && context[1] >= 'A' && context[1] <= 'Z')
            return {}; // Qt's own
        const QString once = QString::fromUtf8(text);
        return once.trimmed().isEmpty() ? once : once + QLatin1Char(' ') + once;
    }
};

} // namespace

// In a small window, at twice the size, in a language with words twice as long: nothing is cut
// without "…" and a tooltip that says the whole.
class TstTextFits : public attention::test::TestCase {
    Q_OBJECT

    static QString described(const QWidget* widget, const QString& text)
    {
        return QStringLiteral("%1 %2 “%3” %4×%5")
            .arg(QLatin1String(widget->metaObject()->className()), widget->objectName(),
                 text.left(40))
            .arg(widget->width())
            .arg(widget->height());
    }

    static bool inScrollArea(const QWidget* widget)
    {
        for (const QWidget* w = widget->parentWidget(); w; w = w->parentWidget())
            if (qobject_cast<const QAbstractScrollArea*>(w))
                return true;
        return false;
    }

    static void collect(const QWidget* top, QStringList& cut, int& looked)
    {
        for (const QWidget* widget : top->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->window() != top)
                continue;
            const QFontMetrics metrics = widget->fontMetrics();
            const int width = widget->contentsRect().width() + 1;
            QString text;
            bool fits = true;
            if (const auto* label = qobject_cast<const QLabel*>(widget)) {
                text = label->text();
                if (label->wordWrap()) {
                    fits = label->heightForWidth(label->width()) <= label->height() + 1;
                } else if (!text.isEmpty()) {
                    const QSize need =
                        Qt::mightBeRichText(text) ? label->sizeHint() : metrics.size(0, text);
                    fits = need.width() <= width &&
                           need.height() <= widget->contentsRect().height() + 2;
                }
            } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
                text = button->text();
                fits = text.isEmpty() || (button->sizeHint().width() <= button->width() + 1 &&
                                          button->sizeHint().height() <= button->height() + 1);
            } else if (const auto* line = qobject_cast<const QLineEdit*>(widget)) {
                text = line->text().isEmpty() ? line->placeholderText() : line->text();
                // What is too long can be walked through by the cursor, and stands in the tooltip.
                fits = !line->toolTip().isEmpty() || metrics.horizontalAdvance(text) <= width - 6;
            } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
                text = box->currentText();
                fits = metrics.horizontalAdvance(text) <= width - 30;
            } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
                collectTabs(tabs, cut, looked);
            }
            if (text.isEmpty())
                continue;
            ++looked;
            if (!fits)
                cut += "too narrow: " + described(widget, text);
            else if (text.endsWith(QChar(0x2026)) && !text.endsWith(QString::fromUtf8(" …")) &&
                     widget->toolTip().isEmpty())
                cut += "says it nowhere: " + described(widget, text);
            if (!inScrollArea(widget) && widget->visibleRegion().boundingRect() != widget->rect())
                cut += "outside: " + described(widget, text);
        }
    }

    // Each tab holds its text; those outside the bar are reached by its arrows.
    static void collectTabs(const QTabBar* tabs, QStringList& cut, int& looked)
    {
        bool outside = false;
        for (int i = 0; i < tabs->count(); ++i) {
            ++looked;
            const QSize text = tabs->fontMetrics().size(Qt::TextShowMnemonic, tabs->tabText(i));
            if (text.width() > tabs->tabRect(i).width() ||
                text.height() > tabs->tabRect(i).height())
                cut += "tab: " + described(tabs, tabs->tabText(i));
            outside = outside || !tabs->rect().contains(tabs->tabRect(i));
        }
        int arrows = 0;
        for (const QToolButton* arrow : tabs->findChildren<QToolButton*>())
            arrows += arrow->isVisible() && tabs->rect().contains(arrow->geometry());
        if (outside && arrows < 2)
            cut += "tabs that no arrow leads to: " + described(tabs, tabs->tabText(0));
    }

    static void collectBoard(const BoardView& board, QStringList& cut)
    {
        if (!board.isVisible())
            return;
        const BoardLayout& layout = board.boardLayout();
        const QRectF all = QRectF(board.rect()).adjusted(-1, -1, 1, 1);
        for (const PlacedText& t : layout.texts) {
            if (!all.contains(t.rect))
                cut += "board, outside: " + t.text;
            if (!t.text.endsWith(QChar(0x2026)))
                continue;
            const bool said =
                std::any_of(layout.hotspots.begin(), layout.hotspots.end(), [&](const Hotspot& h) {
                    return h.rect.intersects(t.rect) && !h.says.isEmpty();
                });
            if (!said)
                cut += "board, says it nowhere: " + t.text;
        }
    }

private slots:
    // A menu that is higher than a laptop's screen would open in two columns, far from its title.
    void everyMenuFitsOnALaptop()
    {
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window(document);
        window.resize(1366, 740);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QStringList high;
        int looked = 0;
        for (QMenu* menu : window.findChildren<QMenu*>()) {
            emit menu->aboutToShow();
            if (menu->objectName() == "file.examples" || menu->objectName() == "compare.examples")
                continue; // as long as there are examples; it scrolls
            ++looked;
            if (menu->sizeHint().height() > 600 || menu->sizeHint().width() > 600)
                high += QStringLiteral("%1 %2×%3")
                            .arg(menu->title())
                            .arg(menu->sizeHint().width())
                            .arg(menu->sizeHint().height());
        }
        QVERIFY(looked > 15);
        QVERIFY2(high.isEmpty(), qPrintable(high.join('\n')));
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<qreal>("zoom");
        QTest::addColumn<bool>("doubled");
        QTest::newRow("1366×740") << QSize(1366, 740) << 1.0 << false;
        QTest::newRow("1024×600") << QSize(1024, 600) << 1.0 << false;
        QTest::newRow("720×460") << QSize(720, 460) << 1.0 << false;
        QTest::newRow("1024×600, doubled") << QSize(1024, 600) << 1.0 << true;
        QTest::newRow("1366×740, 200 %") << QSize(1366, 740) << 2.0 << false;
        QTest::newRow("1024×600, 200 %") << QSize(1024, 600) << 2.0 << false;
        QTest::newRow("1366×740, 200 %, doubled") << QSize(1366, 740) << 2.0 << true;
        QTest::newRow("1024×600, 200 %, doubled") << QSize(1024, 600) << 2.0 << true;
    }

    void nothingIsCut()
    {
        QFETCH(QSize, size);
        QFETCH(qreal, zoom);
        QFETCH(bool, doubled);
        const std::unique_ptr<Doubler> translator(doubled ? new Doubler : nullptr);
        test::FakeDialogs dialogs;
        Document document;
        MainWindow window(document);
        window.files().openPath("example:cat-sat-two-heads-causal");
        window.resize(size);
        window.setZoom(zoom);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QStringList cut;
        int looked = 0;
        const auto look = [&](const char* state) {
            QCoreApplication::sendPostedEvents();
            QCoreApplication::processEvents();
            if (window.width() > size.width() || window.height() > size.height())
                cut += QStringLiteral("the window grew to %1×%2")
                           .arg(window.width())
                           .arg(window.height());
            QStringList here;
            for (const QWidget* top : QApplication::topLevelWidgets())
                if (top->isVisible() && !top->inherits("QMenu"))
                    collect(top, here, looked);
            collectBoard(window.board(), here);
            for (const QString& one : here)
                cut += QLatin1String(state) + ": " + one;
        };
        const auto trigger = [&](const char* id) {
            auto* action = window.findChild<QAction*>(QLatin1String(id));
            QVERIFY2(action, id);
            action->trigger();
        };
        look("board");
        for (const char* id : {"compare.show", "edit.pin", "heads.mean"}) {
            trigger(id);
            look(id);
        }
        trigger("compare.letGo");
        window.files().openPath("example:block-pre");
        trigger("compare.show");
        look("comparing a block");
        trigger("compare.letGo");
        window.files().openPath("example:blocked-row");
        trigger("mask.emptyRows");
        look("empty rows");
        delete window.findChild<QDialog*>("emptyRows");
        window.files().openPath("example:sixty-four-words");
        look("strip");
        for (const char* id : {"view.scaling", "view.memory"}) {
            trigger(id);
            look(id);
        }
        trigger("view.board");
        for (const char* id : {"mask.paint", "mistakes.detective", "view.explain"}) {
            trigger(id);
            look(id);
            trigger(id);
        }
        trigger("view.present");
        window.setWindowState(Qt::WindowNoState); // the screen is as large as the window was
        window.resize(size);
        look("presenting");
        trigger("view.present");
        trigger("help.firstMinute");
        look("first minute");
        window.firstMinute().finish();
        QVERIFY(looked > 60);
        cut.removeDuplicates();
        for (const QString& one : cut)
            qInfo("%s", qPrintable(one));
        QVERIFY2(cut.isEmpty(), qPrintable(QString("%1 texts are cut").arg(cut.size())));
    }
};

ATTENTION_TEST(TstTextFits)
#include "tst_text_fits.moc"
