// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/labs/memory_panel.h"

#include "core/labs/memory.h"
#include "core/labs/units.h"
#include "core/text/number.h"
#include "ui/document/document.h"
#include "ui/labs/plot_view.h"

#include <algorithm>
#include <cmath>

namespace attention::ui {

namespace {

using Memory = MemoryParameters;
using Whole = std::int64_t Memory::*;
using Real = double Memory::*;

QString qstring(const std::string& text)
{
    return QString::fromStdString(text);
}

// The scenario with other memory parameters, or why they cannot be used.
std::variant<Scenario, QString> changed(const Scenario& scenario, const Memory& memory)
{
    if (const auto problem = validate(memory))
        return qstring(english(problem->message));
    Scenario after = scenario;
    after.memory = memory;
    return after;
}

Parameter whole(const char* id, const QString& label, Whole field,
                std::function<std::int64_t(const Memory&, int steps)> step)
{
    Parameter p;
    p.id = QLatin1String(id);
    p.label = label;
    p.text = [field](const Scenario& s) { return QString::number(s.memory.*field); };
    p.change = [field](const Scenario& s, const QString& text) -> std::variant<Scenario, QString> {
        const auto value = parseWhole(text);
        if (const auto* reason = std::get_if<QString>(&value))
            return *reason;
        Memory memory = s.memory;
        memory.*field = std::get<std::int64_t>(value);
        return changed(s, memory);
    };
    p.step = [step](const Scenario& s, int steps) {
        return QString::number(
            std::clamp<std::int64_t>(step(s.memory, steps), 1, maximumMemoryCount));
    };
    return p;
}

Parameter real(const char* id, const QString& label, Real field,
               std::function<double(const Memory&, int steps)> step)
{
    Parameter p;
    p.id = QLatin1String(id);
    p.label = label;
    p.text = [field](const Scenario& s) { return qstring(shortest(s.memory.*field)); };
    p.change = [field](const Scenario& s, const QString& text) -> std::variant<Scenario, QString> {
        const auto value = parseReal(text);
        if (const auto* reason = std::get_if<QString>(&value))
            return *reason;
        Memory memory = s.memory;
        memory.*field = std::get<double>(value);
        return changed(s, memory);
    };
    p.step = [step](const Scenario& s, int steps) {
        return qstring(shortest(step(s.memory, steps)));
    };
    return p;
}

std::function<std::int64_t(const Memory&, int)> plus(Whole field, std::int64_t size)
{
    return [field, size](const Memory& m, int steps) { return m.*field + steps * size; };
}

// Times two, or by half.
std::function<std::int64_t(const Memory&, int)> doubled(Whole field)
{
    return [field](const Memory& m, int steps) {
        return static_cast<std::int64_t>(
            std::llround(std::ldexp(static_cast<double>(m.*field), steps)));
    };
}

// The next divisor of the query heads.
std::int64_t steppedKvHeads(const Memory& m, int steps)
{
    const std::int64_t direction = steps > 0 ? 1 : -1;
    for (std::int64_t n = m.kvHeads + direction; n >= 1 && n <= m.heads; n += direction)
        if (m.heads % n == 0)
            return n;
    return m.kvHeads;
}

// Half a byte (4 bits), 1, 2, 4, 8.
double steppedBytes(const Memory& m, int steps)
{
    return std::clamp(std::exp2(std::round(std::log2(m.bytesPerElement)) + steps), 0.5, 8.0);
}

std::vector<Parameter> parameters()
{
    const auto tr = [](const char* text) { return MemoryPanel::tr(text); };
    std::vector<Parameter> list;
    list.push_back(whole("memory.layers", tr("Layers"), &Memory::layers, plus(&Memory::layers, 1)));
    list.back().heading = tr("Model");
    list.push_back(whole("memory.heads", tr("Query heads"), &Memory::heads,
                         // In steps that the KV heads divide.
                         [](const Memory& m, int steps) { return m.heads + steps * m.kvHeads; }));
    list.push_back(whole("memory.kvHeads", tr("KV heads"), &Memory::kvHeads, steppedKvHeads));
    list.back().help = tr("As many as query heads: multi-head attention. Fewer: grouped-query "
                          "attention. One: multi-query attention.");
    list.push_back(
        whole("memory.headDim", tr("Head size"), &Memory::headDim, doubled(&Memory::headDim)));
    list.push_back(real("memory.bytesPerElement", tr("Bytes a number"), &Memory::bytesPerElement,
                        steppedBytes));
    list.back().help = tr("2 for fp16 and bf16, 1 for 8 bits, 0.5 for 4 bits");

    list.push_back(
        whole("memory.seqLen", tr("Tokens in each"), &Memory::seqLen, doubled(&Memory::seqLen)));
    list.back().heading = tr("Sequences");
    list.back().slider =
        ParameterSlider{10, 20,
                        [](const Scenario& s) {
                            const double exponent = std::log2(static_cast<double>(s.memory.seqLen));
                            return std::clamp(static_cast<int>(std::lround(exponent)), 10, 20);
                        },
                        [](int exponent) { return QString::number(std::int64_t{1} << exponent); }};
    list.push_back(
        whole("memory.batch", tr("Sequences at once"), &Memory::batch, plus(&Memory::batch, 1)));

    list.push_back(
        real("memory.memoryGib", tr("Memory, GiB"), &Memory::memoryGib,
             [](const Memory& m, int steps) { return std::max(1.0, m.memoryGib + steps); }));
    list.back().heading = tr("Card");
    list.push_back(
        real("memory.weightsGib", tr("Weights, GiB"), &Memory::weightsGib,
             [](const Memory& m, int steps) { return std::max(0.0, m.weightsGib + steps); }));
    list.push_back(
        real("memory.usable", tr("Usable part"), &Memory::usable, [](const Memory& m, int steps) {
            const double percent = std::round(m.usable * 100) + 5 * steps;
            return std::clamp(percent, 5.0, 100.0) / 100;
        }));
    list.back().help =
        tr("The part of the memory that an engine hands out; 0.9 is what vLLM takes by default");
    return list;
}

// Eight steps an octave: dragging finds round numbers.
std::int64_t rounded(double tokens)
{
    const double step = std::max(1.0, std::exp2(std::floor(std::log2(tokens)) - 3));
    return std::max<std::int64_t>(1, std::llround(std::round(tokens / step) * step));
}

} // namespace

MemoryPanel::MemoryPanel(Document& document, QWidget* parent)
    : LabPanel(document, tr("What the KV cache costs"), {}, parameters(), parent)
{
    setObjectName(QStringLiteral("memory"));
    plot().setObjectName(QStringLiteral("memory.plot"));
    plot().setDraggable(true);
    plot().setToolTip(tr("Drag to change the number of tokens"));
    connect(&plot(), &PlotView::dragged, this, [this](const QPointF& value, int gesture) {
        Scenario after = this->document().scenario();
        after.memory.seqLen = std::min(rounded(value.x()), maximumMemoryCount);
        this->document().apply({std::move(after), tr("Change %1").arg(tr("Tokens in each")),
                                QStringLiteral("memory.seqLen/drag/%1").arg(gesture)});
    });
}

std::unique_ptr<Figure> MemoryPanel::figure() const
{
    return std::make_unique<PlotFigure>(memoryPlot(document().scenario().memory));
}

void MemoryPanel::refresh()
{
    const Memory& m = document().scenario().memory;
    const MemoryFigures f = memoryFigures(m);
    plot().setFigure(std::make_unique<PlotFigure>(memoryPlot(m)));

    const auto gib = [](double value) { return qstring(trimmed(value, value < 10 ? 2 : 1)); };
    const double cacheGib = f.bytes / bytesPerGib;
    const QString needs =
        tr("%1 for %2 tokens")
            .arg(qstring(inGib(f.bytes)),
                 qstring(grouped(static_cast<double>(m.seqLen) * static_cast<double>(m.batch))));
    const QString sum =
        tr("%1 + %2 = %3 of %4 GiB")
            .arg(gib(cacheGib), gib(m.weightsGib), gib(cacheGib + m.weightsGib), gib(m.memoryGib));
    QString verdict;
    if (f.fitsUsable)
        verdict = tr("fits");
    else if (f.fits)
        verdict = tr("too much for the usable %1 GiB").arg(gib(m.usable * m.memoryGib));
    else
        verdict = tr("does not fit");

    QString detail =
        tr("In units of 10⁹ bytes: %1 GB. ").arg(qstring(trimmed(f.bytes / bytesPerGb, 2)));
    if (f.usableBytes > 0)
        detail += tr("Beside the weights %1 of the usable %2 GiB are left: room for %3 tokens.")
                      .arg(qstring(inGib(f.usableBytes)), gib(m.usable * m.memoryGib),
                           f.tokensThatFit ? qstring(grouped(static_cast<double>(*f.tokensThatFit)))
                                           : tr("any number of"));
    else
        detail += tr("The weights alone fill the usable %1 GiB.").arg(gib(m.usable * m.memoryGib));
    showWords(f.fitsUsable ? Outcome::Good : Outcome::Bad,
              needs + QStringLiteral("; ") + sum + QStringLiteral(": ") + verdict, detail);
}

} // namespace attention::ui
