/* SPDX-License-Identifier: Apache-2.0 */
/* The accesses by which cores tell each other, two of them in each function, as in df/counter.h, wait.c and stop.c: what a
 * compiler makes of each is a thread of a litmus test (test_litmus.py, which also holds these lines against those files). */
#include <stdatomic.h>
#include <stdint.h>

typedef struct word {
    _Atomic uint64_t value;
} word;
typedef struct bell {
    _Atomic uint32_t asleep;
} asleep_word;
typedef struct ring {
    _Atomic uint32_t bell;
} bell_word;

/* A publisher that has waiters: is one asleep? */
uint64_t publishes(word *counter, asleep_word *doorbell, uint64_t value)
{
    atomic_exchange_explicit(&counter->value, value, memory_order_seq_cst);
    return atomic_load_explicit(&doorbell->asleep, memory_order_seq_cst);
}

/* A core that goes to sleep: has the counter come? */
uint64_t falls_asleep(word *counter, asleep_word *doorbell)
{
    atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst);
    return atomic_load_explicit(&counter->value, memory_order_seq_cst);
}

/* A token, and the counter of a publisher that has no waiters. */
void writes(word *counter, uint64_t *token, uint64_t value)
{
    *token = value;
    atomic_store_explicit(&counter->value, value, memory_order_release);
}

/* The same of one that has. */
void writes_and_exchanges(word *counter, uint64_t *token, uint64_t value)
{
    *token = value;
    atomic_exchange_explicit(&counter->value, value, memory_order_seq_cst);
}

/* A reader: twice the counter, and the token. */
uint64_t reads(word *counter, const uint64_t *token)
{
    uint64_t seen = atomic_load_explicit(&counter->value, memory_order_acquire);
    return 2 * seen + *token;
}

/* The end falls, and every bell rings. */
void ends(word *end, bell_word *doorbell)
{
    uint64_t current = atomic_load_explicit(&end->value, memory_order_seq_cst);
    while (!atomic_compare_exchange_weak_explicit(&end->value, &current, 0, memory_order_seq_cst,
                                                  memory_order_seq_cst))
        ;
    atomic_fetch_add_explicit(&doorbell->bell, 1, memory_order_release);
}

/* A core that goes to sleep reads its bell before it looks at the end: twice the bell, and the end. */
uint64_t looks(word *end, bell_word *doorbell)
{
    uint64_t bell = atomic_load_explicit(&doorbell->bell, memory_order_acquire);
    return 2 * bell + atomic_load_explicit(&end->value, memory_order_acquire);
}

/* Wrong on purpose, so that it is known what a pass is worth: on a PC, the exchange alone would do. */
uint64_t publishes_too_weakly(word *counter, asleep_word *doorbell, uint64_t value)
{
    atomic_exchange_explicit(&counter->value, value, memory_order_relaxed);
    return atomic_load_explicit(&doorbell->asleep, memory_order_relaxed);
}

uint64_t reads_too_weakly(word *counter, const uint64_t *token)
{
    uint64_t seen = atomic_load_explicit(&counter->value, memory_order_relaxed);
    return 2 * seen + *token;
}
