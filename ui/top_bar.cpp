// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/top_bar.h"

#include "core/scenario/edits.h"
#include "ui/document/document.h"
#include "ui/editors/switches.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"
#include "ui/fitted_button.h"

#include <QtGui/QPainter>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QMenu>
#include <QtWidgets/QStyle>
#include <QtWidgets/QStyleOptionFrame>
#include <QtWidgets/QToolButton>

#include <algorithm>
#include <array>

namespace attention::ui {

namespace {

// A line that ends in dots where its text has no room, until somebody writes in it.
class TitleEdit : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QStyleOptionFrame option;
        initStyleOption(&option);
        const QRect inside = style()
                                 ->subElementRect(QStyle::SE_LineEditContents, &option, this)
                                 .adjusted(2, 0, -2, 0);
        const QString shown = elided(text(), font(), inside.width());
        if (hasFocus() || shown == text()) {
            QLineEdit::paintEvent(event);
            return;
        }
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, shown);
    }
};

} // namespace

TopBar::TopBar(Document& document, QAction* undo, QAction* redo, QMenu* examples, QMenu* comparing,
               QAction* present, QAction* exporting, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_title(new TitleEdit(this))
{
    setObjectName(QStringLiteral("topBar"));
    setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(16, 0, 16, 0);
    row->setSpacing(8);

    m_title->setObjectName(QStringLiteral("documentTitle"));
    m_title->setAccessibleName(tr("Title"));
    m_title->setAccessibleDescription(tr("of the document")); // else a reader gets the tooltip
    m_title->setPlaceholderText(tr("Untitled"));
    m_title->setFrame(false);
    connect(m_title, &QLineEdit::editingFinished, this, [this] {
        m_document.apply({withTitle(m_document.scenario(), m_title->text().toStdString()),
                          tr("Change Title"),
                          {}});
        m_title->setCursorPosition(0);
        if (m_title->hasFocus())
            m_title->clearFocus();
    });
    connect(m_title, &QLineEdit::textChanged, this, &TopBar::update);
    row->addWidget(m_title);

    const auto button = [&](QAction* action, const QString& text, const QString& objectName) {
        auto* b = new QToolButton(this);
        b->setObjectName(objectName);
        b->setText(text);
        b->setAccessibleName(action->text().remove(QLatin1Char('&')));
        b->setToolTip(action->text().remove(QLatin1Char('&')));
        b->setEnabled(action->isEnabled());
        b->setMinimumSize(32, 32);
        connect(action, &QAction::changed, b, [action, b] {
            b->setEnabled(action->isEnabled());
            b->setToolTip(action->text().remove(QLatin1Char('&')));
        });
        connect(b, &QToolButton::clicked, action, &QAction::trigger);
        row->addWidget(b);
        return b;
    };
    button(undo, QStringLiteral("↶"), QStringLiteral("undoButton"));
    button(redo, QStringLiteral("↷"), QStringLiteral("redoButton"));
    row->addSpacing(12);

    m_scale = chip(QStringLiteral("scaleChip"), {}, tr("Scaling of the scores"));
    m_scale->setCheckable(true);
    connect(m_scale, &QToolButton::clicked, this, [this] {
        const Scenario& s = m_document.scenario();
        const ScaleKind kind =
            s.scale.kind == ScaleKind::None ? ScaleKind::InverseSqrtDk : ScaleKind::None;
        m_document.apply({withScale(s, Scale{kind, 1}),
                          kind == ScaleKind::None ? tr("Switch Scaling Off") : tr("Divide by √dₖ"),
                          {}});
        update(); // the button shows the scenario, not the click
    });
    m_mask = chip(QStringLiteral("maskChip"), {}, tr("Mask: which keys a query may read"));
    m_mask->setCheckable(true);
    auto* maskMenu = new QMenu(m_mask);
    connect(maskMenu, &QMenu::aboutToShow, this,
            [this, maskMenu] { fillMaskMenu(*maskMenu, m_document, window()); });
    connect(m_mask, &QToolButton::clicked, this, [this, maskMenu] {
        update();
        maskMenu->popup(m_mask->mapToGlobal(QPoint(0, m_mask->height() + 2)));
    });
    m_heads = chip(QStringLiteral("headsChip"), {}, tr("Number of heads"));
    m_heads->setCheckable(true);
    auto* headsMenu = new QMenu(m_heads);
    connect(headsMenu, &QMenu::aboutToShow, this,
            [this, headsMenu] { fillHeadsMenu(*headsMenu, m_document); });
    connect(m_heads, &QToolButton::clicked, this, [this, headsMenu] {
        update();
        headsMenu->popup(m_heads->mapToGlobal(QPoint(0, m_heads->height() + 2)));
    });

    row->addStretch(1);
    auto* examplesChip =
        chip(QStringLiteral("examplesChip"), tr("Examples"), tr("Open a bundled scenario"));
    connect(examplesChip, &QToolButton::clicked, this, [examplesChip, examples] {
        examples->popup(examplesChip->mapToGlobal(QPoint(0, examplesChip->height() + 2)));
    });
    auto* compareChip = chip(QStringLiteral("compareChip"), tr("Compare"),
                             tr("Keep this state, and see what becomes of every number"));
    compareChip->setCheckable(true);
    const auto followComparison = [compareChip, comparing] {
        const QList<QAction*> actions = comparing->actions();
        compareChip->setChecked(std::any_of(actions.begin(), actions.end(),
                                            [](const QAction* a) { return a->isChecked(); }));
    };
    for (QAction* action : comparing->actions())
        connect(action, &QAction::changed, compareChip, followComparison);
    connect(compareChip, &QToolButton::clicked, this, [compareChip, comparing, followComparison] {
        followComparison(); // the button shows what is on, not the click
        comparing->popup(compareChip->mapToGlobal(QPoint(0, compareChip->height() + 2)));
    });
    auto* exportChip =
        chip(QStringLiteral("exportChip"), tr("Export"), tr("Take a picture to a slide"));
    connect(exportChip, &QToolButton::clicked, exporting, &QAction::trigger);
    auto* presentChip = chip(QStringLiteral("presentChip"), tr("Present"), present->toolTip());
    connect(presentChip, &QToolButton::clicked, present, &QAction::trigger);
    connect(&m_document, &Document::scenarioChanged, this, [this] {
        const QString title = QString::fromStdString(m_document.scenario().title);
        if (title != m_title->text()) {
            m_title->setText(title);
            m_title->setCursorPosition(0);
        }
        update();
    });
    m_title->setText(QString::fromStdString(m_document.scenario().title));
    m_title->setCursorPosition(0);
    update();
}

QToolButton* TopBar::chip(const QString& objectName, const QString& text, const QString& says)
{
    auto* b = new FittedButton(this);
    b->setObjectName(objectName);
    b->setProperty("chip", true);
    b->setText(text);
    b->setAccessibleName(says);
    b->setToolTip(says);
    layout()->addWidget(b);
    return b;
}

void TopBar::update()
{
    const Scenario& s = m_document.scenario();
    m_scale->setText(scaleText(m_document));
    m_scale->setChecked(s.scale.kind != ScaleKind::None);
    m_mask->setText(maskText(m_document));
    m_mask->setChecked(masksSomething(s));
    m_heads->setText(headsText(m_document));
    m_heads->setChecked(s.heads > 1);
    // One width for every title, so that the chips never move under the mouse.
    const auto widthOfButtons = [this] {
        int sum = 0;
        for (const QToolButton* button : findChildren<QToolButton*>())
            if (!button->isHidden())
                sum += button->sizeHint().width() + layout()->spacing();
        return sum;
    };
    // In a narrow window what the menus have as well leaves the bar, before any word is cut.
    constexpr std::array leaving = {"exportChip", "presentChip", "examplesChip", "compareChip",
                                    "headsChip",  "maskChip",    "scaleChip"};
    const auto chipNamed = [this](const char* name) {
        return findChild<QToolButton*>(QLatin1String(name));
    };
    for (const char* name : leaving)
        if (QToolButton* chip = chipNamed(name))
            chip->setVisible(
                !chip->property("away").toBool() &&
                (m_boardShown || (chip != m_scale && chip != m_mask && chip != m_heads)));
    int others = widthOfButtons();
    if (others + 200 > width()) { // better the word alone than a text cut at both ends
        m_mask->setText(tr("mask"));
        m_heads->setText(tr("heads"));
        others = widthOfButtons();
    }
    for (const char* name : leaving)
        if (QToolButton* chip = chipNamed(name); chip && others + 90 + 60 > width()) {
            chip->hide();
            others = widthOfButtons();
        }
    const QString shown = m_title->text().isEmpty() ? m_title->placeholderText() : m_title->text();
    m_title->setFixedWidth(std::clamp(width() - others - 60, 90, std::max(150, width() / 4)));
    m_title->setToolTip(toolTipOf(shown));
}

void TopBar::setBoardShown(bool shown)
{
    m_boardShown = shown;
    update();
}

void TopBar::setTheme(const Theme& theme)
{
    setFixedHeight(qRound(48 * std::max(1.0, theme.base / 14)));
    QFont font = theme.bold(16.0 / 14);
    m_title->setFont(font);
    update();
}

} // namespace attention::ui
