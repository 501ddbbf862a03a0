/* SPDX-License-Identifier: Apache-2.0 */
/* One thread streams a window and publishes it by a release store; another must then see every byte of it.
 * ROUNDS times with each kernel that this processor runs, with copies and fills in turns. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"
#include "df/stream.h"

enum { WORDS = 32, BYTES = WORDS * sizeof(uint64_t) };

static _Alignas(64) uint64_t window[WORDS];
static _Atomic uint64_t published, taken;

static uint64_t wait_for(_Atomic uint64_t *counter, uint64_t least)
{
    uint64_t value;
    for (unsigned spins = 0; (value = atomic_load_explicit(counter, memory_order_acquire)) < least; spins++)
        if (spins % 1024 == 1023)
            sched_yield();
    return value;
}

/* What all words of the window hold in this round. */
static uint64_t word_of(uint64_t round)
{
    return UINT64_C(0x0101010101010101) * (round % 251);
}

/* From the end: what was stored last would be seen late. The window is small, for a large one would be done
 * before the counter was seen. */
static void *read_all(void *rounds)
{
    for (uint64_t round = 1; round <= *(uint64_t *)rounds; round++) {
        wait_for(&published, round);
        for (size_t i = WORDS; i-- > 0;)
            CHECK(window[i] == word_of(round));
        atomic_store_explicit(&taken, round, memory_order_release);
    }
    return NULL;
}

static void write_all(const df__stream_kernel *kernel, uint64_t rounds)
{
    static uint64_t source[WORDS];
    for (uint64_t round = 1; round <= rounds; round++) {
        for (size_t i = 0; i < WORDS; i++)
            source[i] = word_of(round);
        wait_for(&taken, round - 1);
        if (round % 2 == 0)
            df__stream_copy(kernel, window, source, BYTES);
        else
            df__stream_fill(kernel, window, (int)(round % 251), BYTES);
        atomic_store_explicit(&published, round, memory_order_release);
    }
}

int main(void)
{
    uint64_t rounds = shape("ROUNDS", 20000);
    for (const df__stream_kernel *const *kernel = df__stream_kernels; *kernel != NULL; kernel++) {
        if (!(*kernel)->is_here())
            continue;
        pthread_t reader;
        published = 0;
        taken = 0;
        CHECK(pthread_create(&reader, NULL, read_all, &rounds) == 0);
        write_all(*kernel, rounds);
        CHECK(pthread_join(reader, NULL) == 0);
        printf("%s\n", (*kernel)->name);
    }
    return 0;
}
