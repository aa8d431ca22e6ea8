// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figures/figure.h"
#include "ui/place.h"
#include "ui/start.h"
#include "ui/theme/theme.h"
#include "ui/views/board_view.h"

#include <QtWidgets/QMainWindow>

#include <memory>

class QStackedWidget;

namespace attention::ui {

class ChecksBar;
class CompareView;
class CopyCommands;
class Document;
class FileCommands;
class FirstMinute;
class MemoryPanel;
class PictureCommands;
class Presenter;
class Rail;
class RightColumn;
class ScalingPanel;
class TableCommands;
class TopBar;

// Arranges menu bar, top bar, rail, pages and checks bar, and keeps them in step with the document.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Document& document, QWidget* parent = nullptr);
    ~MainWindow() override;

    Document& document() { return m_document; }
    const Document& document() const { return m_document; }
    FileCommands& files() { return *m_files; }
    PictureCommands& pictures() { return *m_pictures; }
    CopyCommands& copies() { return *m_copies; }
    TableCommands& tables() { return *m_tables; }
    BoardView& board() { return *m_board; }
    const BoardView& board() const { return *m_board; }
    RightColumn& column() { return *m_column; }
    const RightColumn& column() const { return *m_column; }
    CompareView& compare() { return *m_compare; }
    const CompareView& compare() const { return *m_compare; }

    Place place() const;
    void setPlace(Place place);

    // "system", "light", "dark", "projector".
    void setThemeChoice(const QString& choice);
    const QString& themeChoice() const { return m_themeChoice; }
    void setZoom(qreal zoom);
    qreal zoom() const { return m_zoom; }
    void setPresenting(bool presenting);
    bool isPresenting() const { return m_presenting; }
    Presenter& presenter() { return *m_presenter; }
    FirstMinute& firstMinute() { return *m_firstMinute; }

    // The plot of the lab that is shown; null on the board.
    std::unique_ptr<Figure> labPicture() const;

    void showAbout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    bool event(QEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makeRegions();
    void applyTheme();
    void updateTitle();
    void updateStatus();
    void viewFromScenario();
    void viewIntoScenario();

    Document& m_document;
    FileCommands* m_files;
    PictureCommands* m_pictures;
    CopyCommands* m_copies;
    TableCommands* m_tables;
    TopBar* m_topBar = nullptr;
    Rail* m_rail = nullptr;
    QStackedWidget* m_pages = nullptr;
    BoardView* m_board = nullptr;
    RightColumn* m_column = nullptr;
    CompareView* m_compare = nullptr;  // in the place of the board
    ScalingPanel* m_scaling = nullptr; // made when it is first shown
    MemoryPanel* m_memory = nullptr;
    ChecksBar* m_checks = nullptr;
    Presenter* m_presenter = nullptr;
    FirstMinute* m_firstMinute = nullptr;
    Theme m_theme;
    QString m_themeChoice = QStringLiteral("system");
    qreal m_zoom = 1;
    bool m_systemDark = systemIsDark();
    bool m_presenting = false;
};

} // namespace attention::ui
