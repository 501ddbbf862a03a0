/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer for files of the user (df/os_file.h) on Linux. */
#define _GNU_SOURCE
#include "df/os_file.h"

#include "df/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    POLL_MS = 100,
    OPEN_MS = 10,
    LINKS_MOST = 40,
    MODE_OF_NEW_FILES = 0666,
    MODE_BITS = 07777,
    TRANSFER_MOST = 1 << 30
};

static bool is_standard(const char *name)
{
    return strcmp(name, "-") == 0;
}

/* --- open ---------------------------------------- */

/* To open one waits for somebody at its other end, and no signal would end that. */
static bool is_pipe(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && S_ISFIFO(status.st_mode);
}

/* A file of the system's own, as in /proc, may say that it is empty and be none the less: it is read as a stream. */
static bool says_nothing_of_size(int file, const struct stat *status)
{
    char byte;
    return status->st_size == 0 && pread(file, &byte, sizeof byte, 0) > 0;
}

static int measure(df__os_open *found)
{
    struct stat status;
    if (fstat(found->file, &status) != 0)
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    found->is_stream = true;
    uint64_t bytes = (uint64_t)status.st_size;
    if (S_ISBLK(status.st_mode)) {
        if (ioctl(found->file, BLKGETSIZE64, &bytes) != 0)
            return errno;
    } else if (!S_ISREG(status.st_mode) || says_nothing_of_size(found->file, &status))
        return 0;
    off_t at = lseek(found->file, 0, SEEK_CUR);
    if (at < 0)
        return 0;
    found->is_stream = false;
    found->start = (uint64_t)at;
    found->bytes = bytes > found->start ? bytes - found->start : 0;
    return 0;
}

int df__os_source_open(const char *name, df__os_open *found)
{
    *found = (df__os_open){.file = STDIN_FILENO, .lock = -1};
    if (!is_standard(name)) {
        found->file = open(name, O_RDONLY | O_CLOEXEC | (is_pipe(name) ? O_NONBLOCK : 0));
        found->is_owned = true;
    }
    if (found->file < 0)
        return errno;
    int error = measure(found);
    if (error != 0 && found->is_owned)
        close(found->file);
    return error;
}

static char *joined(const char *name, const char *suffix)
{
    size_t bytes = strlen(name) + strlen(suffix) + 1;
    char *text = malloc(bytes);
    if (text != NULL)
        snprintf(text, bytes, "%s%s", name, suffix);
    return text;
}

/* Whoever has the lock of what has this name may remove it; locks end with their programs. A file system that knows no
 * locks does not keep programs apart. EAGAIN: somebody else was faster, so look again. */
static int own_name(int file, const char *name)
{
    if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return EBUSY;
    return df__os_has_name(file, name) ? 0 : EAGAIN;
}

/* A part that an earlier run left, which nobody writes any more. Whoever reads it goes on reading what it was. No part
 * is a pipe, which to open could mean to wait for ever. */
static int remove_left_part(const char *part)
{
    struct stat status;
    int left = open(part, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (left < 0)
        return errno == ENOENT ? EAGAIN : errno;
    bool is_other = fstat(left, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    int error = is_other ? EEXIST : own_name(left, part);
    if (error == 0 && unlink(part) != 0)
        error = errno;
    close(left);
    return error;
}

static int make_part(const char *part, df__os_open *found)
{
    int error;
    do {
        found->file = open(part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, MODE_OF_NEW_FILES);
        error = found->file >= 0 ? own_name(found->file, part) : errno;
        if (error != 0 && found->file >= 0)
            close(found->file);
        if (error == EEXIST && (error = remove_left_part(part)) == 0)
            error = EAGAIN;
    } while (error == EAGAIN);
    return error;
}

static int open_part(const char *part, mode_t mode, bool has_mode, df__os_open *found)
{
    int error = make_part(part, found);
    if (error != 0)
        return error;
    found->lock = fcntl(found->file, F_DUPFD_CLOEXEC, 0);
    if (found->lock >= 0 && (!has_mode || fchmod(found->file, mode & MODE_BITS) == 0))
        return 0;
    error = errno;
    unlink(part);
    close(found->file);
    if (found->lock >= 0)
        close(found->lock);
    return error;
}

/* Whoever waits in a call of the system cannot see that the program has failed. A pipe is opened once more, for what was
 * opened before belongs to others, too. */
static void open_not_to_wait(df__os_open *found)
{
    char path[64];
    struct stat status;
    if (fstat(found->file, &status) != 0)
        return;
    found->may_block = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || isatty(found->file);
    if (!S_ISFIFO(status.st_mode))
        return;
    snprintf(path, sizeof path, "/proc/self/fd/%d", found->file);
    int own = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (own < 0)
        return;
    if (found->is_owned)
        close(found->file);
    found->file = own;
    found->is_owned = true;
    found->may_block = false;
}

/* EAGAIN, after a while: nobody reads the pipe yet. */
static int open_in_place(const char *name, df__os_open *found)
{
    found->is_stream = true;
    found->file = open(name, O_WRONLY | O_CLOEXEC | (is_pipe(name) ? O_NONBLOCK : 0));
    if (found->file < 0 && errno == ENXIO && is_pipe(name)) {
        poll(NULL, 0, OPEN_MS);
        return EAGAIN;
    }
    if (found->file < 0)
        return errno;
    open_not_to_wait(found);
    return 0;
}

/* What a link leads to that leads to nothing yet; the caller frees it. */
static char *behind_links(const char *name)
{
    char to[PATH_MAX], *path = joined(name, "");
    ssize_t bytes;
    for (int links = 0; path != NULL && links < LINKS_MOST; links++) {
        if ((bytes = readlink(path, to, sizeof to - 1)) < 0)
            break;
        to[bytes] = '\0';
        char *slash = to[0] == '/' ? NULL : strrchr(path, '/');
        if (slash != NULL)
            slash[1] = '\0';
        char *next = slash != NULL ? joined(path, to) : joined(to, "");
        free(path);
        path = next;
    }
    return path;
}

/* The same path by the only name that its folder has, in place of `path`; as it is where there is no such folder. */
static char *in_real_folder(char *path)
{
    char folder[PATH_MAX];
    char *slash = path == NULL ? NULL : strrchr(path, '/');
    char *name = slash == NULL ? path : slash + 1;
    char *given = path == NULL ? NULL : joined(slash == NULL ? "." : path, "");
    if (given == NULL)
        return path;
    if (slash != NULL)
        given[name - path] = '\0';
    char *start = realpath(given, folder) == NULL ? NULL : joined(folder, folder[1] == '\0' ? "" : "/");
    free(given);
    char *found = start == NULL ? NULL : joined(start, name);
    free(start);
    if (found == NULL)
        return path;
    free(path);
    return found;
}

int df__os_sink_find(const char *name, char **target, char **part)
{
    struct stat status;
    *target = *part = NULL;
    if (is_standard(name))
        return 0;
    bool exists = stat(name, &status) == 0;
    if (!exists && errno != ENOENT)
        return errno;
    if (exists && !S_ISREG(status.st_mode))
        return S_ISDIR(status.st_mode) ? EISDIR : 0;
    if (exists && access(name, W_OK) != 0)
        return errno;
    *target = exists ? realpath(name, NULL) : in_real_folder(behind_links(name));
    *part = *target == NULL ? NULL : joined(*target, ".part");
    return *part == NULL ? errno : 0;
}

int df__os_sink_open(const char *name, const char *part, df__os_open *found)
{
    struct stat status;
    *found = (df__os_open){.file = STDOUT_FILENO, .is_owned = !is_standard(name), .lock = -1};
    signal(SIGPIPE, SIG_IGN); /* a pipe that nobody reads is told as what the system answers */
    if (!found->is_owned) {
        found->is_stream = true;
        if (fcntl(found->file, F_GETFD) < 0)
            return errno;
        open_not_to_wait(found);
        return 0;
    }
    if (part == NULL)
        return open_in_place(name, found);
    bool exists = stat(name, &status) == 0;
    return open_part(part, exists ? status.st_mode : 0, exists, found);
}

/* What the kernel answers; C libraries may know less of it. */
typedef struct direct_facts {
    uint32_t mask;
    uint32_t before[37];
    uint32_t align_memory;
    uint32_t align_offset;
    uint32_t behind[24];
} direct_facts;
_Static_assert(sizeof(direct_facts) == 256, "the kernel writes as much");

enum { ASKS_FOR_DIRECT = 0x2000 };

/* 0: the file system refuses. Where the system does not tell, a page will do. */
static uint32_t direct_alignment(int file)
{
    direct_facts facts = {.mask = 0};
    if (syscall(SYS_statx, file, "", AT_EMPTY_PATH, ASKS_FOR_DIRECT, &facts) != 0 ||
        (facts.mask & ASKS_FOR_DIRECT) == 0)
        return (uint32_t)df__os_page_bytes();
    return facts.align_offset == 0 || facts.align_offset > facts.align_memory ? facts.align_offset
                                                                              : facts.align_memory;
}

/* The same file once more, for the flag belongs to what was opened. */
int df__os_past_cache(df__os_open *found, bool writes)
{
    char path[64];
    found->align = direct_alignment(found->file);
    if (found->align == 0)
        return EINVAL;
    snprintf(path, sizeof path, "/proc/self/fd/%d", found->file);
    found->direct = open(path, (writes ? O_WRONLY : O_RDONLY) | O_DIRECT | O_CLOEXEC);
    found->has_direct = found->direct >= 0;
    return found->has_direct ? 0 : errno;
}

/* --- bytes ---------------------------------------- */

/* Whether the call is to be made again: it was interrupted, or the file was opened not to wait. */
static bool tries_again(int file, short event)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN)
        return false;
    struct pollfd ready = {.fd = file, .events = event};
    int found = poll(&ready, 1, POLL_MS);
    return found >= 0 || errno == EINTR;
}

static size_t at_most(size_t bytes)
{
    return bytes < TRANSFER_MOST ? bytes : TRANSFER_MOST;
}

/* How much of it the next call moves, and by which file. */
typedef struct piece {
    int file;
    size_t bytes;
} piece;

/* Smaller ones are the tail of a file, which goes by the cache in any case. */
static bool may_go_direct(df__os_open *found, const char *memory, uint64_t bytes, uint64_t place)
{
    if (!found->has_direct || bytes < found->align || atomic_load(&found->refuses))
        return false;
    if (((uintptr_t)memory | place) % found->align == 0)
        return true;
    atomic_store(&found->refuses, true);
    return false;
}

bool df__os_goes_direct(df__os_open *found, const char *memory, uint64_t bytes, uint64_t place)
{
    return may_go_direct(found, memory, bytes, place) && bytes % found->align == 0;
}

static piece next_piece(df__os_open *found, const char *memory, size_t bytes, uint64_t offset)
{
    size_t most = at_most(bytes);
    if (may_go_direct(found, memory, most, found->start + offset))
        return (piece){found->direct, most - most % found->align};
    return (piece){found->file, most};
}

/* Some file systems take O_DIRECT where the file is opened, and refuse it here. */
static bool goes_by_cache_now(df__os_open *open, int file)
{
    if (errno != EINVAL || !open->has_direct || file != open->direct)
        return false;
    atomic_store(&open->refuses, true);
    return true;
}

int df__os_read(df__os_open *from, char *to, size_t bytes, uint64_t offset, size_t *done)
{
    *done = 0;
    while (*done < bytes) {
        piece next = next_piece(from, to + *done, bytes - *done, offset + *done);
        ssize_t count = from->is_stream
                            ? read(next.file, to + *done, next.bytes)
                            : pread(next.file, to + *done, next.bytes, (off_t)(from->start + offset + *done));
        if (count == 0)
            return 0;
        if (count > 0)
            *done += (size_t)count;
        else if (!goes_by_cache_now(from, next.file) && !tries_again(from->file, POLLIN))
            return errno;
    }
    return 0;
}

int df__os_read_some(const df__os_open *from, char *to, size_t bytes, size_t *done)
{
    struct pollfd ready = {.fd = from->file, .events = POLLIN};
    *done = 0;
    if (poll(&ready, 1, POLL_MS) <= 0)
        return EAGAIN;
    ssize_t count = read(from->file, to, at_most(bytes));
    if (count < 0)
        return errno == EINTR ? EAGAIN : errno;
    *done = (size_t)count;
    return 0;
}

int df__os_write(df__os_open *to, const char *from, size_t bytes, uint64_t offset, size_t *done)
{
    *done = 0;
    while (*done < bytes) {
        piece next = next_piece(to, from + *done, bytes - *done, offset + *done);
        ssize_t count =
            to->is_stream ? write(next.file, from + *done, next.bytes)
                          : pwrite(next.file, from + *done, next.bytes, (off_t)(to->start + offset + *done));
        if (count > 0)
            *done += (size_t)count;
        else if (count == 0)
            return EIO;
        else if (!goes_by_cache_now(to, next.file) && !tries_again(to->file, POLLOUT))
            return errno;
    }
    return 0;
}

/* What may block takes as much as a pipe surely has room for when it says that it has any. */
int df__os_write_some(const df__os_open *to, const char *from, size_t bytes, size_t *done)
{
    struct pollfd ready = {.fd = to->file, .events = POLLOUT};
    *done = 0;
    if (poll(&ready, 1, POLL_MS) <= 0)
        return EAGAIN;
    ssize_t count = write(to->file, from, to->may_block && bytes > PIPE_BUF ? PIPE_BUF : at_most(bytes));
    if (count < 0)
        return errno == EINTR ? EAGAIN : errno;
    *done = (size_t)count;
    return count == 0 ? EIO : 0;
}

/* --- mapped ---------------------------------------- */

int df__os_source_map(const df__os_open *from, size_t room_bytes, char **memory)
{
    size_t bytes = from->start + from->bytes, room = from->start + room_bytes;
    int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_NORESERVE;
    char *start = mmap(NULL, room, protection, flags | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED)
        return errno;
    if (mmap(start, bytes, protection, flags | MAP_FIXED, from->file, 0) == MAP_FAILED) {
        int error = errno;
        munmap(start, room);
        return error;
    }
    madvise(start, bytes, MADV_SEQUENTIAL);
    *memory = start + from->start;
    return 0;
}

void df__os_source_unmap(const df__os_open *from, char *memory, size_t room_bytes)
{
    munmap(memory - from->start, from->start + room_bytes);
}

bool df__os_zero_page(const char *address)
{
    size_t bytes = df__os_page_bytes();
    void *page = (void *)((uintptr_t)address & ~(uintptr_t)(bytes - 1));
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    return mmap(page, bytes, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

uint64_t df__os_bytes_now(const df__os_open *from)
{
    struct stat status;
    if (fstat(from->file, &status) != 0)
        return 0;
    if (S_ISBLK(status.st_mode)) /* which says nothing of its size here, and keeps it */
        return from->bytes;
    if ((uint64_t)status.st_size < from->start)
        return 0;
    return (uint64_t)status.st_size - from->start;
}
