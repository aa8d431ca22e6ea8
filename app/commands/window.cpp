// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/input.h"
#include "app/near_names.h"
#include "ui/start.h"

#include <QtCore/QFile>

#include <array>

#include <unistd.h>

namespace attention::app {

namespace {

std::vector<std::string> themes()
{
    return {"system", "light", "dark", "projector"};
}

const std::array<Option, 3> options = {{
    {"--theme", Kind::Choice, "THEME", "colours, else as they were last", false, themes},
    {"--size", Kind::Size, "WxH", "size of the window, else as it was last"},
    {"--present", Kind::Flag, "", "starts presenting"},
}};

// A word that is neither a file nor a command ends here, and not in a window.
void requireFile(const std::string& file)
{
    if (file.starts_with("example:")) {
        loadScenario(file);
        return;
    }
    if (::access(file.c_str(), F_OK) == 0)
        return;
    std::vector<std::string> names;
    for (const Command* command : commands())
        if (!command->name.empty())
            names.emplace_back(command->name);
    throw Failure{unusable, file + ": there is no such file or command" + didYouMean(file, names)};
}

Status run(const Arguments& arguments)
{
    ui::WindowOptions window;
    if (!arguments.operands.empty()) {
        requireFile(arguments.operands.front());
        window.file = QFile::decodeName(arguments.operands.front().c_str());
    }
    window.theme = QString::fromStdString(arguments.text("--theme"));
    window.present = arguments.has("--present");
    if (arguments.has("--size")) {
        const PixelSize size = arguments.size("--size", {});
        if (size.width < 1 || size.height < 1 || size.width > 32767 || size.height > 32767)
            throw Failure{unusable, "--size: a window is 1 to 32767 pixels wide and high"};
        window.size = QSize(size.width, size.height);
    }
    // Qt itself would end with a core dump.
    for (const char* display : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
        if (qEnvironmentVariableIsSet(display)) {
            char name[] = "attention-lab";
            char* argv[] = {name, nullptr};
            int argc = 1;
            return static_cast<Status>(ui::openWindow(argc, argv, window));
        }
    throw Failure{unusable, "there is no display for a window; the commands need none, see --help"};
}

} // namespace

const Command windowCommand = {"", "[FILE]", 0, 1, "Opens the window.", options, run};

} // namespace attention::app
