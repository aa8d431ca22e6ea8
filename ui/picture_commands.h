// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/selection.h"
#include "ui/export/picture_request.h"

#include <QtCore/QObject>
#include <QtCore/QTemporaryDir>

#include <memory>

class QMimeData;
class QPoint;

namespace attention::ui {

class ExportDialog;
class MainWindow;

// Everything that takes a picture out of the window: files, the clipboard, the menu of a matrix.
class PictureCommands : public QObject {
    Q_OBJECT

public:
    explicit PictureCommands(MainWindow& window);

    // What is looked at now, as the next picture of it: the board, the comparison, the plot of the
    // lab; the matrix that is asked; any matrix of the board.
    PictureRequest placeRequest() const;
    PictureRequest stageRequest() const;
    PictureRequest stageRequest(const MatrixRef& matrix) const;
    PictureSource source() const;

    // Their figures; null for a projection that is the identity, and before there is a trace.
    std::unique_ptr<Figure> placePicture() const { return makePicture(placeRequest(), source()); }
    std::unique_ptr<Figure> stagePicture() const { return makePicture(stageRequest(), source()); }

    // Opens the dialog with that.
    void exportPicture(const PictureRequest& request);
    // As the dialog was left the last time.
    void copyPicture(const PictureRequest& request);
    void exportAll(); // of the document, into a folder
    void showMenu(const QPoint& globalPosition, const attention::ui::MatrixRef& matrix);
    // The picture of a matrix as a desktop, a slide and a drawing program take it: the file of a
    // PNG, the image, the drawing. Null where there is none; says why.
    std::unique_ptr<QMimeData> dragged(const MatrixRef& matrix);
    void dragOut(const attention::ui::MatrixRef& matrix); // until it is dropped

signals:
    void said(const QString& text); // what was done, or why it could not be

private:
    FigureOptions figureOptions() const;
    MatrixRef askedMatrix() const;
    QString scenarioName() const; // of the document, without the ending of its file
    QString fileName(const PictureRequest& request) const;
    bool refused(const PictureRequest& request); // while a mistake is hidden, …; says why
    void save(ExportDialog& dialog);
    void copy(ExportDialog& dialog);
    void copyCommand(ExportDialog& dialog);

    MainWindow& m_window;
    // Made for the first one. Who takes one may read it late: they stay as long as the window.
    std::unique_ptr<QTemporaryDir> m_draggedFiles;
};

} // namespace attention::ui
