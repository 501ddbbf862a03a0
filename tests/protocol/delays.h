/* SPDX-License-Identifier: Apache-2.0 */
/* Included before all else (-include): before each atomic access a thread may give way or sleep for a moment, so that
 * orders of steps are seen that hardly ever happen by themselves. */
#ifndef DELAYS_H
#define DELAYS_H

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

static inline void delay_perhaps(void)
{
    static _Thread_local uint64_t state;
    struct timespec moment = {.tv_nsec = 30000};
    if (state == 0) {
        const char *seed = getenv("DELAYS_SEED");
        state =
            (uintptr_t)&state ^ (seed == NULL ? 1 : strtoull(seed, NULL, 10) * UINT64_C(0x9E3779B97F4A7C15));
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if (state % 256 == 0)
        nanosleep(&moment, NULL);
    else if (state % 8 == 0)
        sched_yield();
}

#undef atomic_load_explicit
#undef atomic_store_explicit
#undef atomic_exchange_explicit
#undef atomic_fetch_add_explicit
#undef atomic_compare_exchange_weak_explicit
#define atomic_load_explicit(object, order) (delay_perhaps(), __atomic_load_n(object, order))
#define atomic_store_explicit(object, value, order) \
    (delay_perhaps(), __atomic_store_n(object, value, order), delay_perhaps())
#define atomic_exchange_explicit(object, value, order) \
    (delay_perhaps(), __atomic_exchange_n(object, value, order))
#define atomic_fetch_add_explicit(object, value, order) \
    (delay_perhaps(), __atomic_fetch_add(object, value, order))
#define atomic_compare_exchange_weak_explicit(object, expected, value, order, order_else) \
    (delay_perhaps(), __atomic_compare_exchange_n(object, expected, value, 1, order, order_else))

#endif
