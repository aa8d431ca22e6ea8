// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/document/document.h"

#include "core/attention/mistake_effects.h"
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "core/text/number.h"
#include "ui/document/change_scenario.h"
#include "ui/document/computation.h"
#include "ui/document/read_file.h"
#include "ui/export/save_file.h"

#include <QtCore/QCoreApplication>
#include <QtGui/QUndoStack>

namespace attention::ui {

namespace {

// What is there before anything is opened: three tokens in two columns.
Scenario firstScenario()
{
    Scenario s;
    s.tokens = {"A", "B", "C"};
    Matrix x(3, 2);
    x << 2, 0, 0, 2, 1, 1;
    s.X = share(std::move(x));
    s.scale.kind = ScaleKind::None;
    return s;
}

} // namespace

Document::Document(QObject* parent)
    : QObject(parent)
    , m_undoStack(new QUndoStack(this))
    , m_computation(new Computation(this))
{
    connect(m_computation, &Computation::finished, this, &Document::take);
    connect(m_computation, &Computation::busyChanged, this, &Document::computingChanged);
    load(firstScenario(), {});
}

Document::~Document() = default;

std::optional<Problem> Document::apply(Edit edit)
{
    edit.after.view = m_scenario->view;
    if (std::optional<Problem> problem = validate(edit.after))
        return problem;
    if (sameContent(edit.after, *m_scenario))
        return std::nullopt;
    if (std::optional<Problem> problem = roomProblem(edit.after))
        return problem;
    m_undoStack->push(new ChangeScenario(*this, m_scenario,
                                         std::make_shared<const Scenario>(std::move(edit.after)),
                                         edit.text, edit.mergeKey));
    return std::nullopt;
}

std::optional<Problem> Document::roomProblem(const Scenario& next) const
{
    const std::int64_t shown = (m_trace ? traceBytes(*m_trace->scenario) : 0) + m_bytesBeside;
    if (shown + traceBytes(next) <= maximumTraceBytes)
        return std::nullopt;
    const auto gib = [](std::int64_t bytes) {
        return forPeople(static_cast<double>(bytes) / static_cast<double>(1LL << 30), 2);
    };
    const char* sentence =
        m_bytesBeside > 0
            ? "its matrices would take %1 GiB beside the %2 GiB of those that are shown and of A, "
              "the limit is 1 GiB for all"
            : "its matrices would take %1 GiB beside the %2 GiB of those that are shown, the limit "
              "is 1 GiB for both";
    return Problem{"", {sentence, {gib(traceBytes(next)), gib(shown)}}};
}

void Document::setView(const View& view)
{
    if (view == m_scenario->view)
        return;
    // The trace stays: nothing that is computed depends on how it is looked at.
    Scenario changed = *m_scenario;
    changed.view = view;
    m_scenario = std::make_shared<const Scenario>(std::move(changed));
}

void Document::setScenario(ScenarioPtr scenario)
{
    m_scenario = std::move(scenario);
    emit scenarioChanged();
    compute();
    updateModified();
}

void Document::compute()
{
    ScenarioPtr scenario = m_scenario;
    if (m_hidden && !scenario->has(*m_hidden)) {
        Scenario wrong = *scenario;
        wrong.mistakes.insert(*m_hidden);
        scenario = std::make_shared<const Scenario>(std::move(wrong));
    }
    if (TracePtr trace = m_computation->request(std::move(scenario)))
        take(std::move(trace));
}

void Document::take(TracePtr trace)
{
    m_runTrace = std::move(trace);
    const bool hides =
        m_hidden && m_runTrace->scenario->has(*m_hidden) && !m_scenario->has(*m_hidden);
    m_trace = hides ? disguised(m_runTrace, *m_hidden) : m_runTrace;
    emit traceChanged();
}

void Document::hideMistake(std::optional<Mistake> mistake)
{
    if (mistake == m_hidden)
        return;
    m_hidden = mistake;
    m_told = false;
    compute();
    emit hiddenMistakeChanged();
}

void Document::tellMistake()
{
    if (!m_hidden || m_told)
        return;
    m_told = true;
    emit mistakeTold();
}

void Document::updateModified()
{
    const bool modified = !sameContent(*m_scenario, *m_saved);
    if (modified == m_modified)
        return;
    m_modified = modified;
    emit modifiedChanged(modified);
}

void Document::load(Scenario scenario, const QString& path)
{
    m_undoStack->clear();
    m_path = path;
    if (std::exchange(m_hidden, std::nullopt))
        emit hiddenMistakeChanged();
    m_loaded = m_saved = std::make_shared<const Scenario>(std::move(scenario));
    setScenario(m_saved);
    emit pathChanged();
    emit loaded();
}

std::optional<QString> Document::open(const QString& path)
{
    auto read = readScenarioFile(path);
    if (const auto* reason = std::get_if<QString>(&read))
        return *reason;
    auto& opened = std::get<OpenedScenario>(read);
    if (const auto problem = roomProblem(opened.scenario))
        return QStringLiteral("%1: %2").arg(path, QString::fromStdString(english(*problem)));
    // A picture is not to be replaced by its scenario: saving asks for a name.
    load(std::move(opened.scenario), opened.fromPicture ? QString() : path);
    return std::nullopt;
}

std::optional<QString> Document::save(const QString& path)
{
    const std::string text = writeScenario(*m_scenario);
    if (static_cast<std::int64_t>(text.size()) > maximumFileBytes)
        return QCoreApplication::translate(
            "Document", "The file would be larger than 64 MiB, the most that can be read again.");
    if (std::optional<QString> reason = saveFile(path, QByteArray::fromStdString(text)))
        return reason;
    m_saved = m_scenario;
    if (path != m_path) {
        m_path = path;
        emit pathChanged();
    }
    updateModified();
    return std::nullopt;
}

void Document::revert()
{
    apply({*m_loaded, tr("Reset to How It Was Opened"), {}});
}

bool Document::isModified() const
{
    return m_modified;
}

bool Document::isComputing() const
{
    return m_computation->isRunning();
}

void Document::cancelComputation()
{
    m_computation->cancel();
}

} // namespace attention::ui
