/* SPDX-License-Identifier: Apache-2.0 */
/* Signals: the first SIGINT or SIGTERM asks for an orderly end, the second exits at once; a bad memory access
 * is told with the actor that fired. Handlers use only text.c, atomics and the signal-safe part of the OS
 * layer. */
#include "df/internal.h"

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

static void on_interrupt(int signal)
{
    if (atomic_exchange_explicit(&df__run.signal, signal, memory_order_seq_cst) != 0)
        exit_at_once(signal);
    atomic_store_explicit(&df__limits_now.signalled, true, memory_order_seq_cst);
    df__ring(0);
}

/* Called by core 0 at the top of its passes and while it waits. No core is more than depth passes ahead of
 * it, so nobody has passed the new end. */
void df__take_signal(df_core *core)
{
    atomic_store_explicit(&df__limits_now.signalled, false, memory_order_relaxed);
    atomic_store_explicit(&df__run.interrupted, true, memory_order_relaxed);
    df__end_lower((core->pass + df__run.program->depth_passes + 1) * core->iterations_per_pass);
}

static bool on_fault(const df__os_fault *fault)
{
    if (&df__views != NULL && df__views.mend(fault))
        return true;
    df__worker *worker = df__self;
    if (df__run.program->guard && worker != NULL)
        df__guard.explain(worker, fault);
    df__text text = {.length = 0};
    df__text_add(&text, "error: ");
    df__text_add_actor(&text, worker);
    df__text_add(&text, ": ");
    df__text_add(&text, fault->name);
    df__text_add(&text, " at address ");
    df__text_add_address(&text, fault->address);
    if (worker != NULL) {
        df__text_add(&text, " on core ");
        df__text_add_number(&text, worker->core.index);
    }
    if (!df__run.program->guard)
        df__text_add(&text, " (compile with --guard to see which port)");
    df__text_write(&text);
    return false;
}

void df__signals_catch(void)
{
    df__os_on_interrupt(on_interrupt);
    df__os_on_quit(on_quit);
    df__run.fault_handler_error = df__os_on_fault(on_fault);
}
