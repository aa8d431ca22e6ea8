// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/input.h"

#include "app/command_line.h"
#include "app/near_names.h"
#include "core/attention/run.h"
#include "core/scenario/problems.h"
#include "core/scenario/scenario_json.h"
#include "ui/document/examples.h"
#include "ui/document/read_file.h"

#include <QtCore/QFile>

#include <algorithm>

namespace attention::app {

namespace {

constexpr std::string_view examplePrefix = "example:";

QByteArray exampleBytes(const std::string& name)
{
    std::vector<std::string> names;
    for (const QString& known : ui::exampleNames())
        names.push_back(known.toStdString());
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        const std::string hint = didYouMean(name, names);
        throw Failure{unusable,
                      "there is no example \"" + name + '"' +
                          (hint.empty() ? "; \"attention-lab examples\" lists them" : hint)};
    }
    QFile file(ui::exampleFile(QString::fromStdString(name)));
    if (!file.open(QIODevice::ReadOnly))
        throw Failure{unusable, "the example \"" + name + "\" cannot be read"};
    return file.readAll();
}

QByteArray bytesOf(const std::string& file)
{
    if (file.starts_with(examplePrefix))
        return exampleBytes(file.substr(examplePrefix.size()));
    auto text = ui::readScenarioText(QFile::decodeName(file.c_str()));
    if (const auto* reason = std::get_if<QString>(&text))
        throw Failure{unusable, reason->toStdString()};
    return std::move(std::get<ui::ScenarioText>(text).json);
}

} // namespace

ScenarioPtr loadScenario(const std::string& file)
{
    const QByteArray bytes = bytesOf(file);
    auto read =
        readScenario(std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    if (const auto* problem = std::get_if<Problem>(&read))
        throw Failure{unusable, file + ": " + english(*problem)};
    return std::make_shared<const Scenario>(std::move(std::get<Scenario>(read)));
}

TracePtr traceOf(const std::string& file)
{
    return run(loadScenario(file));
}

StageId stageNamed(const Trace& trace, const std::string& name)
{
    const StageInfo* info = findStage(name);
    if (!info) {
        std::string known;
        for (const StageInfo& row : stageTable())
            known += (known.empty() ? "" : ", ") + std::string(row.name);
        throw Failure{unusable,
                      "--stage: there is no stage \"" + name + "\"; the stages are " + known};
    }
    if (std::none_of(trace.stages.begin(), trace.stages.end(),
                     [&](const Stage& stage) { return stage.id == info->id; }))
        throw Failure{unusable, "--stage: this scenario has no stage \"" + name + '"'};
    return info->id;
}

int headOf(const Trace& trace, const Arguments& arguments)
{
    if (!arguments.has("--head"))
        return -1;
    const std::int64_t head = arguments.integer("--head", 0);
    const int heads = trace.scenario->heads;
    if (head < 0 || head >= heads)
        throw Failure{
            unusable,
            "--head: there is no head " + std::to_string(head) + "; this scenario has " +
                (heads == 1 ? "head 0 alone" : "heads 0 to " + std::to_string(heads - 1))};
    return static_cast<int>(head);
}

} // namespace attention::app
