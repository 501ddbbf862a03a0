/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: who waits for input. */
#define _GNU_SOURCE
#include "df/os.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

long df__os_thread_number(void)
{
    return syscall(SYS_gettid);
}

/* A reader of it may wait for as long as nobody writes. */
static bool is_slow(int file)
{
    struct stat status;
    if (fstat(file, &status) != 0)
        return false;
    return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || (S_ISCHR(status.st_mode) && isatty(file));
}

static bool reads(long call)
{
    return call == SYS_read || call == SYS_readv || call == SYS_recvfrom || call == SYS_recvmsg;
}

/* "0 0x3 0x55..." where the call is under way, else "running". */
bool df__os_awaits_input(long thread_number)
{
    char path[64], content[64];
    long call;
    unsigned file;
    snprintf(path, sizeof path, "/proc/self/task/%ld/syscall", thread_number);
    int status = open(path, O_RDONLY | O_CLOEXEC);
    if (status < 0)
        return false;
    ssize_t length = pread(status, content, sizeof content - 1, 0);
    close(status);
    content[length < 0 ? 0 : length] = '\0';
    return sscanf(content, "%ld 0x%x", &call, &file) == 2 && reads(call) && is_slow((int)file);
}

bool df__os_has_slow_input(void)
{
    bool found = false;
    DIR *files = opendir("/proc/self/fd");
    if (files == NULL)
        return false;
    for (struct dirent *entry; !found && (entry = readdir(files)) != NULL;) {
        int file = atoi(entry->d_name);
        bool is_output = file == STDOUT_FILENO || file == STDERR_FILENO;
        int mode = fcntl(file, F_GETFL);
        found = !is_output && mode >= 0 && (mode & O_ACCMODE) != O_WRONLY && is_slow(file);
    }
    closedir(files);
    return found;
}
