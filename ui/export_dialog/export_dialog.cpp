// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export_dialog/export_dialog.h"

#include "ui/export_dialog/picture_preview.h"
#include "ui/export_dialog/remembered.h"
#include "ui/export_dialog/size_fields.h"
#include "ui/figures/labels.h"
#include "ui/figures/layout_parts.h"

#include <QtCore/QCoreApplication>
#include <QtCore/QScopedValueRollback>
#include <QtWidgets/QCheckBox>
#include <QtWidgets/QComboBox>
#include <QtWidgets/QDialogButtonBox>
#include <QtWidgets/QGridLayout>
#include <QtWidgets/QHBoxLayout>
#include <QtWidgets/QLabel>
#include <QtWidgets/QLineEdit>
#include <QtWidgets/QListWidget>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QScrollArea>
#include <QtWidgets/QScrollBar>
#include <QtWidgets/QSpinBox>
#include <QtWidgets/QVBoxLayout>

#include <algorithm>

namespace attention::ui {

namespace {

constexpr double megapixelsOfSlides = 25; // what presentation programs on the web take

QString words(const char* text)
{
    return QCoreApplication::translate("picture", text);
}

// "Weights", "Queries of the head", "W_q (projection)".
QString wordFor(const MatrixRef& matrix)
{
    if (matrix.field)
        return QStringLiteral("%1: %2").arg(fieldSymbol(*matrix.field), fieldWord(*matrix.field));
    if (matrix.head == meanOfHeads)
        return ExportDialog::tr("Mean weights of all heads");
    QString word = QString::fromUtf8(stageInfo(matrix.stage).title);
    word[0] = word[0].toUpper();
    return word;
}

// The same matrix of another head.
bool isSameButForHead(const MatrixRef& a, const MatrixRef& b)
{
    return a.field == b.field && (a.field || a.stage == b.stage) &&
           (a.head == meanOfHeads) == (b.head == meanOfHeads);
}

template <typename Value>
void fill(QComboBox& box, std::span<const PictureChoice<Value>> choices)
{
    for (const PictureChoice<Value>& choice : choices)
        box.addItem(words(choice.text), static_cast<int>(choice.value));
}

void select(QComboBox& box, int value)
{
    box.setCurrentIndex(std::max(0, box.findData(value)));
}

// What the figure depends on.
PictureRequest contentOf(PictureRequest request)
{
    const PictureRequest usual;
    request.size = usual.size;
    request.theme = usual.theme;
    request.background = usual.background;
    request.textAsText = usual.textAsText;
    request.format = usual.format;
    return request;
}

} // namespace

ExportDialog::ExportDialog(PictureRequest start, PictureSource source, std::vector<CellRef> pins,
                           const Theme& theme, QWidget* parent)
    : QDialog(parent)
    , m_request(std::move(start))
    , m_source(std::move(source))
    , m_pins(std::move(pins))
    , m_theme(theme)
    , m_preview(new PicturePreview(theme, this))
{
    setObjectName(QStringLiteral("exportDialog"));
    setWindowTitle(tr("Export"));
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(16, 16, 16, 12);
    all->setSpacing(12);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(16);
    auto* left = new QVBoxLayout;
    left->setSpacing(8);
    left->addWidget(m_preview, 1);
    left->addWidget(makeBelowPreview());
    columns->addLayout(left, 1);
    // At 200 % or in a low window the controls scroll; the picture and the buttons stay.
    auto* scroll = new QScrollArea(this);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    QWidget* controls = makeControls();
    scroll->setWidget(controls);
    scroll->setWidgetResizable(true);
    columns->addWidget(scroll);
    all->addLayout(columns, 1);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    const auto button = [&](const QString& text, const char* name, const QString& tip) {
        auto* b = new QPushButton(text, this);
        b->setObjectName(QLatin1String(name));
        b->setMinimumHeight(heightOf(32));
        b->setAutoDefault(false);
        b->setToolTip(tip);
        buttons->addWidget(b);
        return b;
    };
    m_command = button(tr("Copy Command L&ine"), "exportCommand",
                       tr("The line that makes exactly this picture in a terminal or a script"));
    buttons->addStretch(1);
    m_copy = button(tr("&Copy"), "exportCopy", tr("Onto the clipboard, for a slide"));
    m_save = button(tr("E&xport…"), "exportSave", tr("Into a file"));
    m_save->setDefault(true);
    QPushButton* close = button(tr("Close"), "exportClose", QString());
    all->addLayout(buttons);
    connect(m_command, &QPushButton::clicked, this, &ExportDialog::commandWanted);
    connect(m_copy, &QPushButton::clicked, this, &ExportDialog::copyWanted);
    connect(m_save, &QPushButton::clicked, this, &ExportDialog::saveWanted);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);

    fillKinds();
    fillStages();
    showRequest();
    kindChanged();
    QSize room(1180, 700);
    if (parent)
        room = room.expandedTo(QSize(qRound(m_theme.base * 60), 0))
                   .boundedTo(parent->window()->size() - QSize(40, 40));
    controls->adjustSize();
    const int whole =
        controls->sizeHint().width() + scroll->verticalScrollBar()->sizeHint().width();
    scroll->setFixedWidth(std::min(whole + 2, room.width() / 2));
    resize(room.expandedTo(minimumSizeHint()));
    m_save->setFocus();
}

ExportDialog::~ExportDialog() = default;

// Of a control, at the size that letters have now.
int ExportDialog::heightOf(int pixels) const
{
    return std::max(pixels, qRound(pixels * m_theme.base / 14));
}

QCheckBox* ExportDialog::check(QGridLayout& grid, int row, const QString& text, const char* name,
                               int columns)
{
    auto* box = new QCheckBox(text, this);
    box->setObjectName(QLatin1String(name));
    box->setMinimumHeight(heightOf(28));
    grid.addWidget(box, row, 0, 1, columns);
    connect(box, &QCheckBox::toggled, this, &ExportDialog::takeFields);
    return box;
}

QComboBox* ExportDialog::choice(QGridLayout& grid, int row, const QString& text, const char* name,
                                const QString& says)
{
    auto* label = new QLabel(text, this);
    auto* box = new QComboBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(says);
    box->setToolTip(says);
    box->setMinimumHeight(heightOf(30));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(16);
    label->setBuddy(box);
    grid.addWidget(label, row, 0);
    grid.addWidget(box, row, 1);
    connect(box, &QComboBox::activated, this, &ExportDialog::takeFields);
    return box;
}

QWidget* ExportDialog::makeControls()
{
    auto* page = new QWidget(this);
    auto* grid = new QGridLayout(page);
    grid->setContentsMargins(0, 0, 8, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(4);
    grid->setColumnStretch(1, 1);
    int row = 0;
    const auto heading = [&](const QString& text) {
        auto* label = new QLabel(text, page);
        label->setFont(m_theme.bold());
        label->setContentsMargins(0, row ? 8 : 0, 0, 0);
        grid->addWidget(label, row++, 0, 1, 2);
    };

    heading(tr("Picture"));
    m_kind = choice(*grid, row++, tr("&What"), "exportKind", tr("What the picture shows"));
    m_matrix = choice(*grid, row, tr("&Matrix"), "exportMatrix", tr("Which matrix"));
    m_matrixWord = qobject_cast<QLabel*>(grid->itemAtPosition(row++, 0)->widget());
    m_head = choice(*grid, row, tr("&Head"), "exportHead", tr("Of which head"));
    m_headWord = qobject_cast<QLabel*>(grid->itemAtPosition(row++, 0)->widget());
    m_stages = new QListWidget(page);
    m_stages->setObjectName(QStringLiteral("exportStages"));
    m_stages->setAccessibleName(tr("Stages in the picture"));
    m_stages->setMaximumHeight(qRound(m_theme.base * 8));
    grid->addWidget(m_stages, row++, 0, 1, 2);
    disconnect(m_kind, &QComboBox::activated, this, nullptr);
    connect(m_kind, &QComboBox::activated, this, &ExportDialog::kindChanged);
    connect(m_stages, &QListWidget::itemChanged, this, &ExportDialog::takeFields);

    heading(tr("Show"));
    m_title = check(*grid, row, tr("&Title"), "exportTitle", 1);
    m_titleText = new QLineEdit(page);
    m_titleText->setObjectName(QStringLiteral("exportTitleText"));
    m_titleText->setAccessibleName(tr("Title of the picture"));
    m_titleText->setMinimumHeight(heightOf(28));
    m_titleText->setMaxLength(300);
    grid->addWidget(m_titleText, row++, 1);
    connect(m_titleText, &QLineEdit::textEdited, this, &ExportDialog::takeFields);
    m_formula = check(*grid, row++, tr("&Formula and shape"), "exportFormula");
    m_values = check(*grid, row, tr("&Numbers"), "exportValues", 1);
    m_decimals = new QSpinBox(page);
    m_decimals->setObjectName(QStringLiteral("exportDecimals"));
    m_decimals->setAccessibleName(tr("Decimals of the numbers"));
    m_decimals->setRange(0, 6);
    m_decimals->setMinimumHeight(heightOf(28));
    m_decimals->setSuffix(tr(" decimals"));
    grid->addWidget(m_decimals, row++, 1);
    connect(m_decimals, &QSpinBox::valueChanged, this, &ExportDialog::takeFields);
    m_labels = check(*grid, row++, tr("Labels of &rows and columns"), "exportLabels");
    m_bar = check(*grid, row++, tr("Colour &bar"), "exportBar");
    m_explanations = check(*grid, row++, tr("&Pinned explanations"), "exportExplanations");

    heading(tr("Look"));
    m_themes = choice(*grid, row++, tr("Th&eme"), "exportTheme",
                      tr("Colours of the picture, whatever those of the window are"));
    m_background = choice(*grid, row++, tr("Back&ground"), "exportBackground",
                          tr("What stands behind the picture"));
    m_palette = choice(*grid, row++, tr("Pa&lette"), "exportPalette", tr("Fills of the cells"));
    m_range = choice(*grid, row++, tr("Colo&urs"), "exportRange",
                     tr("Whose numbers share their colours; the bar says how far they reach"));
    m_transposed = check(*grid, row++, tr("&Queries in columns"), "exportTransposed");
    grid->setRowStretch(row, 1);

    fill(*m_themes, themeChoices());
    fill(*m_background, backgroundChoices());
    fill(*m_range, rangeChoices());
    constexpr const char* palettes[] = {QT_TR_NOOP("Slate–Ochre and Plum"),
                                        QT_TR_NOOP("Viridis"),
                                        QT_TR_NOOP("Cividis"),
                                        QT_TR_NOOP("Magma"),
                                        QT_TR_NOOP("Grey"),
                                        QT_TR_NOOP("Red–Blue")};
    for (std::size_t i = 0; i < paletteChoices().size(); ++i)
        m_palette->addItem(i < std::size(palettes) ? tr(palettes[i])
                                                   : QString::fromUtf8(paletteChoices()[i].id),
                           static_cast<int>(i));
    return page;
}

QWidget* ExportDialog::makeBelowPreview()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    m_size = new SizeFields(m_theme, page);
    column->addWidget(m_size);
    connect(m_size, &SizeFields::changed, this, &ExportDialog::takeFields);

    QHBoxLayout& row = m_size->firstRow();
    auto* label = new QLabel(tr("F&ormat"), page);
    m_format = new QComboBox(page);
    m_format->setObjectName(QStringLiteral("exportFormat"));
    m_format->setAccessibleName(tr("Format of the file"));
    m_format->setMinimumHeight(heightOf(30));
    for (const ImageFormat& format : imageFormats())
        m_format->addItem(words(format.name), QLatin1String(format.suffix));
    label->setBuddy(m_format);
    row.addWidget(label);
    row.addWidget(m_format);
    m_textAsText = new QCheckBox(tr("Text a&s text"), page);
    m_textAsText->setObjectName(QStringLiteral("exportTextAsText"));
    m_textAsText->setToolTip(tr("Letters stay text that can be edited, in a font that the reader "
                                "needs; else they are outlines, alike everywhere"));
    row.addWidget(m_textAsText);
    connect(m_format, &QComboBox::activated, this, &ExportDialog::takeFields);
    connect(m_textAsText, &QCheckBox::toggled, this, &ExportDialog::takeFields);

    m_verdict = new QLabel(page);
    m_verdict->setObjectName(QStringLiteral("exportVerdict"));
    m_verdict->setTextFormat(Qt::PlainText);
    m_verdict->setWordWrap(true);
    m_verdict->setMinimumHeight(2 * QFontMetrics(m_theme.body()).height());
    m_verdict->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    column->addWidget(m_verdict);
    return page;
}

void ExportDialog::fillKinds()
{
    for (const PictureKindRow& row : pictureKinds()) {
        if (row.kind == PictureKind::Plot) {
            for (const PlotRow& plot : plotTable()) {
                m_kinds.push_back({row.kind, plot.lab});
                m_kind->addItem(QCoreApplication::translate("Pictures", plot.title));
            }
            continue;
        }
        if (!m_source.trace || (row.kind == PictureKind::Compare && !m_source.a.trace) ||
            (row.kind == PictureKind::Heads && m_source.scenario->heads < 2))
            continue;
        m_kinds.push_back({row.kind, {}});
        m_kind->addItem(words(row.text));
    }
    for (int head = 1; head <= m_source.scenario->heads; ++head)
        m_head->addItem(tr("Head %1").arg(head));
}

void ExportDialog::fillStages()
{
    if (!m_source.trace)
        return;
    const QScopedValueRollback<bool> showing(m_showing, true);
    const std::vector<MatrixRef> telling = tellingStages(*m_source.trace, m_request.head);
    for (const StageInfo& info : stageTable()) {
        const auto is = [&](const Stage& stage) { return stage.id == info.id; };
        if (std::none_of(m_source.trace->stages.begin(), m_source.trace->stages.end(), is))
            continue;
        auto* item = new QListWidgetItem(wordFor({std::nullopt, info.id, -1}), m_stages);
        item->setData(Qt::UserRole, static_cast<int>(info.id));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        const bool in = m_request.stages.empty()
                            ? std::any_of(telling.begin(), telling.end(),
                                          [&](const MatrixRef& m) { return m.stage == info.id; })
                            : std::find(m_request.stages.begin(), m_request.stages.end(),
                                        info.id) != m_request.stages.end();
        item->setCheckState(in ? Qt::Checked : Qt::Unchecked);
    }
}

// What there is of the kind that is chosen; the matrix that was chosen stays where it can.
void ExportDialog::fillMatrices()
{
    const QScopedValueRollback<bool> showing(m_showing, true);
    const PictureKind kind = m_request.kind;
    const Scenario& s = *m_source.scenario;
    m_matrices.clear();
    m_matrix->clear();
    const auto add = [&](const MatrixRef& matrix) {
        const bool there = std::any_of(m_matrices.begin(), m_matrices.end(),
                                       [&](const auto& m) { return isSameButForHead(m, matrix); });
        if (!there)
            m_matrices.push_back(matrix);
    };
    std::vector<const Trace*> traces = {m_source.trace.get()};
    if (kind == PictureKind::Compare)
        traces.push_back(m_source.a.trace.get()); // the same, as long as nothing changed
    for (const Trace* trace : traces) {
        if (!trace)
            continue;
        for (const StageInfo& info : stageTable())
            for (const Stage& stage : trace->stages)
                if (stage.id == info.id && (kind != PictureKind::Heads || info.perHead))
                    add({std::nullopt, stage.id, info.perHead ? 0 : -1});
    }
    if (kind == PictureKind::Stage && s.heads > 1)
        add({std::nullopt, StageId::Weights, meanOfHeads});
    for (int i = 0; i < matrixFieldCount && kind != PictureKind::Heads; ++i) {
        const auto field = static_cast<MatrixField>(i);
        const bool isStage = field == MatrixField::X || field == MatrixField::ContextX;
        const bool there = std::any_of(traces.begin(), traces.end(), [&](const Trace* trace) {
            const MatrixPtr* held = trace ? matrixIn(*trace->scenario, field) : nullptr;
            return held && *held;
        });
        const MatrixRef ref{field, {}, -1};
        if ((there && !isStage) || ref == m_request.matrix)
            add(ref);
    }
    int chosen = -1, weights = 0;
    for (std::size_t i = 0; i < m_matrices.size(); ++i) {
        m_matrix->addItem(wordFor(m_matrices[i]));
        if (isSameButForHead(m_matrices[i], m_request.matrix))
            chosen = static_cast<int>(i);
        if (isSameButForHead(m_matrices[i], {std::nullopt, StageId::Weights, 0}))
            weights = static_cast<int>(i); // what is usually meant
    }
    m_matrix->setCurrentIndex(chosen < 0 ? weights : chosen);
}

void ExportDialog::showRequest()
{
    const QScopedValueRollback<bool> showing(m_showing, true);
    for (std::size_t i = 0; i < m_kinds.size(); ++i)
        if (m_kinds[i].kind == m_request.kind &&
            (m_kinds[i].kind != PictureKind::Plot || m_kinds[i].plot == m_request.plot))
            m_kind->setCurrentIndex(static_cast<int>(i));
    const bool ofHead =
        m_request.kind == PictureKind::Stage || m_request.kind == PictureKind::Compare;
    m_head->setCurrentIndex(
        std::max(0, ofHead && m_request.matrix.head >= 0 ? m_request.matrix.head : m_request.head));
    const FigureOptions& look = m_request.look;
    const bool own = look.parts.title && !look.parts.title->isEmpty();
    m_title->setChecked(m_request.kind == PictureKind::Board ? own : !look.parts.title || own);
    m_titleText->setText(own ? *look.parts.title : QString());
    m_formula->setChecked(look.parts.formula);
    m_values->setChecked(look.values);
    m_decimals->setValue(look.decimals);
    m_labels->setChecked(look.parts.labels);
    m_bar->setChecked(look.parts.bar);
    m_explanations->setChecked(!look.explained.empty() || m_pins.empty());
    select(*m_themes, static_cast<int>(m_request.theme));
    select(*m_background, static_cast<int>(m_request.background));
    const auto* palettes = paletteChoices().data();
    select(*m_palette, look.palette ? static_cast<int>(look.palette - palettes) : 0);
    select(*m_range, static_cast<int>(look.range));
    m_transposed->setChecked(look.transposed);
    m_format->setCurrentIndex(std::max(0, m_format->findData(m_request.format)));
    m_textAsText->setChecked(m_request.textAsText);
    m_size->setSize(m_request.size);
}

std::optional<bool> ExportDialog::wantsExplanations() const
{
    return m_pins.empty() ? std::nullopt : std::optional(m_explanations->isChecked());
}

void ExportDialog::kindChanged()
{
    const Shown& shown = m_kinds[static_cast<std::size_t>(std::max(0, m_kind->currentIndex()))];
    if (shown.kind != m_request.kind) {
        // A board has a title where somebody gives it one, everything else unless it is taken away.
        const QScopedValueRollback<bool> showing(m_showing, true);
        const bool was = m_request.kind == PictureKind::Board;
        const bool is = shown.kind == PictureKind::Board;
        if (was != is && m_titleText->text().isEmpty())
            m_title->setChecked(!is && titleIsRemembered());
    }
    m_request.kind = shown.kind;
    if (shown.kind == PictureKind::Plot)
        m_request.plot = shown.plot;
    fillMatrices();
    takeFields();
}

void ExportDialog::takeFields()
{
    if (m_showing)
        return;
    PictureRequest& r = m_request;
    const int head = std::max(0, m_head->currentIndex());
    r.head = head;
    if (r.hasPart(MatrixPart) && m_matrix->currentIndex() >= 0) {
        r.matrix = m_matrices[static_cast<std::size_t>(m_matrix->currentIndex())];
        if (r.matrix.head >= 0)
            r.matrix.head = head;
    }
    r.stages.clear();
    if (r.kind == PictureKind::Strip || r.kind == PictureKind::Sheet) {
        for (int i = 0; i < m_stages->count(); ++i)
            if (m_stages->item(i)->checkState() == Qt::Checked)
                r.stages.push_back(
                    static_cast<StageId>(m_stages->item(i)->data(Qt::UserRole).toInt()));
        std::vector<StageId> telling;
        for (const MatrixRef& matrix : tellingStages(*m_source.trace, head))
            telling.push_back(matrix.stage);
        if (r.stages == telling)
            r.stages.clear(); // said in one word
        else if (r.stages.empty())
            r.stages = {StageId::Weights};
    }

    FigureParts& parts = r.look.parts;
    const QString own = m_titleText->text();
    const bool board = r.kind == PictureKind::Board;
    if (!m_title->isChecked())
        parts.title = board ? std::nullopt : std::optional(QString());
    else if (!own.isEmpty())
        parts.title = own;
    else
        parts.title =
            board ? std::optional(QString::fromStdString(m_source.scenario->title)) : std::nullopt;
    parts.formula = m_formula->isChecked();
    parts.labels = m_labels->isChecked();
    parts.bar = m_bar->isChecked();
    r.look.values = m_values->isChecked();
    r.look.decimals = m_decimals->value();
    r.look.palette = &paletteChoices()[static_cast<std::size_t>(m_palette->currentData().toInt())];
    r.look.range = static_cast<ColourRange>(m_range->currentData().toInt());
    r.look.transposed = m_transposed->isChecked();
    r.look.explained.clear();
    if (r.hasPart(ExplanationsPart) && m_explanations->isChecked()) {
        const std::vector<MatrixRef> shown = matricesOf(r, *m_source.trace);
        std::copy_if(m_pins.begin(), m_pins.end(), std::back_inserter(r.look.explained),
                     [&](const CellRef& cell) {
                         return std::find(shown.begin(), shown.end(), cell.matrix) != shown.end();
                     });
    }

    r.theme = static_cast<ThemeKind>(m_themes->currentData().toInt());
    r.background = static_cast<Background>(m_background->currentData().toInt());
    r.format = m_format->currentData().toString();
    r.textAsText = m_textAsText->isChecked();
    r.size = m_size->size();
    refresh();
}

void ExportDialog::refresh()
{
    const PictureRequest content = contentOf(m_request);
    if (m_made != content) {
        m_made = content;
        m_figure = makePicture(m_request, m_source);
    }
    const PictureOptions options = pictureOptions(m_request);
    m_preview->show(m_figure, options);

    const bool board = m_request.kind == PictureKind::Board;
    const bool strip = m_request.kind == PictureKind::Strip || m_request.kind == PictureKind::Sheet;
    const bool oneHead = m_source.scenario->heads > 1 && m_request.hasPart(HeadPart) &&
                         (!m_request.hasPart(MatrixPart) || m_request.matrix.head >= 0);
    for (QWidget* w : {static_cast<QWidget*>(m_matrix), static_cast<QWidget*>(m_matrixWord)})
        w->setVisible(m_request.hasPart(MatrixPart));
    for (QWidget* w : {static_cast<QWidget*>(m_head), static_cast<QWidget*>(m_headWord)})
        w->setVisible(oneHead);
    m_stages->setVisible(strip);
    m_titleText->setEnabled(m_title->isChecked());
    m_titleText->setPlaceholderText(board ? QString::fromStdString(m_source.scenario->title)
                                    : m_figure && m_title->isChecked() ? m_figure->title()
                                                                       : QString());
    m_formula->setEnabled(m_request.hasPart(FormulaPart));
    m_values->setEnabled(m_request.hasPart(NumbersPart));
    m_decimals->setEnabled(m_request.hasPart(NumbersPart) && m_values->isChecked());
    m_labels->setEnabled(m_request.hasPart(LabelsPart));
    m_bar->setEnabled(m_request.hasPart(BarPart));
    m_explanations->setEnabled(m_request.hasPart(ExplanationsPart) && !m_pins.empty());
    m_palette->setEnabled(m_request.hasPart(PalettePart));
    m_range->setEnabled(m_request.hasPart(RangePart));
    m_transposed->setEnabled(m_request.hasPart(TurnPart));
    m_textAsText->setVisible(m_request.format == QLatin1String("svg"));

    std::optional<QString> problem = m_size->problem();
    if (!problem)
        problem = requestProblem(m_request);
    if (!problem && !m_figure)
        problem = tr("There is no such picture here");
    const bool possible = !problem;
    QString verdict;
    bool warns = false;
    if (problem) {
        verdict = *problem;
    } else {
        const QSize pixels = options.pixels();
        const double megapixels = 1e-6 * pixels.width() * pixels.height();
        const QSizeF cm = options.size * (2.54 / 96);
        verdict = tr("%1 × %2 pixels, %3 megapixels, %4 × %5 cm at %6 dpi")
                      .arg(pixels.width())
                      .arg(pixels.height())
                      .arg(megapixels, 0, 'f', megapixels < 10 ? 1 : 0)
                      .arg(cm.width(), 0, 'f', 1)
                      .arg(cm.height(), 0, 'f', 1)
                      .arg(qRound(options.dpi()));
        warns = megapixels > megapixelsOfSlides;
        if (warns)
            verdict += tr(". Some programs for slides take no more than %1 megapixels")
                           .arg(megapixelsOfSlides);
    }
    m_verdict->setText(verdict);
    QPalette palette = m_verdict->palette();
    palette.setColor(QPalette::WindowText, problem || warns ? m_theme.broken : m_theme.secondary);
    m_verdict->setPalette(palette);
    m_save->setEnabled(possible);
    m_copy->setEnabled(possible);
    m_command->setEnabled(possible);
}

void ExportDialog::say(const QString& sentence)
{
    m_verdict->setText(sentence);
    QPalette palette = m_verdict->palette();
    palette.setColor(QPalette::WindowText, m_theme.text);
    m_verdict->setPalette(palette);
}

} // namespace attention::ui
