/* SPDX-License-Identifier: Apache-2.0 */
/* The other core: takes errands from the measuring one and spins between them, as the cores of programs do. */
#include "calibrate.h"

static struct {
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t sent;
    errand what;
    char *window;
    size_t bytes;
    uint32_t bell_before; /* what the bell says until the sleeper shall wake */
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint64_t done;
    uint64_t took_ns;
    alignas(DF_CACHE_LINE_BYTES) _Atomic uint32_t bell;
} mailbox;

static void run_errand(void)
{
    switch (mailbox.what) {
    case WRITE_ALL:
        write_all(mailbox.window, mailbox.bytes);
        break;
    case READ_ALL:
        read_all(mailbox.window, mailbox.bytes);
        break;
    case SLEEP:
        while (atomic_load(&mailbox.bell) == mailbox.bell_before)
            df__os_futex_wait(&mailbox.bell, mailbox.bell_before);
        break;
    case NOTHING:
    case LEAVE:
        break;
    }
}

void neighbour_run(df_core *core)
{
    (void)core;
    for (uint64_t next = 1;; next++) {
        while (atomic_load_explicit(&mailbox.sent, memory_order_acquire) < next)
            df__os_pause();
        uint64_t begin_ns = clock_ns(mailbox.bytes);
        bool leaves = mailbox.what == LEAVE;
        run_errand();
        mailbox.took_ns = clock_ns(mailbox.bytes) - begin_ns;
        atomic_store_explicit(&mailbox.done, next, memory_order_release);
        if (leaves)
            return;
    }
}

void neighbour_send(errand what, char *window, size_t bytes)
{
    mailbox.what = what;
    mailbox.window = window;
    mailbox.bytes = bytes;
    mailbox.bell_before = atomic_load(&mailbox.bell);
    uint64_t sent = atomic_load_explicit(&mailbox.sent, memory_order_relaxed);
    atomic_store_explicit(&mailbox.sent, sent + 1, memory_order_release);
}

uint64_t neighbour_await(void)
{
    uint64_t sent = atomic_load_explicit(&mailbox.sent, memory_order_relaxed);
    while (atomic_load_explicit(&mailbox.done, memory_order_acquire) < sent)
        df__os_pause();
    return mailbox.took_ns;
}

uint64_t neighbour_do(errand what, char *window, size_t bytes)
{
    neighbour_send(what, window, bytes);
    return neighbour_await();
}

void neighbour_wake(void)
{
    atomic_fetch_add(&mailbox.bell, 1);
    df__os_futex_wake(&mailbox.bell);
}
