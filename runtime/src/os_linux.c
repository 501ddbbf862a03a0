/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: clock, futex, CPUs, threads and signals. Faults are in
 * os_linux_fault.c, memory is in os_linux_memory.c, what views need of it in os_linux_pages.c. */
#define _GNU_SOURCE
#include "df/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

uint64_t df__os_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void df__os_futex_wait(_Atomic uint32_t *word, uint32_t expected)
{
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

void df__os_futex_wait_briefly(_Atomic uint32_t *word, uint32_t expected, uint32_t ns)
{
    struct timespec time = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)};
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, expected, &time, NULL, 0);
}

void df__os_futex_wake(_Atomic uint32_t *word)
{
    int saved_errno = errno; /* signal handlers must leave it alone */
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
    errno = saved_errno;
}

#ifdef SYS_membarrier
/* As in linux/membarrier.h, which is younger than the call. */
enum { FENCE_ALL = 1 << 3, REGISTER_TO_FENCE_ALL = 1 << 4 };

static bool membarrier(int command)
{
    return syscall(SYS_membarrier, command, 0, 0) == 0;
}
#else
enum { FENCE_ALL, REGISTER_TO_FENCE_ALL };

static bool membarrier(int command)
{
    (void)command;
    return false;
}
#endif

bool df__os_fence_all_open(void)
{
    return membarrier(REGISTER_TO_FENCE_ALL);
}

bool df__os_fence_all(void)
{
    return membarrier(FENCE_ALL);
}

enum { CPUS_MAX = 8192 };
static unsigned long allowed_cpus[CPUS_MAX / (8 * sizeof(unsigned long))];
static pthread_mutex_t cpus_lock = PTHREAD_MUTEX_INITIALIZER; /* instances of libraries may ask at once */

static unsigned list(const cpu_set_t *set, unsigned *cpus, unsigned capacity)
{
    unsigned found = 0;
    for (unsigned cpu = 0; cpu < CPUS_MAX; cpu++) {
        if (!CPU_ISSET_S(cpu, sizeof allowed_cpus, set))
            continue;
        if (found < capacity)
            cpus[found] = cpu;
        found++;
    }
    return found;
}

unsigned df__os_cpus(unsigned *cpus, unsigned capacity)
{
    cpu_set_t *set = (cpu_set_t *)allowed_cpus;
    pthread_mutex_lock(&cpus_lock);
    bool is_known = sched_getaffinity(0, sizeof allowed_cpus, set) == 0;
    unsigned found = is_known ? list(set, cpus, capacity) : 0;
    pthread_mutex_unlock(&cpus_lock);
    return found;
}

static uint64_t mixed(uint64_t key, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        key = (key ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return key;
}

static bool read_line(const char *path, char *line, int size)
{
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    bool is_read = fgets(line, size, file) != NULL;
    fclose(file);
    return is_read;
}

uint64_t df__os_cpus_key(void)
{
    char boot[64] = "";
    unsigned cpus[CPUS_MAX], count = df__os_cpus(cpus, CPUS_MAX);
    bool is_known = read_line("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    uint64_t machine = mixed(UINT64_C(0xcbf29ce484222325), boot, is_known ? sizeof boot : 0);
    return mixed(machine, cpus, count * sizeof *cpus);
}

int df__os_cpu_now(void)
{
    return sched_getcpu();
}

void df__os_yield(void)
{
    sched_yield();
}

int df__os_cpu_topology(unsigned cpu, const char *what)
{
    char path[128], line[32];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/topology/%s", cpu, what);
    return read_line(path, line, sizeof line) ? (int)strtol(line, NULL, 10) : -1;
}

int df__os_pin_to(const unsigned *cpus, unsigned count)
{
    cpu_set_t *set = CPU_ALLOC(CPUS_MAX);
    size_t bytes = CPU_ALLOC_SIZE(CPUS_MAX);
    if (set == NULL)
        return ENOMEM;
    CPU_ZERO_S(bytes, set);
    for (unsigned i = 0; i < count; i++)
        CPU_SET_S(cpus[i], bytes, set);
    int error = pthread_setaffinity_np(pthread_self(), bytes, set);
    CPU_FREE(set);
    return error;
}

int df__os_pin(unsigned cpu)
{
    return df__os_pin_to(&cpu, 1);
}

void df__os_nap_exactly(void)
{
    (void)prctl(PR_SET_TIMERSLACK, 1ul, 0ul, 0ul, 0ul);
}

void df__os_unpin(void)
{
    pthread_setaffinity_np(pthread_self(), sizeof allowed_cpus, (cpu_set_t *)allowed_cpus);
}

bool df__os_has_several_memories(void)
{
    char nodes[16] = ""; /* "0" or "0-3" or "0,2" */
    int file = open("/sys/devices/system/node/has_memory", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t length = pread(file, nodes, sizeof nodes - 1, 0);
    close(file);
    for (ssize_t i = 0; i < length; i++) {
        if (nodes[i] == '-' || nodes[i] == ',')
            return true;
    }
    return false;
}

static void *run_thread(void *argument)
{
    df__os_thread *thread = argument;
    thread->function(thread->argument);
    return NULL;
}

size_t df__os_stack_bytes(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ? SIZE_MAX
                                                                                   : limit.rlim_cur;
}

/* Libraries disagree on what a thread gets by itself: from 128 KiB to the limit of the main thread, and 2 MiB where there
 * is no limit. An actor must not fail for running on another core. */
static void set_stack_size(pthread_attr_t *attributes)
{
    enum { UNLIMITED_BYTES = 64 * 1024 * 1024 };
    size_t bytes = df__os_stack_bytes(), page_bytes = df__os_page_bytes();
    bytes = bytes == SIZE_MAX ? UNLIMITED_BYTES : (bytes + page_bytes - 1) / page_bytes * page_bytes;
    pthread_attr_setstacksize(attributes, bytes); /* what is refused leaves the library's own size */
}

int df__os_thread_start(df__os_thread *thread, void (*function)(void *argument), void *argument)
{
    sigset_t blocked;
    sigset_t before;
    pthread_t handle;
    pthread_attr_t attributes;
    sigfillset(&blocked);
    sigdelset(&blocked, SIGSEGV);
    sigdelset(&blocked, SIGBUS);
    sigdelset(&blocked, SIGFPE);
    sigdelset(&blocked, SIGILL);
    sigdelset(&blocked, SIGTRAP);
    sigdelset(&blocked, SIGXFSZ);
    thread->function = function;
    thread->argument = argument;
    int error = pthread_attr_init(&attributes);
    if (error != 0)
        return error;
    set_stack_size(&attributes);
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    error = pthread_create(&handle, &attributes, run_thread, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    thread->handle = error == 0 ? (uintptr_t)handle : 0;
    return error;
}

void df__os_thread_join(df__os_thread *thread)
{
    pthread_join((pthread_t)thread->handle, NULL);
}

static void (*interrupt_handler)(int signal);
static void (*quit_handler)(int signal);
static void (*file_limit_handler)(int signal);
static void (*reminder)(void);
static _Atomic bool was_interrupted_by_parent, was_handed_on;

/* What the handlers call may set errno, which an actor may be about to read. */
static void on_signal(int signal, siginfo_t *info, void *context)
{
    int saved_errno = errno;
    (void)context;
    if ((signal == SIGINT || signal == SIGTERM) && info->si_code == SI_USER && info->si_pid == getppid())
        atomic_store(&was_interrupted_by_parent, true);
    if (signal == SIGUSR1 && atomic_exchange(&was_handed_on, true))
        return;
    signal = signal == SIGUSR1 ? SIGINT : signal == SIGUSR2 ? SIGTERM : signal;
    if (info->si_code == SI_TIMER && info->si_value.sival_ptr == (void *)&reminder)
        reminder();
    else if (signal == SIGXFSZ)
        file_limit_handler(signal);
    else
        (signal == SIGQUIT ? quit_handler : interrupt_handler)(signal);
    errno = saved_errno;
}

static void catch_signal(int signal)
{
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

static void catch_unless_ignored(int signal)
{
    struct sigaction before;
    if (sigaction(signal, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        catch_signal(signal);
}

void df__os_on_interrupt(void (*handler)(int signal))
{
    interrupt_handler = handler;
    catch_unless_ignored(SIGINT);
    catch_unless_ignored(SIGTERM);
}

void df__os_on_interrupt_handed_on(void)
{
    catch_signal(SIGUSR1);
    catch_signal(SIGUSR2);
}

bool df__os_was_interrupted_by_parent(void)
{
    return atomic_load(&was_interrupted_by_parent);
}

void df__os_on_quit(void (*handler)(int signal))
{
    quit_handler = handler;
    catch_unless_ignored(SIGQUIT);
}

void df__os_on_file_limit(void (*handler)(int signal))
{
    file_limit_handler = handler;
    catch_signal(SIGXFSZ);
}

/* By number: older C libraries have these functions in a library of their own, and do not say that timer_create may be
 * called here. */
void df__os_remind(int signal, uint64_t ns, void (*function)(void))
{
    struct sigevent event = {
        .sigev_notify = SIGEV_SIGNAL, .sigev_signo = signal, .sigev_value.sival_ptr = (void *)&reminder};
    struct itimerspec when = {
        .it_value = {.tv_sec = (time_t)(ns / 1000000000u), .tv_nsec = (long)(ns % 1000000000u)}};
    int timer;
    reminder = function;
    if (syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0)
        syscall(SYS_timer_settime, timer, 0, &when, NULL);
}

FILE *df__os_text_file(char **text, size_t *bytes)
{
    return open_memstream(text, bytes);
}

bool df__os_has_name(int file, const char *name)
{
    struct stat own, named;
    return fstat(file, &own) == 0 && stat(name, &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

bool df__os_is_saved_as(FILE *file, const char *name)
{
    struct stat status;
    int number = fileno(file);
    return number >= 0 && fstat(number, &status) == 0 && S_ISREG(status.st_mode) &&
           df__os_has_name(number, name);
}

void df__os_write_error(const char *text, size_t bytes)
{
    enum { WAIT_MS = 100 };
    struct pollfd errors = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&errors, 1, WAIT_MS) == 0)
        return;
    while (bytes > 0) {
        ssize_t written = write(STDERR_FILENO, text, bytes);
        if (written <= 0)
            return; /* nobody can be told */
        text += written;
        bytes -= (size_t)written;
    }
}

long df__os_process_number(void)
{
    return (long)getpid();
}

void df__os_exit(int status)
{
    _exit(status);
}
