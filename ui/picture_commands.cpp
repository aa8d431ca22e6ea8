// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_commands.h"

#include "ui/compare/compare_view.h"
#include "ui/copy_commands.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/explain/right_column.h"
#include "ui/export_dialog/batch_dialog.h"
#include "ui/export_dialog/export_dialog.h"
#include "ui/export_dialog/remembered.h"
#include "ui/figures/layout_parts.h"
#include "ui/figures/plot_figure.h"
#include "ui/file_commands.h"
#include "ui/main_window.h"
#include "ui/present/hide_commands.h"
#include "ui/table_commands.h"

#include <QtCore/QDir>
#include <QtCore/QFileInfo>
#include <QtCore/QMimeData>
#include <QtCore/QSettings>
#include <QtCore/QUrl>
#include <QtGui/QAction>
#include <QtGui/QClipboard>
#include <QtGui/QDrag>
#include <QtGui/QGuiApplication>
#include <QtWidgets/QMenu>

#include <algorithm>
#include <map>

namespace attention::ui {

namespace {

const auto folderKey = QStringLiteral("pictureFolder");

// "scaled scores", "embeddings"; as in the names of stages. "W_q" for what else is given.
QString nameOf(const MatrixRef& matrix)
{
    if (matrix.field)
        return fieldSymbol(*matrix.field);
    if (matrix.head == meanOfHeads)
        return PictureCommands::tr("mean weights");
    const std::string_view title = stageInfo(matrix.stage).title;
    return QString::fromUtf8(title);
}

} // namespace

PictureCommands::PictureCommands(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
}

FigureOptions PictureCommands::figureOptions() const
{
    const BoardView& board = m_window.board();
    FigureOptions look{board.options(), board.boardLayout().unfolded}; // as it is seen
    look.explained = m_window.column().pins().cells();
    return look;
}

MatrixRef PictureCommands::askedMatrix() const
{
    const Selection& selection = m_window.board().selection();
    if (selection.asked())
        return selection.asked()->matrix;
    return {selection.focusField, selection.focus,
            stageInfo(selection.focus).perHead ? selection.head : -1};
}

PictureRequest PictureCommands::placeRequest() const
{
    PictureRequest request;
    request.head = m_window.board().selection().head;
    request.look = figureOptions();
    if (m_window.place() != Place::Board) {
        request.kind = PictureKind::Plot;
        request.plot = placeName(m_window.place());
    } else if (const CompareFigure* figure = m_window.compare().figure();
               figure && m_window.compare().isShown()) {
        request.kind = PictureKind::Compare;
        request.matrix = figure->matrix();
    }
    return remembered(request);
}

PictureRequest PictureCommands::stageRequest() const
{
    const bool onBoard = m_window.place() == Place::Board && !m_window.compare().isShown();
    return onBoard ? stageRequest(askedMatrix()) : placeRequest();
}

PictureRequest PictureCommands::stageRequest(const MatrixRef& matrix) const
{
    PictureRequest request;
    request.kind = PictureKind::Stage;
    request.head = m_window.board().selection().head;
    request.look = figureOptions();
    request.matrix = matrix;
    // As a stage, so that its picture is the same wherever it is asked for.
    if (matrix.field == MatrixField::X)
        request.matrix = {std::nullopt, StageId::Embeddings, -1};
    else if (matrix.field == MatrixField::ContextX)
        request.matrix = {std::nullopt, StageId::Context, -1};
    return remembered(request);
}

PictureSource PictureCommands::source() const
{
    const Document& document = m_window.document();
    PictureSource source;
    source.scenario = document.scenarioPtr();
    // A picture outlives the lesson: nobody could tell later that its numbers are wrong. While the
    // next numbers are computed, those that are there are of another scenario.
    if (!document.hiddenMistake() && !document.isComputing()) {
        source.trace = document.trace();
        const Comparison& comparison = m_window.compare().comparison();
        source.a = {comparison.a(), comparison.name()};
        source.nameNow = QString::fromStdString(document.scenario().title);
        if (source.nameNow.isEmpty() && !document.path().isEmpty())
            source.nameNow = QFileInfo(document.path()).fileName();
    }
    // What the lab has drawn already need not be drawn again, and nothing twice.
    source.plotData = [this, known = std::make_shared<std::map<std::string, PlotData>>()](
                          const PlotRow& row) {
        const auto found = known->find(row.lab);
        if (found != known->end())
            return found->second;
        const bool shown = placeName(m_window.place()) == row.lab;
        const std::unique_ptr<Figure> figure = shown ? m_window.labPicture() : nullptr;
        const auto* plot = dynamic_cast<const PlotFigure*>(figure.get());
        return (*known)[row.lab] = plot ? plot->data() : row.data(m_window.document().scenario());
    };
    return source;
}

void PictureCommands::showMenu(const QPoint& globalPosition, const MatrixRef& matrix)
{
    QMenu menu(&m_window);
    const PictureRequest request = stageRequest(matrix);
    if (makePicture(request, source())) {
        const QString name = nameOf(request.matrix);
        connect(menu.addAction(tr("Export Picture of %1…").arg(name)), &QAction::triggered, this,
                [this, request] { exportPicture(request); });
        connect(menu.addAction(tr("Copy Picture of %1").arg(name)), &QAction::triggered, this,
                [this, request] { copyPicture(request); });
        m_window.copies().addTo(menu, matrix);
        menu.addSeparator();
    }
    addHideActions(menu, m_window.board(), matrix);
    menu.addSeparator();
    for (const char* id : {"file.exportBoard", "edit.copyBoard", "edit.number"})
        menu.addAction(m_window.findChild<QAction*>(QLatin1String(id)));
    m_window.tables().addTo(menu, matrix);
    menu.exec(globalPosition);
}

QString PictureCommands::scenarioName() const
{
    QString name = m_window.files().documentName();
    if (name.endsWith(QLatin1String(".json")))
        name.chop(5);
    return name;
}

QString PictureCommands::fileName(const PictureRequest& request) const
{
    QString name = batchStem(scenarioName());
    const QString what = pictureName(request, m_window.document().scenario());
    if (!what.isEmpty())
        name += QLatin1Char(' ') + what;
    return name + QLatin1Char('.') + request.format;
}

bool PictureCommands::refused(const PictureRequest& request)
{
    if (request.kind == PictureKind::Plot)
        return false;
    if (m_window.document().hiddenMistake()) {
        emit said(tr("Detective: a picture would carry the hidden mistake. End the search first"));
        return true;
    }
    if (!m_window.document().trace() || m_window.document().isComputing()) {
        emit said(tr("The numbers are still being computed: take the picture when they are there"));
        return true;
    }
    return false;
}

void PictureCommands::exportPicture(const PictureRequest& request)
{
    if (refused(request))
        return;
    const PictureSource made = source();
    if (!makePicture(request, made)) {
        emit said(tr("This matrix has no picture of its own: export the board"));
        return;
    }
    auto* dialog = new ExportDialog(request, made, m_window.column().pins().cells(),
                                    m_window.board().theme(), &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::saveWanted, this, [this, dialog] { save(*dialog); });
    connect(dialog, &ExportDialog::copyWanted, this, [this, dialog] { copy(*dialog); });
    connect(dialog, &ExportDialog::commandWanted, this, [this, dialog] { copyCommand(*dialog); });
    dialog->open();
}

void PictureCommands::save(ExportDialog& dialog)
{
    PictureRequest request = dialog.request();
    const QString folder = QSettings().value(folderKey, QDir::homePath()).toString();
    QStringList filters;
    for (const ImageFormat& format : imageFormats()) {
        const QString filter = QStringLiteral("%1 (*.%2)")
                                   .arg(QCoreApplication::translate("picture", format.name),
                                        QLatin1String(format.suffix));
        // The chosen one first: that is where a file dialog begins.
        filters.insert(request.format == QLatin1String(format.suffix) ? 0 : filters.size(), filter);
    }
    QString path = Dialogs::instance().saveFile(&dialog, tr("Export Picture"),
                                                QDir(folder).filePath(fileName(request)),
                                                filters.join(QStringLiteral(";;")));
    if (path.isEmpty())
        return;
    if (QFileInfo(path).suffix().isEmpty())
        path += QLatin1Char('.') + request.format;
    if (const auto reason = savePicture(*dialog.figure(), path, pictureOptions(request))) {
        Dialogs::instance().showProblem(&dialog, tr("Not exported"), *reason);
        return;
    }
    request.format = QLatin1String(formatFor(path)->suffix); // what was typed counts
    remember(request, dialog.wantsExplanations());
    QSettings().setValue(folderKey, QFileInfo(path).absolutePath());
    emit said(tr("Written: %1").arg(path));
    dialog.accept();
}

void PictureCommands::copy(ExportDialog& dialog)
{
    ui::copyPicture(*dialog.figure(), pictureOptions(dialog.request()));
    remember(dialog.request(), dialog.wantsExplanations());
    emit said(tr("Copied: %1").arg(dialog.figure()->title()));
    dialog.accept();
}

void PictureCommands::copyCommand(ExportDialog& dialog)
{
    const PictureRequest& request = dialog.request();
    const QString file = m_window.files().source();
    if (file.isEmpty() || m_window.document().isModified()) {
        dialog.say(tr("Save the scenario first: the command reads it from its file"));
        return;
    }
    QStringList words = {QStringLiteral("attention-lab"), QStringLiteral("export"), file};
    if (request.kind == PictureKind::Compare) {
        const QString other = m_window.compare().comparison().source();
        if (other.isEmpty()) {
            dialog.say(tr("A was pinned here: save it as a file, and compare with that"));
            return;
        }
        words << QStringLiteral("--compare") << other;
    }
    words << commandWords(request, m_window.document().scenario()) << QStringLiteral("-o")
          << fileName(request);
    QGuiApplication::clipboard()->setText(shellQuoted(words));
    remember(request, dialog.wantsExplanations());
    const auto ofMean = [](const CellRef& cell) { return cell.matrix.head == meanOfHeads; };
    const bool cut =
        std::any_of(request.look.explained.begin(), request.look.explained.end(), ofMean);
    dialog.say(!request.look.hidden.isEmpty() && request.kind != PictureKind::Plot
                   ? tr("Copied. What is hidden in the window, the line shows")
               : cut ? tr("Copied. A pin on the mean of the heads is left out")
                     : tr("Copied: a line for a terminal or a script"));
}

void PictureCommands::copyPicture(const PictureRequest& request)
{
    if (refused(request))
        return;
    const std::unique_ptr<Figure> figure = makePicture(request, source());
    if (!figure) {
        emit said(tr("This matrix has no picture of its own: copy the board"));
        return;
    }
    ui::copyPicture(*figure, pictureOptions(request));
    emit said(tr("Copied: %1").arg(figure->title()));
}

std::unique_ptr<QMimeData> PictureCommands::dragged(const MatrixRef& matrix)
{
    PictureRequest request = stageRequest(matrix);
    request.format = QStringLiteral("png");
    if (refused(request))
        return nullptr;
    const std::unique_ptr<Figure> figure = makePicture(request, source());
    if (!figure) {
        emit said(tr("This matrix has no picture of its own: export the board"));
        return nullptr;
    }
    if (!m_draggedFiles)
        m_draggedFiles = std::make_unique<QTemporaryDir>();
    const QString path = m_draggedFiles->filePath(fileName(request));
    if (const auto reason = savePicture(*figure, path, pictureOptions(request))) {
        emit said(*reason);
        return nullptr;
    }
    auto data = std::make_unique<QMimeData>();
    data->setUrls({QUrl::fromLocalFile(path)});
    data->setImageData(QImage(path));
    request.format = QStringLiteral("svg");
    data->setData(QStringLiteral("image/svg+xml"),
                  formatFor(QStringLiteral(".svg"))->render(*figure, pictureOptions(request)));
    return data;
}

void PictureCommands::dragOut(const MatrixRef& matrix)
{
    std::unique_ptr<QMimeData> data = dragged(matrix);
    if (!data)
        return;
    auto* drag = new QDrag(&m_window.board()); // deletes itself
    drag->setPixmap(QPixmap::fromImage(data->imageData().value<QImage>())
                        .scaled(240, 180, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    drag->setMimeData(data.release());
    if (drag->exec(Qt::CopyAction) == Qt::CopyAction)
        emit said(tr("Dropped: a picture of %1").arg(nameOf(stageRequest(matrix).matrix)));
}

void PictureCommands::exportAll()
{
    PictureRequest like;
    like.kind = PictureKind::Stage; // whose title is remembered; the board's is its own
    like.look = figureOptions();
    like = remembered(like);
    if (refused(like))
        return;
    auto* dialog = new BatchDialog(source(), scenarioName(), like, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace attention::ui
