/* SPDX-License-Identifier: Apache-2.0 */
/* Signals: the first SIGINT or SIGTERM asks for an orderly end, a later one exits at once; a crash is told with
 * the actor that fired. Handlers use only text.c, atomics and the signal-safe part of the OS layer. */
#include "df/internal.h"
#include "df/parts.h"

/* One request may come as several signals: `timeout` signals its child, then the child's group. */
static const uint64_t SAME_REQUEST_NS = 200000000;
static const uint64_t PATIENCE_NS = 1000000000;

static _Atomic uint64_t asked_ns; /* when the first signal came; 0: none did */
static _Atomic bool tells_file_limit;

static void exit_at_once(int signal)
{
    df__text text = {.length = 0};
    df__text_add(&text, "interrupted twice: exit without an orderly end");
    df__text_write(&text);
    df__states_print();
    df__os_exit(128 + signal);
}

static void on_quit(int signal)
{
    (void)signal;
    df__states_print();
}

static void on_patience_lost(void)
{
    df__text text = {.length = 0};
    df__text_add(&text, df__run()->program->name);
    df__text_add(
        &text,
        " still runs a second after the signal: an actor waits for input, or the passes that have begun "
        "take long ('dfgen compile --latency 1' makes them short); another signal exits at once");
    df__text_write(&text);
    df__states_print_busy();
}

static void on_interrupt(int signal)
{
    uint64_t now_ns = df__os_now_ns(), first_ns = 0;
    if (!atomic_compare_exchange_strong_explicit(&asked_ns, &first_ns, now_ns, memory_order_seq_cst,
                                                 memory_order_seq_cst)) {
        if (now_ns >= first_ns + SAME_REQUEST_NS)
            exit_at_once(signal);
        return;
    }
    atomic_store_explicit(&df__run()->signal, signal, memory_order_seq_cst);
    atomic_store_explicit(&df__run()->shared.limits.signalled, true, memory_order_seq_cst);
    df__ring(0);
    df__os_remind(signal, PATIENCE_NS, on_patience_lost);
    if (df__run()->arguments.quiet)
        return;
    df__text text = {.length = 0};
    df__text_add(&text, "interrupted: ends in order; another signal exits at once");
    df__text_write(&text);
}

/* An actor may not look at what the system answers: an output that ends in the middle is a failure. */
static void on_file_limit(int signal)
{
    (void)signal;
    if (!atomic_load_explicit(&tells_file_limit, memory_order_relaxed))
        return;
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add_actor(&text, df__self);
    df__text_add(&text, ": a file cannot grow further, because the size of files is limited (ulimit -f)");
    df__text_write(&text);
    df__abort();
}

static void tell_of_full_stack(const df__worker *worker)
{
    df__text text = {.length = 0};
    size_t limit_bytes = df__os_stack_bytes();
    df__text_add(&text, "error: ");
    df__text_add_actor(&text, worker);
    df__text_add(&text, ": its stack is full on core ");
    df__text_add_number(&text, worker->core.index);
    df__text_add(&text, ": calls go too deep, or local variables are too large");
    if (limit_bytes != SIZE_MAX) {
        df__text_add(&text, " for ");
        df__text_add_number(&text, limit_bytes / 1024);
        df__text_add(&text, " KiB (ulimit -s)");
    }
    df__text_add(&text, "; large ones may be part of the actor's state");
    df__text_write(&text);
}

static bool on_fault(const df__os_fault *fault)
{
    if (fault->at_address && &df__views != NULL && df__views.mend(fault))
        return true;
    if (fault->at_address && &df__files != NULL && df__files.mend(fault))
        return true;
    df__worker *worker = df__self;
    if (fault->at_address && worker != NULL && df__os_is_stack_overflow(&worker->fault_stack, fault)) {
        tell_of_full_stack(worker);
        return false;
    }
    bool guarded = df__run()->program->guard && fault->at_address;
    if (guarded && worker != NULL)
        df__guard.explain(worker, fault);
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add_actor(&text, worker);
    df__text_add(&text, ": ");
    df__text_add(&text, fault->name);
    if (fault->at_address) {
        df__text_add(&text, " at address ");
        df__text_add_address(&text, fault->address);
    }
    if (worker != NULL) {
        df__text_add(&text, " on core ");
        df__text_add_number(&text, worker->core.index);
    }
    bool fires = worker != NULL && worker->core.actor != NULL && worker->phase == DF__PHASE_FIRE;
    if (!fault->at_address)
        df__text_add(&text, " (a debugger tells which line of C, if built with --debug)");
    else if (fires && !guarded)
        df__text_add(&text, " (with --guard it tells which port, with --sanitize address which line of C)");
    else
        df__text_add(&text, " (with --sanitize address it tells which line of C)");
    df__text_write(&text);
    return false;
}

void df__file_limit_survive(void)
{
    df__os_on_file_limit(on_file_limit);
}

void df__file_limit_tell(bool tells)
{
    atomic_store(&tells_file_limit, tells);
}

void df__signals_catch(void)
{
    df__os_on_interrupt(on_interrupt);
    if (&df__network != NULL)
        df__os_on_interrupt_handed_on();
    df__os_on_quit(on_quit);
    df__run()->fault_handler_error = df__os_on_fault(on_fault);
}
