// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/tour/words_entry.h"

#include "core/scenario/from_words.h"
#include "ui/figures/labels.h"

#include <QtWidgets/QButtonGroup>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QToolButton>

namespace attention::ui {

namespace {

constexpr std::size_t mostWords = 512; // more is a file, not a sentence

} // namespace

WordsEntry::WordsEntry(QWidget* parent)
    : QWidget(parent)
    , m_words(new QLineEdit(this))
    , m_oneHot(new QToolButton(this))
    , m_random(new QToolButton(this))
    , m_says(new QLabel(this))
{
    setObjectName(QStringLiteral("wordsEntry"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(8);
    m_words->setObjectName(QStringLiteral("wordsLine"));
    m_words->setAccessibleName(tr("Words, with spaces between"));
    m_words->setPlaceholderText(tr("the cat sat"));
    auto* go = new QToolButton(this);
    go->setText(tr("Show"));
    go->setAccessibleName(tr("Make a board of these words"));
    go->setObjectName(QStringLiteral("wordsShow"));
    auto* line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_words, 1);
    line->addWidget(go);
    column->addLayout(line);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* kinds = new QButtonGroup(this);
    const auto kind = [&](QToolButton* button, const QString& text, const char* name) {
        button->setText(text);
        button->setAccessibleName(text);
        button->setObjectName(QLatin1String(name));
        button->setCheckable(true);
        kinds->addButton(button);
        row->addWidget(button);
    };
    kind(m_oneHot, tr("a column for each word"), "wordsOneHot");
    kind(m_random, tr("random numbers, seed %1").arg(m_seed), "wordsRandom");
    m_oneHot->setChecked(true);
    row->addStretch(1);
    column->addLayout(row);
    m_says->setObjectName(QStringLiteral("wordsSays"));
    m_says->setTextFormat(Qt::PlainText);
    m_says->setWordWrap(true);
    m_says->setText(tr("Neither knows what a word means: these numbers are made up, not learned."));
    column->addWidget(m_says);
    connect(m_words, &QLineEdit::returnPressed, this, &WordsEntry::make);
    connect(go, &QToolButton::clicked, this, &WordsEntry::make);
    // A second click on it draws other numbers.
    connect(m_random, &QToolButton::clicked, this, [this] {
        if (m_random->property("chosen").toBool())
            ++m_seed;
        m_random->setProperty("chosen", true);
        m_random->setText(tr("random numbers, seed %1").arg(m_seed));
        m_random->setAccessibleName(m_random->text());
    });
    setFocusProxy(m_words);
}

void WordsEntry::make()
{
    const std::vector<std::string> words = wordsOf(m_words->text().toStdString());
    if (words.empty() || words.size() > mostWords) {
        m_says->setText(words.empty()
                            ? tr("A sentence has at least one word.")
                            : tr("At most %1 words; more come as a file.").arg(mostWords));
        m_words->setFocus();
        return;
    }
    const bool random = m_random->isChecked();
    Scenario s = scenarioOfWords(words, random ? WordVectors::Random : WordVectors::OneHot, m_seed);
    const QString sentence = shortened(m_words->text().simplified());
    s.title = (random ? tr("%1 (random numbers, seed %2)").arg(sentence).arg(m_seed)
                      : tr("%1 (a column for each word)").arg(sentence))
                  .toStdString();
    s.description =
        (random ? tr("Every word has four random numbers (standard normal, one decimal, seed %1); "
                     "equal words have equal ones. They are made up, not learned.")
                      .arg(m_seed)
                : tr("Every different word has a column of its own, with a 1 in it. The numbers "
                     "know which words are equal, and nothing of what they mean."))
            .toStdString();
    emit made(s);
}

} // namespace attention::ui
