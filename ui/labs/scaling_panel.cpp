// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/scaling_panel.h"

#include "core/labs/units.h"
#include "ui/document/document.h"
#include "ui/labs/plot_view.h"
#include "ui/labs/words_box.h"

#include <QtCore/QMetaObject>
#include <QtCore/QRegularExpression>
#include <QtCore/QSignalBlocker>
#include <QtCore/QTimer>
#include <QtWidgets/QBoxLayout>
#include <QtWidgets/QHeaderView>
#include <QtWidgets/QPushButton>
#include <QtWidgets/QTableWidget>

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

// About what two cores draw in five seconds.
constexpr std::int64_t drawsWorthWaiting = 2'000'000'000;

QString qstring(const std::string& text)
{
    return QString::fromStdString(text);
}

std::variant<Scenario, QString> changed(const Scenario& scenario, const ScalingParameters& scaling)
{
    if (const auto problem = validate(scaling)) {
        QString reason = qstring(english(problem->message));
        // "labs.scaling.d_k[1]": in a list it matters which one.
        static const QRegularExpression place(QStringLiteral("\\[(\\d+)\\]$"));
        const auto match = place.match(qstring(problem->path));
        if (match.hasMatch())
            reason = ScalingPanel::tr("size %1: %2").arg(match.captured(1).toInt() + 1).arg(reason);
        return reason;
    }
    Scenario after = scenario;
    after.scaling = scaling;
    return after;
}

// What is too large for an int is past every limit.
int asInt(std::int64_t value)
{
    return static_cast<int>(std::clamp<std::int64_t>(value, INT32_MIN, INT32_MAX));
}

std::variant<Scenario, QString> changedSizes(const Scenario& s, const QString& text)
{
    ScalingParameters scaling = s.scaling;
    scaling.d_k.clear();
    static const QRegularExpression separators(QStringLiteral("[,;\\s]+"));
    for (const QString& part : text.split(separators, Qt::SkipEmptyParts)) {
        const auto value = parseWhole(part);
        if (const auto* reason = std::get_if<QString>(&value))
            return ScalingPanel::tr("%1: %2").arg(part, *reason);
        const std::int64_t whole = std::get<std::int64_t>(value);
        scaling.d_k.push_back(asInt(whole));
    }
    return changed(s, scaling);
}

// 1, 2, 5, 10, 20, 50, …: the next one up or down.
int steppedOneTwoFive(int value, int steps)
{
    std::vector<int> ladder;
    for (int power = 1; power <= 1'000'000; power *= 10)
        for (const int factor : {1, 2, 5})
            ladder.push_back(power * factor);
    if (steps > 0)
        return *std::upper_bound(ladder.begin(), ladder.end() - 1, value);
    const auto at = std::lower_bound(ladder.begin(), ladder.end(), value);
    return at == ladder.begin() ? ladder.front() : *(at - 1);
}

Parameter whole(const char* id, const QString& label,
                std::function<std::int64_t(const ScalingParameters&)> get,
                std::function<void(ScalingParameters&, std::int64_t)> set,
                std::function<std::int64_t(const ScalingParameters&, int)> step)
{
    Parameter p;
    p.id = QLatin1String(id);
    p.label = label;
    p.text = [get](const Scenario& s) { return QString::number(get(s.scaling)); };
    p.change = [set](const Scenario& s, const QString& text) -> std::variant<Scenario, QString> {
        const auto value = parseWhole(text);
        if (const auto* reason = std::get_if<QString>(&value))
            return *reason;
        ScalingParameters scaling = s.scaling;
        set(scaling, std::get<std::int64_t>(value));
        return changed(s, scaling);
    };
    p.step = [step](const Scenario& s, int steps) {
        return QString::number(step(s.scaling, steps));
    };
    return p;
}

std::vector<Parameter> parameters()
{
    const auto tr = [](const char* text) { return ScalingPanel::tr(text); };
    using P = ScalingParameters;
    std::vector<Parameter> list(1);
    Parameter& sizes = list.front();
    sizes.id = QStringLiteral("scaling.dk");
    sizes.label = tr("Sizes dₖ");
    sizes.help = tr("Up to 16 lengths of q and k, from 1 to 4096");
    sizes.wide = true;
    sizes.text = [](const Scenario& s) {
        QStringList texts;
        for (const int d_k : s.scaling.d_k)
            texts << QString::number(d_k);
        return texts.join(QStringLiteral(", "));
    };
    sizes.change = changedSizes;

    list.push_back(whole(
        "scaling.samples", tr("Samples a size"), [](const P& p) { return p.samples; },
        [](P& p, std::int64_t value) { p.samples = asInt(value); },
        [](const P& p, int steps) {
            return std::clamp(steppedOneTwoFive(p.samples, steps), 2, maximumScalingSamples);
        }));
    list.push_back(whole(
        "scaling.repeats", tr("Runs"), [](const P& p) { return p.repeats; },
        [](P& p, std::int64_t value) { p.repeats = asInt(value); },
        [](const P& p, int steps) {
            return std::clamp(p.repeats + steps, 1, maximumScalingRepeats);
        }));

    Parameter seed;
    seed.id = QStringLiteral("scaling.seed");
    seed.label = tr("Seed");
    seed.help = tr("The same seed draws the same numbers, on every machine");
    seed.text = [](const Scenario& s) { return QString::number(s.scaling.seed); };
    seed.change = [](const Scenario& s, const QString& text) -> std::variant<Scenario, QString> {
        const auto value = parseWhole(text);
        if (const auto* reason = std::get_if<QString>(&value))
            return *reason;
        if (std::get<std::int64_t>(value) < 0)
            return ScalingPanel::tr("%1, expected a whole number from 0 on").arg(text.trimmed());
        P scaling = s.scaling;
        scaling.seed = static_cast<std::uint64_t>(std::get<std::int64_t>(value));
        return changed(s, scaling);
    };
    seed.step = [](const Scenario& s, int steps) {
        const std::uint64_t now = s.scaling.seed;
        return QString::number(steps > 0 ? now + 1 : now - (now > 0));
    };
    list.push_back(std::move(seed));
    return list;
}

enum Column { Size, Raw, Scaled, columnCount };

} // namespace

ScalingPanel::ScalingPanel(Document& document, QWidget* parent)
    : LabPanel(document, tr("Why divide by √dₖ?"),
               tr("q and k hold dₖ independent numbers of mean 0 and variance 1. Each product "
                  "qᵢ·kᵢ has variance 1, and dₖ of them are added."),
               parameters(), parent)
    , m_table(new QTableWidget(0, columnCount))
    , m_button(new QPushButton)
{
    setObjectName(QStringLiteral("scaling"));
    plot().setObjectName(QStringLiteral("scaling.plot"));

    m_table->setObjectName(QStringLiteral("scaling.table"));
    m_table->setAccessibleName(tr("Variances"));
    m_table->setHorizontalHeaderLabels({tr("dₖ"), tr("var q·k"), tr("var ÷√dₖ")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_table->verticalHeader()->hide();
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    column().addWidget(m_table, 1);
    connect(m_table, &QTableWidget::itemSelectionChanged, this, &ScalingPanel::showSentence);

    m_button->setObjectName(QStringLiteral("scaling.stop"));
    m_button->hide();
    wordsBox().row().addWidget(m_button, 0, Qt::AlignTop);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_drawing)
            stop();
        else
            start(m_runs);
    });

    m_pool.setMaxThreadCount(1); // each run takes all processors
    m_progressTimer.setInterval(40);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        // What is there at once needs neither a bar nor a button.
        wordsBox().setProgress(*m_progress);
        m_button->setText(tr("Stop"));
        m_button->show();
    });
}

ScalingPanel::~ScalingPanel()
{
    m_stop.request_stop();
    m_pool.waitForDone();
}

void ScalingPanel::themeChanged()
{
    const qreal unit = theme().base / 14;
    m_table->setFont(theme().body());
    m_table->horizontalHeader()->setFont(theme().body(12.5 / 14));
    m_table->verticalHeader()->setDefaultSectionSize(qRound(30 * unit));
    m_table->setMinimumHeight(qRound(130 * unit));
    m_table->horizontalHeader()->setStyleSheet(
        QStringLiteral("QHeaderView::section { background: %1; color: %2; border: 0;"
                       " border-bottom: 1px solid %3; padding: %4px 0; }")
            .arg(theme().panel.name(), theme().secondary.name(), theme().border.name())
            .arg(qRound(4 * unit)));
    m_button->setFont(theme().body());
    m_button->setMinimumSize(qRound(72 * unit), qMax(32, qRound(32 * unit)));
}

void ScalingPanel::refresh()
{
    const ScalingParameters& wanted = document().scenario().scaling;
    if (wanted != m_asked || (m_runs.empty() && !m_drawing)) {
        m_asked = wanted;
        start({});
    }
    showRuns();
}

void ScalingPanel::start(std::vector<VarianceRun> runs)
{
    m_stop.request_stop();
    m_stop = std::stop_source();
    m_runs = std::move(runs);
    m_drawing = true;
    m_progress = std::make_shared<std::atomic<double>>(0);
    const int revision = ++m_revision;
    const auto draw = [this, revision, parameters = m_asked,
                       first = static_cast<int>(m_runs.size()), token = m_stop.get_token(),
                       progress = m_progress] {
        for (int repeat = first; repeat < parameters.repeats; ++repeat) {
            const auto run = varianceRun(parameters, repeat, token, 0, [&](double done) {
                *progress = (repeat + done) / parameters.repeats;
            });
            if (!run)
                return;
            // The panel waits for this thread before it goes.
            QMetaObject::invokeMethod(
                this, [this, revision, run = *run] { runFinished(revision, run); },
                Qt::QueuedConnection);
        }
    };
    m_pool.start(draw);
    QTimer::singleShot(250, this, [this, revision] {
        if (m_drawing && revision == m_revision)
            m_progressTimer.start();
    });
}

void ScalingPanel::stop()
{
    m_stop.request_stop();
    ++m_revision; // a run that is on its way comes too late
    m_drawing = false;
    m_progressTimer.stop();
    wordsBox().setProgress(-1);
    m_button->setText(tr("Go on"));
}

void ScalingPanel::runFinished(int revision, const VarianceRun& run)
{
    if (revision != m_revision)
        return;
    m_runs.push_back(run);
    if (m_runs.size() == static_cast<std::size_t>(m_asked.repeats)) {
        m_drawing = false;
        m_progressTimer.stop();
        wordsBox().setProgress(-1);
        m_button->hide();
    }
    m_shown = m_asked;
    m_shownRuns = m_runs;
    showRuns();
    if (!m_drawing)
        emit drawn();
}

void ScalingPanel::showRuns()
{
    if (m_shownRuns.empty()) {
        plot().setFigure(std::make_unique<PlotFigure>(variancePlot(m_asked, {})));
        showWords(Outcome::Neutral, tr("Drawing …"), {});
        return;
    }
    plot().setFigure(std::make_unique<PlotFigure>(variancePlot(m_shown, m_shownRuns)));

    const std::vector<VarianceRow> rows = meanRows(m_shownRuns);
    {
        const QSignalBlocker blocker(m_table);
        m_table->setRowCount(static_cast<int>(rows.size()));
        for (int i = 0; i < m_table->rowCount(); ++i) {
            const VarianceRow& row = rows[static_cast<std::size_t>(i)];
            const QString texts[columnCount] = {QString::number(row.d_k),
                                                qstring(threeDigits(row.variance)),
                                                QString::number(row.scaledVariance, 'f', 3)};
            for (int c = 0; c < columnCount; ++c) {
                auto* item = m_table->item(i, c);
                if (!item) {
                    item = new QTableWidgetItem;
                    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                    m_table->setItem(i, c, item);
                }
                item->setText(texts[c]);
            }
        }
    }
    showSentence();
}

void ScalingPanel::showSentence()
{
    if (m_shownRuns.empty())
        return;
    const std::vector<VarianceRow> rows = meanRows(m_shownRuns);
    // The row that is selected, else the largest: there it matters most.
    const auto selected = m_table->selectionModel()->selectedRows();
    auto row = std::max_element(rows.begin(), rows.end(),
                                [](const auto& a, const auto& b) { return a.d_k < b.d_k; });
    if (!selected.isEmpty() && selected.front().row() < static_cast<int>(rows.size()))
        row = rows.begin() + selected.front().row();

    const QString sentence =
        tr("q·k at dₖ = %1: variance %2, deviation %3; divided by √%1: %4")
            .arg(QString::number(row->d_k), qstring(threeDigits(row->variance)),
                 qstring(threeDigits(std::sqrt(row->variance))),
                 QString::number(row->scaledVariance, 'f', 2));
    const std::size_t count = m_shownRuns.size();
    const QString samples = qstring(grouped(m_shown.samples));
    QString detail =
        count == 1 ? tr("One run of %1 samples.").arg(samples)
                   : tr("Mean of %1 runs of %2 samples each.").arg(QString::number(count), samples);
    detail += u' ' + tr("Theory says %1 and 1; chance moves the first by about %2.")
                         .arg(QString::number(row->d_k), qstring(threeDigits(row->standardError)));
    showWords(Outcome::Neutral, sentence, detail);
}

std::unique_ptr<Figure> ScalingPanel::figure() const
{
    const ScalingParameters& wanted = document().scenario().scaling;
    std::vector<VarianceRun> runs;
    if (m_asked == wanted)
        runs = m_runs;
    const auto missing =
        static_cast<std::int64_t>(wanted.repeats) - static_cast<std::int64_t>(runs.size());
    if (varianceDraws(wanted) * missing <= drawsWorthWaiting)
        while (runs.size() < static_cast<std::size_t>(wanted.repeats))
            runs.push_back(*varianceRun(wanted, static_cast<int>(runs.size())));
    return std::make_unique<PlotFigure>(variancePlot(wanted, runs));
}

} // namespace attention::ui
