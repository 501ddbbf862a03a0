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

/* The same where who falls asleep provides the fence. */
uint64_t publishes_unfenced(word *counter, asleep_word *doorbell, uint64_t value)
{
    atomic_store_explicit(&counter->value, value, memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    return atomic_load_explicit(&doorbell->asleep, memory_order_relaxed);
}

/* The system interrupts a thread for its fence, at any point: the first word is 1 once that is asked for, and 2 when it is
 * done. */
static inline void is_interrupted(word *call)
{
    uint64_t asked = atomic_load_explicit(&call->value, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&call->value, asked + 1, memory_order_relaxed);
}

uint64_t publishes_interrupted_before(word *call, word *counter, asleep_word *doorbell, uint64_t value)
{
    is_interrupted(call);
    return publishes_unfenced(counter, doorbell, value);
}

uint64_t publishes_interrupted_between(word *call, word *counter, asleep_word *doorbell, uint64_t value)
{
    atomic_store_explicit(&counter->value, value, memory_order_release);
    is_interrupted(call);
    return atomic_load_explicit(&doorbell->asleep, memory_order_relaxed);
}

uint64_t publishes_interrupted_after(word *call, word *counter, asleep_word *doorbell, uint64_t value)
{
    uint64_t asleep = publishes_unfenced(counter, doorbell, value);
    is_interrupted(call);
    return asleep;
}

/* Asks for the interrupt of the publisher, and what it sees then of the answer. */
static inline uint64_t fences_all(word *call)
{
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&call->value, 1, memory_order_relaxed);
    uint64_t answer = atomic_load_explicit(&call->value, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    return answer;
}

/* A core that goes to sleep and provides the fence: twice the answer, and the counter. */
uint64_t falls_asleep_and_fences(word *call, word *counter, asleep_word *doorbell)
{
    atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst);
    uint64_t answer = fences_all(call);
    return 2 * answer + atomic_load_explicit(&counter->value, memory_order_seq_cst);
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

uint64_t falls_asleep_and_fences_too_early(word *call, word *counter, asleep_word *doorbell)
{
    uint64_t answer = fences_all(call);
    atomic_exchange_explicit(&doorbell->asleep, 1, memory_order_seq_cst);
    return 2 * answer + atomic_load_explicit(&counter->value, memory_order_seq_cst);
}

uint64_t reads_too_weakly(word *counter, const uint64_t *token)
{
    uint64_t seen = atomic_load_explicit(&counter->value, memory_order_relaxed);
    return 2 * seen + *token;
}
