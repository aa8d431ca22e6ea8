// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/main_window.h"

#include "ui/actions.h"
#include "ui/checks/checks_bar.h"
#include "ui/checks/detective_bar.h"
#include "ui/compare/compare_view.h"
#include "ui/copy_commands.h"
#include "ui/dialogs/dialogs.h"
#include "ui/document/document.h"
#include "ui/editors/mask_bar.h"
#include "ui/editors/mask_painter.h"
#include "ui/explain/right_column.h"
#include "ui/figures/make_figure.h"
#include "ui/file_commands.h"
#include "ui/labs/memory_panel.h"
#include "ui/labs/scaling_panel.h"
#include "ui/picture_commands.h"
#include "ui/present/present_panel.h"
#include "ui/present/presenter.h"
#include "ui/rail.h"
#include "ui/table_commands.h"
#include "ui/top_bar.h"
#include "ui/tour/first_minute.h"
#include "ui/tour/start_here.h"

#include <QtCore/QMimeData>
#include <QtCore/QSettings>
#include <QtGui/QDragEnterEvent>
#include <QtGui/QKeyEvent>
#include <QtWidgets/QApplication>
#include <QtWidgets/QMenu>
#include <QtWidgets/QMenuBar>
#include <QtWidgets/QStackedWidget>
#include <QtWidgets/QToolButton>
#include <QtWidgets/QVBoxLayout>

namespace attention::ui {

MainWindow::MainWindow(Document& document, QWidget* parent)
    : QMainWindow(parent)
    , m_document(document)
    , m_files(new FileCommands(document, this))
    , m_pictures(new PictureCommands(*this))
    , m_copies(new CopyCommands(*this))
    , m_tables(new TableCommands(*this))
    , m_theme(Theme::make(ThemeKind::Light))
{
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    m_pages = new QStackedWidget(this);
    m_pages->setObjectName(QStringLiteral("pages"));
    m_board = new BoardView(m_document, this);
    m_pages->addWidget(m_board);
    m_column = new RightColumn(m_document, *m_board, this);
    m_compare = new CompareView(m_document, *m_board, this);
    m_pages->addWidget(m_compare);
    makeActions(*this);
    makeRegions();
    connect(m_board, &BoardView::selectionChanged, this, &MainWindow::updateStatus);
    connect(m_board, &BoardView::optionsChanged, this, [this] {
        m_checks->setMeasured(m_board->options().hidden.isEmpty());
        updateActions(*this);
        updateStatus();
    });
    connect(m_board, &BoardView::problem, m_checks, &ChecksBar::setStatus);
    connect(m_board, &BoardView::menuRequested, m_pictures, &PictureCommands::showMenu);
    connect(m_board, &BoardView::dragRequested, m_pictures, &PictureCommands::dragOut);
    connect(m_pictures, &PictureCommands::said, m_checks, &ChecksBar::setStatus);
    connect(m_copies, &CopyCommands::said, m_checks, &ChecksBar::setStatus);
    connect(m_column, &RightColumn::said, m_checks, &ChecksBar::setStatus);
    connect(m_column, &RightColumn::openChanged, this, [this] { updateActions(*this); });
    connect(m_board, &BoardView::tableRequested, m_tables, &TableCommands::open);
    connect(m_board, &BoardView::tokenMenuRequested, m_tables, &TableCommands::showTokenMenu);
    connect(m_tables, &TableCommands::said, m_checks, &ChecksBar::setStatus);
    connect(m_compare, &CompareView::shownChanged, this, [this] { setPlace(Place::Board); });
    connect(m_checks, &ChecksBar::offends, m_board, &BoardView::ask);
    connect(m_checks, &ChecksBar::checked, this, [this] {
        if (!m_checks->effects().each.empty())
            m_board->setEffects(m_checks->effects());
    });
    connect(&m_document, &Document::modifiedChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::scenarioChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::traceChanged, this, &MainWindow::updateStatus);
    connect(&m_document, &Document::pathChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::loaded, this, &MainWindow::viewFromScenario);
    connect(&m_document, &Document::computingChanged, this, [this](bool computing) {
        computing ? m_checks->setStatus(tr("computing …  (Esc stops)")) : updateStatus();
    });
    connect(m_files, &FileCommands::aboutToSave, this, &MainWindow::viewIntoScenario);
    setMinimumSize(720, 460);
    applyTheme();
    updateTitle();
    viewFromScenario();
    m_board->setFocus();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeRegions()
{
    auto* central = new QWidget(this);
    auto* column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const auto action = [this](const char* id) { return findChild<QAction*>(QLatin1String(id)); };
    auto* examples = menuBar()->findChild<QMenu*>(QStringLiteral("file.examples"));
    auto* comparing = menuBar()->findChild<QMenu*>(QStringLiteral("/View/Compare"));
    m_topBar = new TopBar(m_document, action("edit.undo"), action("edit.redo"), examples, comparing,
                          action("view.present"), action("file.exportBoard"), central);
    column->addWidget(m_topBar);
    column->addWidget(
        new MaskBar(m_document, m_board->maskPainter(), action("mask.emptyRows"), central));
    auto* detective = new DetectiveBar(m_document, *m_board, central);
    column->addWidget(detective);

    auto* middle = new QHBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    m_rail = new Rail(central);
    connect(m_rail, &Rail::chosen, this, &MainWindow::setPlace);
    middle->addWidget(m_rail);
    middle->addWidget(m_pages, 1);
    m_presenter = new Presenter(m_document, *m_board, *this);
    connect(m_presenter, &Presenter::textSizeChanged, this, &MainWindow::applyTheme);
    middle->addWidget(m_presenter->panel());
    middle->addWidget(m_column);
    column->addLayout(middle, 1);
    m_checks = new ChecksBar(m_document, central);
    column->addWidget(m_checks);
    setCentralWidget(central);
    m_firstMinute = new FirstMinute(*this);
    middle->addWidget(m_firstMinute->lines());
    connect(detective, &DetectiveBar::said, m_checks, &ChecksBar::setStatus);
    const auto follow = [this] { updateActions(*this); };
    connect(&m_document, &Document::hiddenMistakeChanged, this, follow);
    connect(&m_board->maskPainter(), &MaskPainter::switched, this, follow);
}

Place MainWindow::place() const
{
    const QWidget* page = m_pages->currentWidget();
    if (m_scaling && page == m_scaling)
        return Place::Scaling;
    return m_memory && page == m_memory ? Place::Memory : Place::Board;
}

void MainWindow::setPlace(Place place)
{
    // The labs are made when somebody first goes there: a start does not pay for them.
    if (place == Place::Scaling && !m_scaling) {
        m_scaling = new ScalingPanel(m_document, this);
        m_scaling->setTheme(m_theme);
        m_pages->addWidget(m_scaling);
    }
    if (place == Place::Memory && !m_memory) {
        m_memory = new MemoryPanel(m_document, this);
        m_memory->setTheme(m_theme);
        m_pages->addWidget(m_memory);
    }
    QWidget* page = m_compare->isShown() ? static_cast<QWidget*>(m_compare) : m_board;
    if (place == Place::Scaling)
        page = m_scaling;
    else if (place == Place::Memory)
        page = m_memory;
    m_pages->setCurrentWidget(page);
    m_rail->setPlace(place);
    m_presenter->setBoardShown(place == Place::Board);
    m_checks->setSentences(place == Place::Board);
    m_topBar->setBoardShown(place == Place::Board);
    m_column->setAside(m_presenting || place != Place::Board);
    updateActions(*this);
    updateStatus();
}

void MainWindow::setThemeChoice(const QString& choice)
{
    m_themeChoice = choice;
    applyTheme();
    updateActions(*this);
}

void MainWindow::setZoom(qreal zoom)
{
    m_zoom = std::clamp(zoom, 0.7, 2.0);
    applyTheme();
}

void MainWindow::applyTheme()
{
    const bool dark = m_themeChoice == QLatin1String("dark") ||
                      (m_themeChoice == QLatin1String("system") && m_systemDark);
    const ThemeKind kind = m_themeChoice == QLatin1String("projector") ? ThemeKind::Projector
                           : dark                                      ? ThemeKind::Dark
                                                                       : ThemeKind::Light;
    m_theme = Theme::make(
        kind, m_presenting ? m_presenter->textSize(height()) * std::max(1.0, m_zoom) : 14 * m_zoom);
    qApp->setPalette(m_theme.widgetPalette());
    qApp->setFont(m_theme.body());
    setStyleSheet(m_theme.styleSheet());
    m_board->setTheme(m_theme);
    m_compare->setTheme(m_theme);
    m_topBar->setTheme(m_theme);
    m_checks->setTheme(m_theme);
    m_rail->setTheme(m_theme, m_zoom);
    m_presenter->setTheme(m_theme);
    m_firstMinute->setTheme(m_theme);
    m_column->setTheme(m_theme);
    if (m_scaling)
        m_scaling->setTheme(m_theme);
    if (m_memory)
        m_memory->setTheme(m_theme);
}

bool MainWindow::event(QEvent* event)
{
    // The desktop became dark or light. A change of our own palette brings no such event.
    if (event->type() == QEvent::ThemeChange) {
        m_systemDark = systemIsDark();
        applyTheme();
    }
    return QMainWindow::event(event);
}

void MainWindow::setPresenting(bool presenting)
{
    if (presenting == m_presenting)
        return;
    m_presenting = presenting;
    m_firstMinute->finish(); // before all else goes
    menuBar()->setVisible(!presenting);
    m_topBar->setVisible(!presenting);
    m_rail->setVisible(!presenting);
    m_checks->setVisible(!presenting);
    m_column->setAside(presenting || place() != Place::Board);
    setWindowState(presenting ? windowState() | Qt::WindowFullScreen
                              : windowState() & ~Qt::WindowFullScreen);
    m_presenter->setOn(presenting);
    applyTheme();
    updateActions(*this);
    m_pages->currentWidget()->setFocus();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_presenting)
        applyTheme(); // text follows the height of the screen
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        if (m_document.isComputing())
            m_document.cancelComputation();
        else if (m_firstMinute->isOpen())
            m_firstMinute->finish();
        else if (m_board->maskPainter().isOn())
            m_board->maskPainter().setOn(false);
        else if (m_presenting)
            setPresenting(false);
        return;
    }
    QMainWindow::keyPressEvent(event);
}

void MainWindow::updateTitle()
{
    QString name = m_files->documentName();
    name.replace(QLatin1String("[*]"), QLatin1String("[*][*]")); // meant as it is
    setWindowTitle(name + QLatin1String("[*]"));
    setWindowFilePath(m_document.path());
    setWindowModified(m_document.isModified());
}

void MainWindow::updateStatus()
{
    const std::optional<CellRef>& asked = m_board->selection().asked();
    m_checks->setStatus(asked && place() == Place::Board ? m_board->sentenceOf(*asked) : QString());
}

void MainWindow::viewFromScenario()
{
    const View& view = m_document.scenario().view;
    Selection selection;
    selection.head = view.head.value_or(0);
    selection.focus = StageId::Weights;
    if (view.stage)
        if (const StageInfo* stage = findStage(*view.stage))
            selection.focus = stage->id;
    BoardOptions options = m_board->options();
    options.decimals = view.decimals.value_or(3);
    options.range = rangeOf(view);
    options.transposed = view.transposed.value_or(false);
    options.palette = findPaletteChoice(view.palette.value_or(std::string()));
    options.hidden.revealAll();
    BoardFolds folds; // what a person likes to see stays, what was opened in another scenario not
    folds.sums = options.sums;
    folds.namesQkv = options.namesQkv;
    folds.form = options.form;
    static_cast<BoardFolds&>(options) = folds;
    m_board->setOptions(options);
    // A number is asked from the start, so that the board begins with a story.
    if (m_document.isComputing()) // the trace that is there is another's
        connect(&m_document, &Document::traceChanged, this, &MainWindow::viewFromScenario,
                Qt::SingleShotConnection);
    else if (const TracePtr trace = m_document.trace())
        selection.pinned = storyCell(*trace, std::min(selection.head, trace->scenario->heads - 1));
    m_board->setSelection(selection);
    setPlace(placeNamed(view.place.value_or("board")).value_or(Place::Board));
}

void MainWindow::viewIntoScenario()
{
    View view = m_document.scenario().view;
    view.place = placeName(place());
    view.stage = std::string(stageInfo(m_board->selection().focus).name);
    view.head = m_board->selection().head;
    view.decimals = m_board->options().decimals;
    view.sharedRange = sharedRange(m_board->options().range);
    view.transposed = m_board->options().transposed;
    if (const PaletteChoice* palette = m_board->options().palette)
        view.palette = std::string(palette->id);
    else
        view.palette.reset();
    m_document.setView(view);
}

std::unique_ptr<Figure> MainWindow::labPicture() const
{
    switch (place()) {
    case Place::Scaling:
        return m_scaling->figure();
    case Place::Memory:
        return m_memory->figure();
    case Place::Board:
        break;
    }
    return nullptr;
}

void MainWindow::showAbout()
{
    Dialogs::instance().showText(this, tr("About Attention Lab"),
                                 tr("Attention Lab %1\n\nSelf-attention that can be "
                                    "touched.\n\nFree software under the GNU General Public "
                                    "License, version 3 or later.\nQt, QCustomPlot, Eigen, JSON "
                                    "for Modern C++, Boost, DejaVu fonts.")
                                     .arg(QCoreApplication::applicationVersion()));
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files->mayClose()) {
        event->ignore();
        return;
    }
    if (!m_presenting && !isFullScreen())
        QSettings().setValue(QStringLiteral("geometry"), saveGeometry());
    event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    // Not a picture that is pulled out of this window.
    if (!event->source() && event->mimeData()->urls().size() == 1 &&
        event->mimeData()->urls().front().isLocalFile())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_files->openPath(event->mimeData()->urls().front().toLocalFile());
}

} // namespace attention::ui
