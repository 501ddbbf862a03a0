/* SPDX-License-Identifier: Apache-2.0 */
/* By hand: a ring in place between two pinned threads, deep and published in blocks; and a chain that is one loop. */
#define _GNU_SOURCE
#include "peer.h"

#include <pthread.h>
#include <stdatomic.h>

typedef struct ring {
    _Alignas(64) _Atomic uint64_t written;
    _Alignas(64) _Atomic uint64_t read;
    _Alignas(64) uint64_t *slots;
    uint64_t slots_count, block, words, tokens;
} ring;

static uint64_t least(uint64_t one, uint64_t other)
{
    return one < other ? one : other;
}

static void relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static void *produce(void *argument)
{
    ring *r = argument;
    struct giver state = {0};
    uint64_t read = 0;
    pin(1);
    for (uint64_t first = 0; first < r->tokens; first += r->block) {
        uint64_t past = least(first + r->block, r->tokens);
        while (past - read > r->slots_count) {
            read = atomic_load_explicit(&r->read, memory_order_acquire);
            if (past - read > r->slots_count)
                relax();
        }
        uint64_t *slot = r->slots + first % r->slots_count * r->words;
        for (uint64_t k = 0; k < past - first; k++)
            give((int64_t)r->words, &state, slot + k * r->words);
        atomic_store_explicit(&r->written, past, memory_order_release);
    }
    return NULL;
}

static void consume(ring *r, struct taker *state)
{
    uint64_t written = 0;
    for (uint64_t first = 0; first < r->tokens; first += r->block) {
        uint64_t past = least(first + r->block, r->tokens);
        while (written < past) {
            written = atomic_load_explicit(&r->written, memory_order_acquire);
            if (written < past)
                relax();
        }
        const uint64_t *slot = r->slots + first % r->slots_count * r->words;
        for (uint64_t k = 0; k < past - first; k++)
            take((int64_t)r->words, state, slot + k * r->words);
        atomic_store_explicit(&r->read, past, memory_order_release);
    }
}

static int fifo(uint64_t bytes, uint64_t tokens)
{
    static ring r;
    struct taker taker = {0};
    pthread_t thread;
    r.words = bytes / 8;
    r.tokens = tokens;
    r.block = bytes < PUBLISHED_BYTES ? PUBLISHED_BYTES / bytes : 1;
    r.slots_count = bytes * 4 < DEEP_BYTES ? DEEP_BYTES / bytes / r.block * r.block : 4;
    r.slots = memory(r.slots_count * bytes);
    uint64_t begin_ns = now_ns();
    if (pthread_create(&thread, NULL, produce, &r) != 0)
        return 1;
    pin(0); /* threads inherit it, so only now */
    consume(&r, &taker);
    pthread_join(thread, NULL);
    return finish(begin_ns, &taker);
}

static int fused_singly(uint64_t firings)
{
    struct giver giver = {0};
    struct taker taker = {0};
    uint64_t begin_ns = now_ns();
    for (uint64_t i = 0; i < firings; i++) {
        float x;
        chain_give(1, &giver, &x);
        for (int k = 1; k <= STAGES; k++)
            chain_stage(1, k, &x, &x);
        chain_take(1, &taker, &x);
    }
    return finish(begin_ns, &taker);
}

static int fused_by_64(uint64_t firings)
{
    struct giver giver = {0};
    struct taker taker = {0};
    uint64_t begin_ns = now_ns();
    for (uint64_t i = 0; i < firings; i++) {
        float x[64];
        chain_give(64, &giver, x);
        for (int k = 1; k <= STAGES; k++)
            chain_stage(64, k, x, x);
        chain_take(64, &taker, x);
    }
    return finish(begin_ns, &taker);
}

int main(int count, char **words)
{
    if (count != 4)
        return 2;
    uint64_t size = strtoull(words[2], NULL, 10), number = strtoull(words[3], NULL, 10);
    if (strcmp(words[1], "fifo") == 0)
        return fifo(size, number);
    return size == 1 ? fused_singly(number) : fused_by_64(number);
}
