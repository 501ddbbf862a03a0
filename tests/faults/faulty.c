/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into a program with `--wrap` for each call below: makes one of them fail.
 *
 * FAULTY_CALL=name    the call
 * FAULTY_NTH=n        its n-th use fails, counted from 1
 * FAULTY_FOREVER=1    and so do all that follow
 * FAULTY_ERRNO=e      with this error
 * FAULTY_COUNTS=file  how often each was used is written there at the end */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>

FILE *__real_fopen(const char *path, const char *mode);

enum { CALLS_MAX = 64 };

typedef struct call {
    const char *name;
    atomic_uint uses;
} call;

static call calls[CALLS_MAX];
static atomic_int calls_count;

static call *call_named(const char *name)
{
    for (int i = 0; i < atomic_load(&calls_count); i++)
        if (calls[i].name != NULL && strcmp(calls[i].name, name) == 0)
            return &calls[i];
    int own = atomic_fetch_add(&calls_count, 1);
    calls[own].name = name;
    return &calls[own];
}

static unsigned wish(const char *name)
{
    const char *text = getenv(name);
    return text == NULL ? 0 : (unsigned)strtoul(text, NULL, 10);
}

/* Sets errno to the error if this use fails, and returns it; else 0. */
static int fails(const char *name)
{
    const char *wanted = getenv("FAULTY_CALL");
    unsigned use = atomic_fetch_add(&call_named(name)->uses, 1) + 1;
    unsigned nth = wish("FAULTY_NTH");
    if (wanted == NULL || strcmp(wanted, name) != 0 || use < nth ||
        (use > nth && wish("FAULTY_FOREVER") == 0))
        return 0;
    errno = (int)wish("FAULTY_ERRNO");
    return errno;
}

__attribute__((destructor)) static void write_counts(void)
{
    const char *path = getenv("FAULTY_COUNTS");
    FILE *file = path == NULL ? NULL : __real_fopen(path, "w");
    if (file == NULL)
        return;
    for (int i = 0; i < atomic_load(&calls_count); i++)
        fprintf(file, "%s %u\n", calls[i].name, atomic_load(&calls[i].uses));
    fclose(file);
}

#define WRAPPED(type, name, parameters, arguments, failure)      \
    type __real_##name parameters;                               \
    type __wrap_##name parameters;                               \
    type __wrap_##name parameters                                \
    {                                                            \
        int error = fails(#name);                                \
        (void)error;                                             \
        return error != 0 ? (failure) : __real_##name arguments; \
    }

WRAPPED(void *, mmap, (void *at, size_t bytes, int protection, int flags, int file, off_t offset),
        (at, bytes, protection, flags, file, offset), (void *)-1)
WRAPPED(int, munmap, (void *start, size_t bytes), (start, bytes), -1)
WRAPPED(int, mprotect, (void *start, size_t bytes, int protection), (start, bytes, protection), -1)
WRAPPED(int, madvise, (void *start, size_t bytes, int advice), (start, bytes, advice), -1)
WRAPPED(int, memfd_create, (const char *name, unsigned flags), (name, flags), -1)
WRAPPED(int, ftruncate, (int file, off_t bytes), (file, bytes), -1)
WRAPPED(int, posix_fallocate, (int file, off_t offset, off_t bytes), (file, offset, bytes), error)
WRAPPED(int, close, (int file), (file), -1)
WRAPPED(ssize_t, pread, (int file, void *to, size_t bytes, off_t offset), (file, to, bytes, offset), -1)
WRAPPED(ssize_t, write, (int file, const void *from, size_t bytes), (file, from, bytes), -1)
WRAPPED(FILE *, fopen, (const char *path, const char *mode), (path, mode), NULL)
WRAPPED(char *, fgets, (char *to, int bytes, FILE *file), (to, bytes, file), NULL)
WRAPPED(int, fclose, (FILE * file), (file), EOF)
WRAPPED(int, fflush, (FILE * file), (file), EOF)
WRAPPED(void *, malloc, (size_t bytes), (bytes), NULL)
WRAPPED(void *, calloc, (size_t count, size_t bytes), (count, bytes), NULL)
WRAPPED(cpu_set_t *, __sched_cpualloc, (size_t count), (count), NULL)
WRAPPED(int, sched_getaffinity, (pid_t process, size_t bytes, cpu_set_t *set), (process, bytes, set), -1)
WRAPPED(int, pthread_setaffinity_np, (pthread_t thread, size_t bytes, const cpu_set_t *set),
        (thread, bytes, set), error)
WRAPPED(int, pthread_create,
        (pthread_t * thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument),
        (thread, attributes, function, argument), error)
WRAPPED(int, pthread_attr_init, (pthread_attr_t * attributes), (attributes), error)
WRAPPED(int, pthread_attr_setstacksize, (pthread_attr_t * attributes, size_t bytes), (attributes, bytes),
        error)
WRAPPED(int, getrlimit, (__rlimit_resource_t resource, struct rlimit *limit), (resource, limit), -1)
WRAPPED(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *before), (how, set, before), error)
WRAPPED(int, sigaction, (int signal, const struct sigaction *action, struct sigaction *before),
        (signal, action, before), -1)
WRAPPED(int, sigaltstack, (const stack_t *stack, stack_t *before), (stack, before), -1)

int __real_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    int mode = va_arg(arguments, int);
    va_end(arguments);
    return fails("open") != 0 ? -1 : __real_open(path, flags, mode);
}

int __real_ioctl(int file, unsigned long request, ...);
int __wrap_ioctl(int file, unsigned long request, ...);
int __wrap_ioctl(int file, unsigned long request, ...)
{
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return fails("ioctl") != 0 ? -1 : __real_ioctl(file, request, argument);
}

/* Of the runtime's system calls by number only the wait for a futex can fail without being told by its result. */
long __real_syscall(long number, ...);
long __wrap_syscall(long number, ...);
long __wrap_syscall(long number, ...)
{
    long given[6];
    va_list arguments;
    va_start(arguments, number);
    for (int i = 0; i < 6; i++)
        given[i] = va_arg(arguments, long);
    va_end(arguments);
    if (number == SYS_futex && (given[1] & FUTEX_CMD_MASK) == FUTEX_WAIT && fails("syscall") != 0)
        return -1;
    return __real_syscall(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}
