// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands.h"
#include "app/output.h"

#include <csignal>
#include <new>

#include <fcntl.h>
#include <unistd.h>

namespace {

// A standard stream that is closed would give its number to the next file that is opened, and what
// is printed would land there. What stands in its place refuses to be written to.
void keepStreamNumbers()
{
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (::fcntl(stream, F_GETFD) < 0)
            ::open("/dev/null", O_RDONLY); // the lowest free number: this one
}

} // namespace

int main(int argc, char* argv[])
{
    using namespace attention::app;

    std::signal(SIGPIPE, SIG_IGN); // a closed pipe is an error like a full disk
    keepStreamNumbers();
    try {
        return runCommandLine(std::vector<std::string>(argv + (argc > 0), argv + argc));
    } catch (const Failure& failure) {
        printError(failure.line);
        return failure.status;
    } catch (const std::bad_alloc&) {
        printError("not enough memory");
        return unusable;
    }
}
