// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/rail.h"

#include "ui/fitted_button.h"

#include <QtCore/QCoreApplication>
#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QLabel>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>
#include <array>

namespace attention::ui {

namespace {

struct RailRow {
    Place place;
    const char* id;
    const char* text;
    const char* group; // a word over the group, as in "why:"
};

constexpr std::array<RailRow, 3> railTable = {{
    {Place::Board, "board", QT_TRANSLATE_NOOP("Rail", "Board"), nullptr},
    {Place::Scaling, "scaling", QT_TRANSLATE_NOOP("Rail", "Scaling"),
     QT_TRANSLATE_NOOP("Rail", "why")},
    {Place::Memory, "memory", QT_TRANSLATE_NOOP("Rail", "Memory"),
     QT_TRANSLATE_NOOP("Rail", "cost")},
}};

} // namespace

std::string placeName(Place place)
{
    for (const RailRow& row : railTable)
        if (row.place == place)
            return row.id;
    return {};
}

std::optional<Place> placeNamed(std::string_view name)
{
    for (const RailRow& row : railTable)
        if (row.id == name)
            return row.place;
    return std::nullopt;
}

Rail::Rail(QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
{
    setObjectName(QStringLiteral("rail"));
    setAttribute(Qt::WA_StyledBackground);
    auto* rail = new QVBoxLayout(this);
    rail->setContentsMargins(4, 12, 4, 12);
    rail->setSpacing(4);

    for (const RailRow& row : railTable) {
        if (row.group) {
            auto* line = new QWidget(this);
            line->setObjectName(QStringLiteral("railLine"));
            line->setAttribute(Qt::WA_StyledBackground);
            line->setFixedHeight(1);
            rail->addSpacing(6);
            rail->addWidget(line);
            rail->addSpacing(4);
            auto* word = new QLabel(QCoreApplication::translate("Rail", row.group), this);
            word->setObjectName(QStringLiteral("secondary"));
            word->setAlignment(Qt::AlignCenter);
            word->setWordWrap(true);
            rail->addWidget(word);
        }
        auto* button = new FittedButton(this);
        button->setObjectName(QStringLiteral("rail.") + QLatin1String(row.id));
        button->setProperty("rail", true);
        button->setText(QCoreApplication::translate("Rail", row.text));
        button->setAccessibleName(button->text());
        button->setCheckable(true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setMinimumHeight(40);
        m_buttons->addButton(button, static_cast<int>(row.place));
        rail->addWidget(button);
    }
    m_buttons->button(static_cast<int>(Place::Board))->setChecked(true);
    rail->addStretch(1);
    connect(m_buttons, &QButtonGroup::idClicked, this,
            [this](int id) { emit chosen(static_cast<Place>(id)); });
}

void Rail::setPlace(Place place)
{
    m_buttons->button(static_cast<int>(place))->setChecked(true);
}

void Rail::setTheme(const Theme& theme, qreal zoom)
{
    // Wide enough for the longest word, as far as the board can spare it; more words stand below
    // each other.
    const QFontMetrics bold(theme.bold(12.5 / 14));
    const int most = qRound(112 * zoom);
    int widest = qRound(68 * zoom);
    for (QAbstractButton* button : m_buttons->buttons()) {
        button->setFont(theme.body(12.5 / 14));
        const QString name = button->accessibleName();
        const bool whole = bold.horizontalAdvance(name) + 16 <= most;
        button->setText(whole ? name : QString(name).replace(QLatin1Char(' '), QLatin1Char('\n')));
        widest = std::max(widest, bold.size(0, button->text()).width() + 16);
    }
    setFixedWidth(std::min(widest, most));
    m_theme = theme;
    fit();
}

void Rail::resizeEvent(QResizeEvent*)
{
    fit();
    layout()->activate(); // at once: never a picture of what does not fit
}

void Rail::fit()
{
    for (const qreal scale : {1.0, 0.85, 0.7, 0.55, 0.45}) {
        for (QLabel* word : findChildren<QLabel*>())
            word->setVisible(scale == 1);
        for (QAbstractButton* button : m_buttons->buttons()) {
            button->setFont(m_theme.body(scale * 12.5 / 14));
            button->show();
            button->setMinimumHeight(0); // else it would be its hint
            button->setMinimumHeight(std::max(scale == 1 ? 40 : 0, button->sizeHint().height()));
        }
        layout()->setContentsMargins(4, scale == 1 ? 12 : 2, 4, scale == 1 ? 12 : 2);
        layout()->invalidate();
        if (layout()->minimumSize().height() <= height())
            return;
    }
    // The View menu leads there, too.
    const QList<QAbstractButton*> buttons = m_buttons->buttons();
    for (auto last = buttons.rbegin(); last != buttons.rend(); ++last) {
        (*last)->hide();
        layout()->invalidate();
        if (layout()->minimumSize().height() <= height())
            return;
    }
}

} // namespace attention::ui
