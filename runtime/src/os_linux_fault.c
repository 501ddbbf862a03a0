/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: faults, and the stack on which their handler runs. */
#define _GNU_SOURCE
#include "df/os.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

static bool (*fault_handler)(const df__os_fault *fault);

static struct fault_kind {
    int signal;
    const char *name;
    bool at_address; /* what it tells is the address of data, not of an instruction */
    struct sigaction before;
} fault_kinds[] = {
    {.signal = SIGSEGV, .name = "segmentation fault", .at_address = true},
    {.signal = SIGBUS, .name = "bus error", .at_address = true},
    {.signal = SIGFPE, .name = "arithmetic error, such as a division by zero"},
    {.signal = SIGILL, .name = "illegal instruction"},
    {.signal = SIGABRT, .name = "abort() was called, as by a failed assert()"},
};

static struct fault_kind *fault_kind_of(int signal)
{
    struct fault_kind *kind = fault_kinds;
    while (kind->signal != signal)
        kind++;
    return kind;
}

static df__os_access access_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    enum { PAGE_FAULT = 14, WRITE_BIT = 2 };
    if (context->uc_mcontext.gregs[REG_TRAPNO] != PAGE_FAULT)
        return DF__OS_ACCESS_UNKNOWN;
    return (context->uc_mcontext.gregs[REG_ERR] & WRITE_BIT) != 0 ? DF__OS_ACCESS_WRITE : DF__OS_ACCESS_READ;
#else
    (void)context;
    return DF__OS_ACCESS_UNKNOWN;
#endif
}

static uintptr_t stack_pointer_of(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.sp;
#else
    (void)context;
    return 0;
#endif
}

/* A fault that the handler did not mend: the action of before is put back and the faulting instruction is run
 * again. A signal sent by another process has no such instruction and is raised anew. */
static void on_fault(int signal, siginfo_t *info, void *context)
{
    struct fault_kind *kind = fault_kind_of(signal);
    bool sent = info->si_code <= 0;
    bool foreign = signal == SIGABRT && info->si_code == SI_USER; /* no actor called abort() */
    int saved_errno = errno;
    df__os_fault fault = {
        .signal = signal,
        .name = kind->name,
        .at_address = kind->at_address,
        .address = sent || !kind->at_address ? NULL : info->si_addr,
        .access = sent || !kind->at_address ? DF__OS_ACCESS_UNKNOWN : access_of(context),
        .stack_pointer = stack_pointer_of(context),
    };
    if (!foreign && fault_handler(&fault)) {
        errno = saved_errno;
        return;
    }
    sigaction(signal, &kind->before, NULL);
    if (sent)
        raise(signal);
}

int df__os_on_fault(bool (*handler)(const df__os_fault *fault))
{
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    int error = 0;
    sigemptyset(&action.sa_mask);
    fault_handler = handler;
    for (size_t i = 0; i < sizeof fault_kinds / sizeof *fault_kinds; i++)
        if (sigaction(fault_kinds[i].signal, &action, &fault_kinds[i].before) != 0 &&
            fault_kinds[i].at_address)
            error = errno;
    return error;
}

static uintptr_t ordinary_stack_start(void)
{
    pthread_attr_t attributes;
    void *start = NULL;
    size_t bytes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0)
        return 0;
    if (pthread_attr_getstack(&attributes, &start, &bytes) != 0)
        start = NULL;
    pthread_attr_destroy(&attributes);
    return (uintptr_t)start;
}

void df__os_fault_stack_enter(df__os_fault_stack *stack)
{
    enum { STACK_BYTES = 64 * 1024 };
    stack_t previous = {.ss_flags = SS_DISABLE};
    stack->ordinary_start = ordinary_stack_start();
    stack->memory = malloc(STACK_BYTES);
    if (stack->memory == NULL)
        return; /* faults are then handled on the ordinary stack */
    stack_t own = {.ss_sp = stack->memory, .ss_size = STACK_BYTES};
    sigaltstack(&own, &previous);
    stack->previous_memory = previous.ss_sp;
    stack->previous_bytes = previous.ss_size;
    stack->previous_flags = previous.ss_flags;
}

void df__os_fault_stack_leave(df__os_fault_stack *stack)
{
    if (stack->memory == NULL)
        return;
    stack_t previous = {
        .ss_sp = stack->previous_memory, .ss_size = stack->previous_bytes, .ss_flags = stack->previous_flags};
    sigaltstack(&previous, NULL);
    free(stack->memory);
    stack->memory = NULL;
}

/* A call may reserve much at once, so what is touched lies anywhere between the end and the stack pointer, or a little
 * below it: what is pushed, and what a function without calls uses. Libraries count pages that nobody may touch to the
 * stack, or do not. */
bool df__os_is_stack_overflow(const df__os_fault_stack *stack, const df__os_fault *fault)
{
    enum { BELOW_POINTER_BYTES = 512, PAGES_OF_NOBODY_BYTES = 64 * 1024 };
    uintptr_t address = (uintptr_t)fault->address;
    if (fault->stack_pointer == 0 || stack->ordinary_start == 0 || address < BELOW_POINTER_BYTES)
        return false;
    return address < stack->ordinary_start + PAGES_OF_NOBODY_BYTES &&
           address + BELOW_POINTER_BYTES >= fault->stack_pointer;
}
