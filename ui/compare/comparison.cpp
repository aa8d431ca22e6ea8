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
        if (!(m_a || m_computation->isRunning()) || !m_document.roomProblem(m_document.scenario()))
            return;
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
    if (shown == m_shown || !m_a)
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
    m_name = QString::fromStdString(trace->scenario->title);
    m_source.clear();
    take(trace);
    return std::nullopt;
}

std::optional<QString> Comparison::open(const QString& path)
{
    if (m_document.hiddenMistake())
        return tr("A mistake is hidden here, and a comparison would show it: end the search first");
    auto read = readScenarioFile(path);
    if (const auto* reason = std::get_if<QString>(&read))
        return *reason;
    auto scenario = std::make_shared<const Scenario>(std::get<Scenario>(std::move(read)));
    if (std::optional<QString> problem = roomProblem(*scenario))
        return QStringLiteral("%1: %2").arg(path, *problem);
    letGo(); // two would be alive else
    m_name = QString::fromStdString(scenario->title);
    if (m_name.isEmpty())
        m_name = QFileInfo(path).fileName();
    m_source =
        path.startsWith(QLatin1String("example:")) ? path : QFileInfo(path).absoluteFilePath();
    m_document.setBytesBeside(bytesOf(*scenario));
    if (TracePtr trace = m_computation->request(std::move(scenario)))
        take(std::move(trace));
    else
        emit said(tr("computing A …"));
    return std::nullopt;
}

void Comparison::letGo()
{
    m_computation->cancel();
    m_document.setBytesBeside(0);
    m_name.clear();
    m_source.clear();
    if (!m_a)
        return;
    m_a.reset();
    m_shown = false;
    emit changed();
}

void Comparison::take(TracePtr a)
{
    m_a = std::move(a);
    m_document.setBytesBeside(bytesOf(*m_a->scenario));
    m_shown = true;
    emit changed();
}

} // namespace attention::ui
