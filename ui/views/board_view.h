// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/message.h"
#include "ui/document/selection.h"
#include "ui/figures/board_layout.h"
#include "ui/figures/moved.h"
#include "ui/figures/sentence.h"

#include <QtCore/QTimer>
#include <QtCore/QVariantAnimation>
#include <QtGui/QPixmap>
#include <QtWidgets/QWidget>

class QLineEdit;
class QPainter;

namespace attention::ui {

class Document;
class MaskPainter;

// Shows a document as board or strip. Hover, click and keys become a selection; a drag or typing on
// an editable number becomes an edit of the document.
class BoardView : public QWidget {
    Q_OBJECT

public:
    explicit BoardView(Document& document, QWidget* parent = nullptr);

    const TracePtr& trace() const { return m_shownTrace; } // what is painted
    const Selection& selection() const { return m_selection; }
    void setSelection(const Selection& selection);
    void ask(const CellRef& cell); // selects it, with its head, and enlarges its matrix on a strip
    // What the mistakes of the shown trace do, where that took too long to know at once.
    void setEffects(MistakeEffects effects);
    const BoardOptions& options() const { return m_options; }
    void setOptions(const BoardOptions& options);
    const Theme& theme() const { return m_theme; }
    void setTheme(const Theme& theme);

    // Paints the mask while its tool is on.
    MaskPainter& maskPainter() { return *m_maskPainter; }
    const MaskPainter& maskPainter() const { return *m_maskPainter; }
    // Not while the arithmetic stands beside the board.
    void setArithmeticInTooltips(bool shown) { m_arithmeticInTooltips = shown; }

    // Where everything stands at the present size.
    const BoardLayout& boardLayout() const;

    // What is said about a point when the mouse rests there; empty for nothing.
    QString toolTipAt(const QPointF& point) const;
    // Does what a click on that place does.
    void act(const Hotspot& hotspot);

    // Opens the editor on an editable cell or on a token's label; `typed` replaces its text.
    bool editCell(const CellRef& cell, const QString& typed = {});
    bool editToken(int token, MatrixField of = MatrixField::X); // or of ContextX

    // A number and its place in words; "?" where it is hidden.
    QString sentenceOf(const CellRef& cell) const;
    // Shows a hidden number again.
    void reveal(const CellRef& cell);
    // Whose weights are shown, and the head that all the rest is of.
    void showHeads(BoardOptions::Heads heads);
    void showHead(int head);

    // What the last change moved; in a drag, what all of it did.
    const Moved& moved() const { return m_moved; }
    // The old numbers leave a second after a change: at once, or fading where things may move.
    void fadeGhosts();

    QSize minimumSizeHint() const override { return QSize(480, 320); }

signals:
    void selectionChanged();
    void optionsChanged();
    void menuRequested(const QPoint& globalPosition, attention::ui::MatrixRef matrix);
    void tokenMenuRequested(const QPoint& globalPosition, attention::MatrixField of, int token);
    void tableRequested(attention::MatrixField field);   // a heading was double-clicked
    void dragRequested(attention::ui::MatrixRef matrix); // its heading is pulled away
    void problem(const QString& sentence);               // a wish that was refused, in one sentence

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Scrub {
        CellRef cell; // of the input that changes
        QPointF start;
        double from = 0;
        bool moved = false;
        bool traced = false; // a trace of it was shown: what is compared stays that before it
        QString key;
    };

    struct Token {
        MatrixField of = MatrixField::X; // or ContextX
        int index = 0;
    };

    void traceChanged();
    void remember(TracePtr before);
    void forget();     // what moved: it is another document
    void invalidate(); // the layout: made again when it is next needed
    void repaintAll(); // update() alone keeps what does not depend on the asked cell
    const QPixmap* still(const Moved& moved);
    std::optional<CellRef> cellAt(const QPointF& point) const;
    const PlacedMatrix* matrixAt(const QPointF& point) const;
    std::optional<MatrixRef> headingAt(const QPointF& point) const;
    const Hotspot* hotspotAt(const QPointF& point) const;
    std::optional<Token> tokenAt(const QPointF& point) const; // whose label it is
    // The input cell that stands behind an editable cell of the board.
    std::optional<CellRef> inputOf(const CellRef& cell) const;
    void followHead(Selection& selection) const; // of the pinned cell, where all are shown
    void showHeadMenu(const QPoint& place);
    void say(const std::optional<Problem>& wrong); // why a wish was refused, if it was
    void endScrub();
    void scrubTo(const QPointF& point, Qt::KeyboardModifiers modifiers);
    void moveSelection(int rows, int columns);
    void jumpTo(const MatrixRef& matrix);
    void openEditor(const QRectF& place, const QString& text, bool selectAll);
    void closeEditor();
    bool commitEditor();
    void maskToolSwitched(bool on);
    void paintMaskFrames(QPainter& painter) const; // what can be painted on, while the tool is on
    std::optional<CellRef> paintableCellAt(const QPointF& point) const;

    Document& m_document;
    MaskPainter* m_maskPainter;
    Theme m_theme;
    BoardOptions m_options;
    Selection m_selection;
    TracePtr m_shownTrace;
    Ranges m_ranges;
    MistakeEffects m_effects;
    mutable BoardLayout m_layout;
    mutable bool m_layoutValid = false;
    mutable bool m_keepsReduced = false; // the next layout is of the same trace and colours
    mutable bool m_wasStrip = false;
    QPixmap m_still; // see paintStill; null until a second question is asked of the same board
    bool m_stillWanted = false; // it was painted without
    std::optional<Scrub> m_scrub;
    std::optional<MatrixRef> m_pressedHeading; // a click may move it from under the second one
    std::optional<Hotspot> m_pressedButton;    // on a heading: it acts when it is not dragged away
    QPointF m_pressed;
    int m_gesture = 0;
    bool m_arithmeticInTooltips = true;
    Moved m_moved;
    QTimer m_ghostTimer;
    QVariantAnimation m_fade;
    bool m_forgetNext = false; // the next trace is the first of another document
    bool m_focusByKey = false; // then the ring says where the keys go
    QLineEdit* m_editor;
    std::optional<CellRef> m_editedCell; // of the input
    std::optional<Token> m_editedToken;
};

} // namespace attention::ui
