// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/comparison.h"

#include "core/scenario/problems.h"
#include "core/text/number.h"
#include "ui/document/computation.h"
#include "ui/document/document.h"
#include "ui/document/read_file.h"

#include <QtCore/QFileInfo>

#include <algorithm>
#include <utility>

namespace attention::ui {

namespace {

// A itself, and the difference of its largest stage.
std::int64_t bytesOf(const Scenario& a)
{
    const std::int64_t n = a.tokenCount();
    const std::int64_t widest = std::max(a.keyCount(), a.modelWidth());
    return traceBytes(a) + n * widest * static_cast<std::int64_t>(sizeof(double));
}

QString gib(std::int64_t bytes)
{
    return QString::fromStdString(
        forPeople(static_cast<double>(bytes) / static_cast<double>(1LL << 30), 2));
}

} // namespace

Comparison::Comparison(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_computation(new Computation(this))
{
    connect(m_computation, &Computation::finished, this, &Comparison::take);
    // Undo and examples are not asked whether there is room for them; then A has to make room.
    connect(&m_document, &Document::scenarioChanged, this, [this] {
        if (!(a() || m_computation->isRunning()) || !m_document.roomProblem(m_document.scenario()))
            return;
        if (m_before.trace) { // the one before goes first
            m_before = {};
            countBytes();
            if (!m_document.roomProblem(m_document.scenario()))
                return emit changed();
        }
        letGo();
        emit said(tr("A is let go: there was no room for it beside this document"));
    });
    // Where it differs from A, a hidden mistake would be seen at once.
    connect(&m_document, &Document::hiddenMistakeChanged, this, [this] {
        if (m_document.hiddenMistake())
            letGo();
    });
}

Comparison::~Comparison() = default;

void Comparison::setShown(bool shown)
{
    if (shown == m_shown || !a())
        return;
    m_shown = shown;
    emit changed();
}

std::optional<QString> Comparison::roomProblem(const Scenario& a) const
{
    // What is shown, and what it becomes by the next change, are alive together.
    const std::int64_t shown = traceBytes(m_document.scenario());
    const std::int64_t all = bytesOf(a) + 2 * shown;
    if (all <= maximumTraceBytes)
        return std::nullopt;
    return tr("A would take %1 GiB, and the document with room to change %2 GiB: together the "
              "limit is 1 GiB")
        .arg(gib(bytesOf(a)), gib(2 * shown));
}

std::optional<QString> Comparison::pin()
{
    const TracePtr trace = m_document.trace();
    if (m_document.hiddenMistake())
        return tr("A mistake is hidden here, and A would keep it: end the search first");
    if (!trace || m_document.isComputing())
        return tr("The numbers are still being computed: pin them when they are there");
    if (std::optional<QString> problem = roomProblem(*trace->scenario))
        return problem;
    m_computation->cancel();
    keep(*trace->scenario);
    m_coming = {nullptr, QString::fromStdString(trace->scenario->title), {}};
    take(trace);
    return std::nullopt;
}

void Comparison::keep(const Scenario& next)
{
    m_before = std::exchange(m_now, {});
    const std::int64_t shown = traceBytes(m_document.scenario());
    if (m_before.trace &&
        bytesOf(*m_before.trace->scenario) + bytesOf(next) + 2 * shown > maximumTraceBytes)
        m_before = {};
}

void Comparison::back()
{
    if (!m_before.trace)
        return;
    std::swap(m_now, m_before);
    m_shown = true;
    countBytes();
    emit changed();
}

void Comparison::countBytes()
{
    std::int64_t bytes = 0;
    for (const State* state : {&m_now, &m_before})
        if (state->trace)
            bytes += bytesOf(*state->trace->scenario);
    m_document.setBytesBeside(bytes);
}

std::optional<QString> Comparison::open(const QString& path)
{
    if (m_document.hiddenMistake())
        return tr("A mistake is hidden here, and a comparison would show it: end the search first");
    auto read = readScenarioFile(path);
    if (const auto* reason = std::get_if<QString>(&read))
        return *reason;
    auto scenario =
        std::make_shared<const Scenario>(std::get<OpenedScenario>(std::move(read)).scenario);
    if (std::optional<QString> problem = roomProblem(*scenario))
        return QStringLiteral("%1: %2").arg(path, *problem);
    m_computation->cancel();
    keep(*scenario); // where there is no room for both, it makes room first
    m_coming = {nullptr, QString::fromStdString(scenario->title),
                path.startsWith(QLatin1String("example:")) ? path
                                                           : QFileInfo(path).absoluteFilePath()};
    if (m_coming.name.isEmpty())
        m_coming.name = QFileInfo(path).fileName();
    m_document.setBytesBeside(bytesOf(*scenario) +
                              (m_before.trace ? bytesOf(*m_before.trace->scenario) : 0));
    if (TracePtr trace = m_computation->request(std::move(scenario)))
        take(std::move(trace));
    else {
        emit changed(); // no A until then
        emit said(tr("computing A …"));
    }
    return std::nullopt;
}

void Comparison::letGo()
{
    m_computation->cancel();
    const bool was = a() || m_before.trace;
    m_now = m_before = {};
    countBytes();
    if (!was)
        return;
    m_shown = false;
    emit changed();
}

void Comparison::take(TracePtr a)
{
    m_now = std::move(m_coming);
    m_now.trace = std::move(a);
    m_coming = {};
    countBytes();
    m_shown = true;
    emit changed();
}

} // namespace attention::ui
