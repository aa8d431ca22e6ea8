// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/figure.h"
#include "ui/figures/make_figure.h"
#include "ui/start.h"
#include "ui/theme/theme.h"
#include "ui/views/board_view.h"

#include <QtWidgets/QMainWindow>

#include <memory>

class QButtonGroup;
class QStackedWidget;

namespace attention::ui {

class ChecksBar;
class Document;
class FileCommands;
class MemoryPanel;
class ScalingPanel;
class TopBar;

enum class Place { Board, Scaling, Memory };

// Arranges menu bar, top bar, rail, pages and checks bar, and keeps them in step with the document.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Document& document, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    FileCommands& files() { return *m_files; }
    BoardView& board() { return *m_board; }
    const BoardView& board() const { return *m_board; }

    Place place() const;
    void setPlace(Place place);

    // "system", "light", "dark", "projector".
    void setThemeChoice(const QString& choice);
    const QString& themeChoice() const { return m_themeChoice; }
    void setZoom(qreal zoom);
    qreal zoom() const { return m_zoom; }
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_presenting; }

    // The picture that Export and Copy mean: the stage that is asked, the board, or the lab's plot.
    std::unique_ptr<Figure> stagePicture() const;
    // Of one matrix of the board; null for a projection, which is no stage.
    std::unique_ptr<Figure> stagePicture(const MatrixRef& matrix) const;
    std::unique_ptr<Figure> boardPicture() const;
    std::unique_ptr<Figure> placePicture() const; // the board or the plot of the place
    void exportPicture(std::unique_ptr<Figure> figure, const QString& suggestedName);
    void copyPicture(std::unique_ptr<Figure> figure);
    QString pictureName(bool wholeBoard) const;

    void addToken();
    void removeToken();
    void showShortcuts();
    void showAbout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeRegions();
    void showBoardMenu(const QPoint& globalPosition, const MatrixRef& matrix);
    MatrixRef askedMatrix() const;
    QString fileStem() const;
    void applyTheme();
    void updateTitle();
    void updateStatus();
    void viewFromScenario();
    void viewIntoScenario();
    FigureOptions figureOptions() const;

    Document& m_document;
    FileCommands* m_files;
    TopBar* m_topBar = nullptr;
    QWidget* m_rail = nullptr;
    QButtonGroup* m_railButtons = nullptr;
    QStackedWidget* m_pages = nullptr;
    BoardView* m_board = nullptr;
    ScalingPanel* m_scaling = nullptr; // made when it is first shown
    MemoryPanel* m_memory = nullptr;
    ChecksBar* m_checks = nullptr;
    Theme m_theme;
    QString m_themeChoice = QStringLiteral("system");
    qreal m_zoom = 1;
    bool m_presenting = false;
};

} // namespace attention::ui
