// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explain/cell_explanation.h"
#include "ui/explain/pins.h"
#include "ui/theme/theme.h"

#include <QtCore/QTimer>
#include <QtWidgets/QWidget>

#include <optional>

class QLabel;
class QScrollArea;
class QTextEdit;
class QToolButton;
class QVBoxLayout;

namespace attention::ui {

class BoardView;
class Document;
class ExplanationView;
class PinCard;

// Beside the board: above, where the asked number comes from, and the pinned explanations; below,
// what the scenario is about. Open in a wide window until somebody decides otherwise; closed while
// there is nothing to say.
class RightColumn : public QWidget {
    Q_OBJECT

public:
    RightColumn(Document& document, BoardView& board, QWidget* parent);

    const Pins& pins() const { return m_pins; }
    void setTheme(const Theme& theme);
    void setAside(bool aside); // beside another page, or while presenting: not shown
    bool isOpen() const;       // whether it is wanted
    void setOpen(bool open);   // remembered
    bool isUnfolded() const { return m_unfolded; }
    void setUnfolded(bool unfolded); // the computer's form; remembered

    void pinAsked(); // the asked number; one that is pinned is let go
    void copyAsked();

signals:
    void openChanged();
    void said(const QString& text);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isEmpty() const;
    std::optional<CellExplanation> told(const Trace& trace, const CellRef& cell) const;
    void arrange(); // shown or not, and how wide
    void fitHeights();
    void refresh();
    void refreshPins();
    void refreshScenario();

    Document& m_document;
    BoardView& m_board;
    Pins m_pins;
    Theme m_theme;
    std::optional<bool> m_wanted; // nobody has decided yet
    bool m_aside = false;
    bool m_unfolded = false;
    QString m_shownScenario;
    QTimer m_afterTheBoard;
    QVBoxLayout* m_layout;
    QLabel* m_question;
    QToolButton* m_close;
    ExplanationView* m_explanation;
    QToolButton* m_pin;
    QToolButton* m_copy;
    QScrollArea* m_pinArea;
    QVBoxLayout* m_cardLayout;
    std::vector<PinCard*> m_cards;
    QWidget* m_line;
    QTextEdit* m_scenario;
};

} // namespace attention::ui
