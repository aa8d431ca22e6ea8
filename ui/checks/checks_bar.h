// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/attention/mistake_effects.h"
#include "core/trace/checks.h"
#include "ui/document/selection.h"
#include "ui/theme/theme.h"

#include <QtCore/QFutureWatcher>
#include <QtWidgets/QWidget>

#include <optional>
#include <stop_token>
#include <vector>

class QMenu;
class QTimer;
class QToolButton;

namespace attention::ui {

class Document;

// One sentence of the bar: a check, what a mistake does, or a row that may read nothing.
struct CheckLine {
    QString id;
    CheckStatus status;
    QString words;
    QString detail;              // the whole sentence: tooltip and list
    std::optional<CellRef> cell; // what a click selects
    int rank;                    // in the bar; 99: only in the list of all
};

// The bar at the bottom: the most telling checks as sentences, all of them behind "…", and what is
// asked at the right. Checks run after the picture is painted, off its thread.
class ChecksBar : public QWidget {
    Q_OBJECT

public:
    explicit ChecksBar(Document& document, QWidget* parent = nullptr);
    ~ChecksBar() override;

    void setTheme(const Theme& theme);
    void setStatus(const QString& text); // at the right: the asked number
    void setSentences(bool shown);       // off where something else than the board is shown
    void setMeasured(bool told); // off while numbers are hidden: what was measured may name them
    const std::vector<Check>& checks() const { return m_answer.checks; }
    const MistakeEffects& effects() const { return m_answer.effects; }
    const std::vector<CheckLine>& lines() const { return m_lines; }
    void fillList(QMenu& menu); // every check, with its whole sentence

signals:
    void checked();
    void offends(const attention::ui::CellRef& cell); // a click on a sentence that names one

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Answer {
        std::vector<Check> checks;
        MistakeEffects effects;
    };

    void start();
    void makeLines();
    void arrange(); // the buttons, as many as fit
    QString detailOf(const CheckLine& line) const;

    Document& m_document;
    Theme m_theme;
    QString m_status;
    bool m_sentences = true, m_measured = true;
    QTimer* m_timer;
    std::stop_source m_stop;
    QFutureWatcher<Answer> m_watcher;
    TracePtr m_checkedTrace; // as it was run
    TracePtr m_shownTrace;   // what is said of a hidden mistake would give it away
    Answer m_answer;
    std::vector<CheckLine> m_lines;
    std::vector<QToolButton*> m_buttons;
    QToolButton* m_all;
    qreal m_end = 0; // of the sentences
};

} // namespace attention::ui
