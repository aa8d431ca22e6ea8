// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"
#include "ui/figures/make_figure.h"

#include <QtCore/QObject>

#include <memory>

class QPoint;

namespace attention::ui {

class MainWindow;

// Everything that takes a picture out of the window: files, the clipboard, the menu of a matrix.
class PictureCommands : public QObject {
    Q_OBJECT

public:
    explicit PictureCommands(MainWindow& window);

    // The stage that is asked; in a lab its plot.
    std::unique_ptr<Figure> stagePicture() const;
    // Of one matrix of the board; null for a projection, which is no stage.
    std::unique_ptr<Figure> stagePicture(const MatrixRef& matrix) const;
    std::unique_ptr<Figure> placePicture() const; // the board, or the plot of the lab
    QString pictureName(bool wholeBoard) const;

    void exportPicture(std::unique_ptr<Figure> figure, const QString& suggestedName);
    void copyPicture(std::unique_ptr<Figure> figure);
    void showMenu(const QPoint& globalPosition, const attention::ui::MatrixRef& matrix);

signals:
    void said(const QString& text); // what was done, or why it could not be

private:
    std::unique_ptr<Figure> boardPicture() const;
    FigureOptions figureOptions() const;
    MatrixRef askedMatrix() const;
    QString fileStem() const;
    bool refused(); // while a mistake is hidden; says why

    MainWindow& m_window;
};

} // namespace attention::ui
