/* SPDX-License-Identifier: Apache-2.0 */
/* Preloaded into a program: transfers of files come short at random, or one of them fails.
 *
 * SHORT=seed   every transfer moves a random part of what was asked for, or is interrupted, or asked to come again
 * CALL=name    the call that fails
 * NTH=n        its n-th use of a file of the user, counted from 1
 * ERROR=e      with this error
 * TOLD=path    a file that is there once it has failed
 * AS_DEVICE=n  what is read is a block device of so many bytes
 * BAD_PAGE=n   the n-th page of a mapped file, counted from 1, cannot be read: who does gets SIGBUS */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_uint uses;
static _Atomic unsigned drawn;

static unsigned number(const char *name)
{
    const char *text = getenv(name);
    return text == NULL ? 0 : (unsigned)strtoul(text, NULL, 10);
}

static int fails(const char *call)
{
    const char *wanted = getenv("CALL");
    if (wanted == NULL || strcmp(wanted, call) != 0 || atomic_fetch_add(&uses, 1) + 1 != number("NTH"))
        return 0;
    const char *told = getenv("TOLD");
    if (told != NULL)
        (void)syscall(SYS_openat, AT_FDCWD, told, O_CREAT | O_WRONLY, 0666);
    errno = (int)number("ERROR");
    return 1;
}

/* 0: the transfer is refused for now. */
static size_t cut(size_t bytes)
{
    unsigned seed = number("SHORT");
    if (seed == 0 || bytes == 0)
        return bytes;
    unsigned word = (atomic_fetch_add(&drawn, 1) + seed) * 2654435761u >> 8;
    if (word % 5 == 0) {
        errno = word % 2 == 0 ? EINTR : EAGAIN;
        return 0;
    }
    return 1 + word % bytes;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define TRANSFER(name, parameters, arguments)   \
    ssize_t name parameters                     \
    {                                           \
        if (file < 3 && getenv("CALL") != NULL) \
            return REAL(name) arguments;        \
        if (fails(#name))                       \
            return -1;                          \
        size_t asked = bytes;                   \
        bytes = cut(bytes);                     \
        if (bytes == 0 && asked > 0)            \
            return -1;                          \
        return REAL(name) arguments;            \
    }

TRANSFER(read, (int file, void *memory, size_t bytes), (file, memory, bytes))
TRANSFER(write, (int file, const void *memory, size_t bytes), (file, memory, bytes))
TRANSFER(pread, (int file, void *memory, size_t bytes, off_t offset), (file, memory, bytes, offset))
TRANSFER(pwrite, (int file, const void *memory, size_t bytes, off_t offset), (file, memory, bytes, offset))

#define FAILING(type, name, parameters, arguments)       \
    type name parameters                                 \
    {                                                    \
        return fails(#name) ? -1 : REAL(name) arguments; \
    }

FAILING(int, fsync, (int file), (file))
FAILING(int, close, (int file), (file))
FAILING(int, rename, (const char *from, const char *to), (from, to))
FAILING(int, unlink, (const char *path), (path))
FAILING(int, ftruncate, (int file, off_t bytes), (file, bytes))
FAILING(int, fchmod, (int file, mode_t mode), (file, mode))
FAILING(off_t, lseek, (int file, off_t offset, int whence), (file, offset, whence))

/* A file that is empty takes the place of the page. */
void *mmap(void *place, size_t bytes, int protection, int flags, int file, off_t offset)
{
    char *start = REAL(mmap)(place, bytes, protection, flags, file, offset);
    size_t page = (size_t)sysconf(_SC_PAGESIZE), bad = number("BAD_PAGE");
    if (start == MAP_FAILED || bad == 0 || file < 0 || bytes < bad * page)
        return start;
    int empty = memfd_create("empty", MFD_CLOEXEC);
    REAL(mmap)(start + (bad - 1) * page, page, protection, MAP_PRIVATE | MAP_FIXED, empty, 0);
    return start;
}

/* As file systems that keep what they had before the disk was full. */
int fallocate(int file, int mode, off_t offset, off_t bytes)
{
    int done = REAL(fallocate)(file, mode, offset, bytes);
    return fails("fallocate") ? -1 : done;
}

int fstat(int file, struct stat *status)
{
    int done = REAL(fstat)(file, status);
    if (number("AS_DEVICE") > 0 && done == 0 && (fcntl(file, F_GETFL) & O_ACCMODE) == O_RDONLY) {
        status->st_mode = S_IFBLK;
        status->st_size = 0;
    }
    return done;
}

int ioctl(int file, unsigned long request, ...)
{
    va_list more;
    va_start(more, request);
    void *answer = va_arg(more, void *);
    va_end(more);
    if (number("AS_DEVICE") == 0 || request != BLKGETSIZE64)
        return REAL(ioctl)(file, request, answer);
    *(uint64_t *)answer = number("AS_DEVICE");
    return 0;
}
