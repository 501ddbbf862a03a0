/* SPDX-License-Identifier: Apache-2.0 */
/* How a program ends before its time: df_stop, df_end_of_input, df_fail.
 *
 * The end is one number, the iterations to run. It only falls, and every fall wakes all cores. A failure lets
 * it fall to 0, so that one comparison tells a core that it may not go on. */
#include <stdarg.h>
#include <stdio.h>

#include "df/internal.h"
#include "df/parts.h"

df__run_state *df__run_of_process;
_Thread_local df__run_state *df__run_here;
_Thread_local df__worker *df__self;

static bool lower_end(uint64_t end)
{
    uint64_t current = atomic_load_explicit(&df__run()->shared.limits.end, memory_order_seq_cst);
    do {
        if (end >= current)
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&df__run()->shared.limits.end, &current, end,
                                                    memory_order_seq_cst, memory_order_seq_cst));
    for (uint32_t core_index = 0; core_index < df__run()->program->cores; core_index++)
        df__ring(core_index);
    return true;
}

void df__end_lower(uint64_t end)
{
    lower_end(end);
}

void df__abort(void)
{
    atomic_store_explicit(&df__run()->failed, true, memory_order_seq_cst);
    lower_end(0);
}

/* Called by core 0 at the top of its passes and while it waits. No core is more than depth passes ahead of
 * it, so nobody has passed the new end. */
void df__take_signal(df_core *core)
{
    if (&df__network != NULL) {
        df__network.begin_pass(core);
        return;
    }
    atomic_store_explicit(&df__run()->shared.limits.signalled, false, memory_order_relaxed);
    atomic_store_explicit(&df__run()->interrupted, true, memory_order_relaxed);
    df__end_lower((core->pass + df__run()->program->depth_passes + 1) * core->iterations_per_pass);
}

/* Whether the graph lets the actor that calls ask for the end. */
static bool may_stop(const char *function)
{
    if (df__self == NULL || df__self->core.actor == NULL)
        df_fail("%s was called outside of an actor", function);
    return df__self->core.actor->stops;
}

static void stop_after(uint64_t iterations)
{
    if (df__self->phase == DF__PHASE_END)
        return; /* all has run */
    if (lower_end(df__self->phase == DF__PHASE_INIT ? 0 : iterations))
        atomic_store_explicit(&df__run()->stopped, true, memory_order_relaxed);
}

#define UNDECLARED(function) \
    "it calls " function " but is not declared to: add `stops;` to the actor in the graph"

const char *df__try_stop(void)
{
    if (!may_stop("df_stop()"))
        return UNDECLARED("df_stop()");
    stop_after(df__self->core.iteration + 1);
    return NULL;
}

const char *df__try_end_of_input(void)
{
    if (!may_stop("df_end_of_input()"))
        return UNDECLARED("df_end_of_input()");
    if (!df__run()->program->end_of_input_allowed)
        return "df_end_of_input() cannot take back this iteration, because a cycle of the graph lets other "
               "actors finish it first: call df_stop() one iteration earlier instead";
    stop_after(df__self->core.iteration);
    return NULL;
}

static void fail_if(const char *refusal)
{
    if (refusal != NULL)
        df_fail("%s", refusal);
}

void df_stop(void)
{
    fail_if(df__try_stop());
}

void df_end_of_input(void)
{
    fail_if(df__try_end_of_input());
}

/* Of an actor without inputs no cycle of the graph leads back to it: nobody has finished its iteration. */
void df__end_of_input(void)
{
    stop_after(df__self->core.iteration);
}

/* A thread that an actor started has no loop to return to. A library does not end the process for it. */
static _Noreturn void leave_thread(void)
{
    if (df__run() == NULL || df__run()->told != NULL)
        pthread_exit(NULL);
    df__os_exit(DF__EXIT_FAILED);
}

void df_fail(const char *format, ...)
{
    char message[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);

    if (df__run() == NULL && &df__libraries != NULL) {
        df__libraries.fail_all(message);
        leave_thread();
    }
    df__worker *worker = df__self;
    df__text where = {.length = 0};
    df__text_add_actor(&where, worker);
    df__tell_error("%.*s: %s", (int)where.length, where.bytes, message);
    if (df__run() != NULL)
        df__abort();
    if (worker == NULL || !worker->can_escape)
        leave_thread();
    worker->can_escape = false;
    longjmp(worker->escape, 1);
}
