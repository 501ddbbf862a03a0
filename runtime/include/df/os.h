/* SPDX-License-Identifier: Apache-2.0 */
/* The operating system, as the runtime sees it: one file src/os_<name>*.c per system implements this header,
 * and nothing else of the runtime speaks to the system.
 *
 * Functions that return int return 0 or an errno value. Sizes of memory are multiples of df__os_page_bytes()
 * where the comment says "pages". */
#ifndef DF_OS_H
#define DF_OS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* --- time, sleep, CPUs ---------------------------------------- */

uint64_t df__os_now_ns(void); /* monotonic */

/* Sleeps while *word == expected; may return early for no reason. */
void df__os_futex_wait(_Atomic uint32_t *word, uint32_t expected);

/* The same, but no longer than that. */
void df__os_futex_wait_briefly(_Atomic uint32_t *word, uint32_t expected, uint32_t ns);

/* Wakes all threads that sleep on the word. Safe in signal handlers. */
void df__os_futex_wake(_Atomic uint32_t *word);

/* Whether df__os_fence_all may be called from now on; may be asked again. */
bool df__os_fence_all_open(void);

/* Has every other thread of the process execute a full fence at some time during the call, and the caller at its start and
 * its end. False: the system has not done it. */
bool df__os_fence_all(void);

/* Lists the CPUs that this process may use, in rising order, at most `capacity`; returns how many there are.
 */
unsigned df__os_cpus(unsigned *cpus, unsigned capacity);

/* The same number in processes that may use the same CPUs of one machine, and hardly in others. */
uint64_t df__os_cpus_key(void);

/* Binds the calling thread to one CPU, and lets it go to all that df__os_cpus lists. */
int df__os_pin(unsigned cpu);
int df__os_pin_to(const unsigned *cpus, unsigned count); /* any of these; threads that it starts, too */
void df__os_unpin(void);

/* Short sleeps of the calling thread end when they are to, not up to 50 us later. */
void df__os_nap_exactly(void);

/* Whether CPUs are nearer to some of the machine's memory than to other (NUMA). */
bool df__os_has_several_memories(void);

/* Tells the processor that this is a spin loop. */
static inline void df__os_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
}

/* The CPU that the calling thread is on just now; -1 if that is not known. */
int df__os_cpu_now(void);

/* Others that wait for this CPU go first. */
void df__os_yield(void);

/* A number that the machine has for the place of a CPU, such as `core_id`; -1 if it tells none. */
int df__os_cpu_topology(unsigned cpu, const char *what);

/* --- threads ---------------------------------------- */

typedef struct df__os_thread {
    uintptr_t handle;
    void (*function)(void *argument);
    void *argument;
} df__os_thread;

/* What the stack of the main thread may grow to; SIZE_MAX if nothing limits it. */
size_t df__os_stack_bytes(void);

/* Starts function(argument) on a new thread on which every signal is blocked that is not sent to a thread for what it
 * did itself. Its stack is as large as that of the main thread may be. The structure must live until the join. */
int df__os_thread_start(df__os_thread *thread, void (*function)(void *argument), void *argument);
void df__os_thread_join(df__os_thread *thread);

/* A socket at `path` by which processes of the same user reach this one. One of a dead process that is there makes way. */
typedef struct df__os_socket {
    char path[256];
    int file;
    int caller; /* who is to be answered */
} df__os_socket;

int df__os_socket_open(df__os_socket *opened);
/* Waits for a request; false once the socket was shut, which another thread does. */
bool df__os_socket_take(df__os_socket *opened, char *text, size_t bytes);
void df__os_socket_answer(df__os_socket *opened, const char *text, size_t bytes);
void df__os_socket_shut(df__os_socket *opened);
void df__os_socket_close(df__os_socket *opened);

/* The number of the calling thread, and whether the thread of that number of this process now waits in a call of the
 * system for what a pipe, a socket or a terminal gives. False where the system does not tell. */
long df__os_thread_number(void);
bool df__os_awaits_input(long thread_number);

/* Whether this process has such a file open for reading, other than those of its outputs. */
bool df__os_has_slow_input(void);

/* --- memory ---------------------------------------- */

size_t df__os_page_bytes(void);

/* Takes zeroed pages that are present from then on (no fault at first use). */
int df__os_memory_take(size_t bytes, char **memory);

/* The two halves of that: zeroed pages that may come at first use, at a multiple of `alignment` (a power of
 * two and pages); and making all pages present that can be written, whatever is mapped there. */
int df__os_memory_map(size_t bytes, size_t alignment, char **memory);
int df__os_memory_make_present(char *start, size_t bytes);

/* Makes a file of zeroed pages, without a name, that lives as long as it is open or mapped. Its pages are
 * taken at first use, or before. */
int df__os_file_make(size_t bytes, int *file);
int df__os_file_take_pages(int file, size_t offset, size_t bytes);
void df__os_file_close(int file);

typedef enum df__os_mapping {
    DF__OS_MAP_SHARED,
    DF__OS_MAP_SHARED_READ_ONLY,
    DF__OS_MAP_PRIVATE, /* pages written through this mapping become its own, the file does not change */
} df__os_mapping;

/* Maps pages of the file: `offset` and `bytes` are pages. */
int df__os_file_map(int file, size_t offset, size_t bytes, df__os_mapping mapping, char **memory);

/* Maps pages of the file to be shared in place of what is mapped at `memory`. */
int df__os_file_map_over(int file, size_t offset, size_t bytes, char *memory);

/* Pages of 2 MiB that were set aside for programs that ask for them. The file takes all of its pages at
 * once, and so does each private mapping of it, as a promise: they are there when they are written. */
enum { DF__OS_HUGE_PAGE_BYTES = 2 * 1024 * 1024 };
size_t df__os_huge_pages_free(void);
int df__os_huge_file_make(size_t bytes, int *file);

/* Can the system tell which pages of a private mapping of the file are the mapping's own? Tried on the first page of the
 * file when nobody else has opened. Who has opened closes, whatever the answer was. */
bool df__os_own_pages_open(int file);
void df__os_own_pages_close(void);

/* Does each page that becomes a mapping's own raise the count of page faults? For who has opened. */
bool df__os_counts_own_pages(void);

/* Finds the pages of a private mapping that are its own: for page i of [start, start + bytes), pages[i] is
 * set to 1 if it was 0. Returns how many were set, or SIZE_MAX when the system does not tell. */
size_t df__os_find_own_pages(const char *start, size_t bytes, size_t page_bytes, unsigned char *pages);

/* Gives the own pages of a private mapping back: they show the file again. */
int df__os_memory_drop(char *start, size_t bytes);

/* Whether pages that can be read can be written as well. Safe in signal handlers. */
int df__os_memory_set_writable(char *start, size_t bytes, bool writable);

/* Makes pages inaccessible: any touch is a fault. */
int df__os_memory_forbid(char *start, size_t bytes);

void df__os_memory_release(char *memory, size_t bytes);

/* What this process can still take before the system or a control group of it runs out; SIZE_MAX if not
 * known. */
size_t df__os_memory_available_bytes(void);

/* Page faults of this process so far, and those of the calling thread. */
void df__os_page_faults(uint64_t *minor, uint64_t *major);
void df__os_thread_page_faults(uint64_t *minor, uint64_t *major);

/* The most memory that this process has had; 0 if not known. */
size_t df__os_resident_bytes(void);

/* --- signals and faults ---------------------------------------- */

typedef enum df__os_access { DF__OS_ACCESS_UNKNOWN, DF__OS_ACCESS_READ, DF__OS_ACCESS_WRITE } df__os_access;

typedef struct df__os_fault {
    int signal;
    const char *name;    /* "segmentation fault" */
    bool at_address;     /* a bad memory access; else an instruction or abort() */
    const char *address; /* null if the signal was sent by a process, or is of no memory access */
    df__os_access access;
    uintptr_t stack_pointer; /* of the thread; 0 if not known */
} df__os_fault;

/* Has SIGINT and SIGTERM call the handler, except where the process was started with that signal ignored.
 * Interrupted system calls of actors are restarted. */
void df__os_on_interrupt(void (*handler)(int signal));

/* SIGUSR1 and SIGUSR2 are to it as SIGINT and SIGTERM: launchers hand those on and keep these. They lose what comes
 * while they start, so SIGUSR1 is repeated: all together count as one. */
void df__os_on_interrupt_handed_on(void);

/* SIGINT or SIGTERM has come from the process that started this one. */
bool df__os_was_interrupted_by_parent(void);

/* Calls the function after that time, as the handler of the signal, which df__os_on_interrupt must have set up. To be
 * called once. Safe in signal handlers. */
void df__os_remind(int signal, uint64_t ns, void (*function)(void));

/* The same for SIGQUIT. */
void df__os_on_quit(void (*handler)(int signal));

/* Has a write beyond the size that files may have (ulimit -f) call the handler on the thread that writes; the write then
 * fails with EFBIG. */
void df__os_on_file_limit(void (*handler)(int signal));

/* Has a bad memory access, an arithmetic error, an illegal instruction and abort() call the handler, on its own
 * stack. When the handler returns true, the access is tried again; else the fault takes the course that it would
 * have taken without us. 0, or why bad memory accesses do not. */
int df__os_on_fault(bool (*handler)(const df__os_fault *fault));

/* The stack for the fault handler of the calling thread, whose own may be what is full; leave before the thread ends. */
typedef struct df__os_fault_stack {
    char *memory;
    uintptr_t
        ordinary_start; /* of the stack that the thread has else, which grows down to there; 0 if not known */
    void *previous_memory;
    size_t previous_bytes;
    int previous_flags;
} df__os_fault_stack;

void df__os_fault_stack_enter(df__os_fault_stack *stack);
void df__os_fault_stack_leave(df__os_fault_stack *stack);

/* The thread of that stack went beyond the end of its ordinary one. Safe in signal handlers. */
bool df__os_is_stack_overflow(const df__os_fault_stack *stack, const df__os_fault *fault);

/* A file to write to in memory, which is freed by the caller once the file is closed; null if there is none to be had. */
FILE *df__os_text_file(char **text, size_t *bytes);

/* Whether an open file still has, or has now, this name; and whether a stream is a regular file of that name. */
bool df__os_has_name(int file, const char *name);
bool df__os_is_saved_as(FILE *file, const char *name);

/* Writes to the standard error output, if that can be done soon: nothing waits for a reader that does not read. Safe in
 * signal handlers. */
void df__os_write_error(const char *text, size_t bytes);

/* Ends the process at once: no buffers are written, no functions called. Safe in signal handlers. */
_Noreturn void df__os_exit(int status);

long df__os_process_number(void);

/* os_linux_library.c: a shared library and what it has by a name; null where there is none. It stays open. */
void *df__os_library_open(const char *name);
void *df__os_library_symbol(void *library, const char *name);

#endif
