// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_commands.h"

#include "ui/compare/compare_view.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/explain/right_column.h"
#include "ui/export/picture.h"
#include "ui/figures/layout_parts.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/present/hide_commands.h"
#include "ui/table_commands.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QSettings>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>

namespace attention::ui {

namespace {

// "scaled scores", "embeddings"; as in the names of stages. "W_q" for what else is given.
QString nameOf(const MatrixRef& matrix)
{
    if (matrix.field && matrix.field != MatrixField::X && matrix.field != MatrixField::ContextX)
        return fieldSymbol(*matrix.field);
    if (matrix.head == meanOfHeads)
        return PictureCommands::tr("mean weights");
    const StageId id = matrix.field == MatrixField::X          ? StageId::Embeddings
                       : matrix.field == MatrixField::ContextX ? StageId::Context
                                                               : matrix.stage;
    const std::string_view title = stageInfo(id).title;
    return QString::fromUtf8(title.data(), static_cast<qsizetype>(title.size()));
}

} // namespace

PictureCommands::PictureCommands(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

FigureOptions PictureCommands::figureOptions() const
{
    const BoardOptions& o = m_window.board().options();
    return {o.decimals,
            o.range,
            o.values,
            o.transposed,
            o.palette,
            o.hidden,
            m_window.column().pins().cells()};
}

MatrixRef PictureCommands::askedMatrix() const
{
    const Selection& selection = m_window.board().selection();
    if (selection.asked())
        return selection.asked()->matrix;
    return {selection.focusField, selection.focus,
            stageInfo(selection.focus).perHead ? selection.head : -1};
}

std::unique_ptr<Figure> PictureCommands::stagePicture() const
{
    const bool onBoard = m_window.place() == Place::Board && !m_window.compare().isShown();
    return onBoard ? stagePicture(askedMatrix()) : placePicture();
}

std::unique_ptr<Figure> PictureCommands::stagePicture(const MatrixRef& matrix) const
{
    const TracePtr trace = m_window.document().trace();
    MatrixRef ref = matrix;
    if (matrix.field == MatrixField::X || matrix.field == MatrixField::ContextX) {
        // As a stage, so that its picture is the same wherever it is asked for.
        ref = {std::nullopt,
               matrix.field == MatrixField::X ? StageId::Embeddings : StageId::Context, -1};
    }
    const bool given = ref.field && fieldMatrix(*trace->scenario, *ref.field).size() > 0;
    if (!given && !stageOf(*trace, ref))
        return nullptr;
    return matrixFigure(trace, ref, figureOptions());
}

void PictureCommands::showMenu(const QPoint& globalPosition, const MatrixRef& matrix)
{
    QMenu menu(&m_window);
    if (stagePicture(matrix)) {
        const QString name = nameOf(matrix);
        connect(menu.addAction(tr("Export Picture of %1…").arg(name)), &QAction::triggered, this,
                [this, matrix, name] {
                    exportPicture(stagePicture(matrix), fileStem() + QLatin1Char(' ') + name);
                });
        connect(menu.addAction(tr("Copy Picture of %1").arg(name)), &QAction::triggered, this,
                [this, matrix] { copyPicture(stagePicture(matrix)); });
        menu.addSeparator();
    }
    addHideActions(menu, m_window.board(), matrix);
    menu.addSeparator();
    for (const char* id : {"file.exportBoard", "edit.copyBoard", "edit.number"})
        menu.addAction(m_window.findChild<QAction*>(QLatin1String(id)));
    m_window.tables().addTo(menu, matrix);
    menu.exec(globalPosition);
}

std::unique_ptr<Figure> PictureCommands::boardPicture() const
{
    return boardFigure(m_window.document().trace(), m_window.board().selection().head,
                       figureOptions());
}

std::unique_ptr<Figure> PictureCommands::placePicture() const
{
    if (m_window.place() != Place::Board)
        return m_window.labPicture();
    return m_window.compare().isShown() ? m_window.compare().picture() : boardPicture();
}

QString PictureCommands::fileStem() const
{
    QString name = m_window.files().documentName();
    if (name.endsWith(QLatin1String(".json")))
        name.chop(5);
    return name.replace(QLatin1Char('/'), QLatin1Char('-'));
}

QString PictureCommands::pictureName(bool wholeBoard) const
{
    if (m_window.place() != Place::Board)
        return m_window.place() == Place::Scaling ? tr("variance") : tr("kv-cache");
    if (m_window.compare().isShown())
        return fileStem() + tr(" compared ") + nameOf(m_window.compare().figure()->matrix());
    return wholeBoard ? fileStem() : fileStem() + QLatin1Char(' ') + nameOf(askedMatrix());
}

bool PictureCommands::refused()
{
    // A picture outlives the lesson: nobody could tell later that its numbers are wrong.
    if (!m_window.document().hiddenMistake() || m_window.place() != Place::Board)
        return false;
    emit said(tr("Detective: a picture would carry the hidden mistake. End the search first"));
    return true;
}

void PictureCommands::exportPicture(std::unique_ptr<Figure> figure, const QString& suggestedName)
{
    if (refused())
        return;
    if (!figure) {
        emit said(tr("This matrix has no picture of its own: export the board"));
        return;
    }
    const QString folder =
        QSettings().value(QStringLiteral("pictureFolder"), QDir::homePath()).toString();
    QStringList filters;
    for (const ImageFormat& format : imageFormats())
        filters += QStringLiteral("%1 (*.%2)")
                       .arg(QLatin1String(format.name), QLatin1String(format.suffix));
    QString path =
        Dialogs::instance().saveFile(&m_window, tr("Export Picture"),
                                     QDir(folder).filePath(suggestedName + QStringLiteral(".png")),
                                     filters.join(QStringLiteral(";;")));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QStringLiteral(".png");
    PictureOptions options;
    options.scale =
        path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive) ? 2 : 1; // sharp on a slide
    if (const auto reason = savePicture(*figure, path, options)) {
        Dialogs::instance().showProblem(&m_window, tr("Not exported"), *reason);
        return;
    }
    QSettings().setValue(QStringLiteral("pictureFolder"), QFileInfo(path).absolutePath());
    emit said(tr("Written: %1").arg(path));
}

void PictureCommands::copyPicture(std::unique_ptr<Figure> figure)
{
    if (refused() || !figure)
        return;
    PictureOptions options;
    options.scale = 2;
    QGuiApplication::clipboard()->setImage(renderImage(*figure, options));
    emit said(tr("Copied: %1").arg(figure->title()));
}

} // namespace attention::ui
