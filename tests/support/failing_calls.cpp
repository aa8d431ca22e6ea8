// SPDX-FileCopyrightText: 2026 The Attention Lab authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loaded into the program by LD_PRELOAD: makes the system call named by FAIL_CALL fail with the
// number in FAIL_ERRNO, once or, with FAIL_ALWAYS, every time. Only calls that a save makes count:
// writes to files, not to the standard streams, and opening for writing.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

bool fails(const char* call)
{
    static bool done = false;
    const char* wanted = std::getenv("FAIL_CALL");
    if (!wanted || std::strcmp(wanted, call) != 0 || (done && !std::getenv("FAIL_ALWAYS")))
        return false;
    done = true;
    errno = std::atoi(std::getenv("FAIL_ERRNO"));
    return true;
}

template <typename Function>
Function real(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

using Open = int (*)(const char*, int, ...);

int opened(const char* name, const char* path, int flags, mode_t mode)
{
    if ((flags & O_ACCMODE) != O_RDONLY && fails("open"))
        return -1;
    return real<Open>(name)(path, flags, mode);
}

} // namespace

#define SHOWN extern "C" __attribute__((visibility("default")))

SHOWN int open(const char* path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened("open", path, flags, mode);
}

SHOWN int open64(const char* path, int flags, ...)
{
    va_list more;
    va_start(more, flags);
    const mode_t mode = va_arg(more, mode_t);
    va_end(more);
    return opened("open64", path, flags, mode);
}

SHOWN ssize_t write(int file, const void* bytes, size_t count)
{
    if (file > STDERR_FILENO && fails("write"))
        return -1;
    return real<ssize_t (*)(int, const void*, size_t)>("write")(file, bytes, count);
}

SHOWN int fsync(int file)
{
    return fails("fsync") ? -1 : real<int (*)(int)>("fsync")(file);
}

SHOWN int linkat(int from, const char* old, int to, const char* path, int flags)
{
    if (fails("linkat"))
        return -1;
    return real<int (*)(int, const char*, int, const char*, int)>("linkat")(from, old, to, path,
                                                                            flags);
}

SHOWN int rename(const char* old, const char* path)
{
    return fails("rename") ? -1 : real<int (*)(const char*, const char*)>("rename")(old, path);
}
