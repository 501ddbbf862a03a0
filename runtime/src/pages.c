/* SPDX-License-Identifier: Apache-2.0 */
/* The pages of the arena, which are there before anything runs. The system clears each one, and a virtual machine may
 * have to ask for it, too; so as many threads take them as there are cores. */
#include "df/internal.h"

enum {
    PART_BYTES = 8 << 20, /* that a thread takes at a time, in whole huge pages */
    TAKERS_MOST = 32,
};

typedef struct {
    const df__run_state *run;
    uintptr_t start, end;
    _Atomic uintptr_t next; /* where the next part begins */
    _Atomic int error;
} taking;

/* A thread that takes pages, one of `takers`. */
typedef struct {
    df__os_thread thread;
    taking *all;
    uint32_t number, takers;
    bool is_started;
} taker;

static void place_buffers(const taking *all, uint32_t core)
{
    const df_program *program = all->run->program;
    uintptr_t page_bytes = df__os_page_bytes();
    for (size_t i = 0; i < program->buffers_count; i++) {
        const df_buffer *buffer = &program->buffers[i];
        uintptr_t start = all->start + buffer->offset_bytes, end = start + df__buffer_bytes(buffer);
        start = df__whole_pages(start);
        end = end / page_bytes * page_bytes;
        if (buffer->core == core && start < end)
            df__os_memory_make_present((char *)start, end - start);
    }
}

/* Each core's pages lie in the memory that is nearest to it: the system takes them from there where the thread that
 * uses them first runs. What cannot be had here is missed in take_parts. */
static void place(void *argument)
{
    const taker *self = argument;
    const taking *all = self->all;
    for (uint32_t core = self->number; core < all->run->program->cores; core += self->takers) {
        df__os_pin(all->run->cpus[core]);
        place_buffers(all, core);
    }
    df__os_unpin();
}

static void take_parts(void *argument)
{
    taking *all = ((const taker *)argument)->all;
    for (;;) {
        uintptr_t start = atomic_fetch_add_explicit(&all->next, PART_BYTES, memory_order_relaxed);
        if (start >= all->end)
            return;
        uintptr_t end = all->end - start > PART_BYTES ? start + PART_BYTES : all->end;
        if (start < all->start)
            start = all->start;
        int error = df__os_memory_make_present((char *)start, end - start);
        if (error != 0) {
            atomic_store(&all->error, error);
            return;
        }
    }
}

/* The calling thread does its part, and those of threads that cannot be started. */
static void by_all(taker *takers, uint32_t count, void (*work)(void *taker))
{
    for (uint32_t i = 1; i < count; i++)
        takers[i].is_started = df__os_thread_start(&takers[i].thread, work, &takers[i]) == 0;
    for (uint32_t i = 0; i < count; i++)
        if (!takers[i].is_started)
            work(&takers[i]);
    for (uint32_t i = 1; i < count; i++)
        if (takers[i].is_started)
            df__os_thread_join(&takers[i].thread);
}

static uint32_t takers_for(size_t parts, uint32_t cores)
{
    uint32_t most = cores < TAKERS_MOST ? cores : TAKERS_MOST;
    return parts < most ? (uint32_t)parts : most;
}

int df__pages_take(const df__run_state *run, size_t bytes)
{
    uintptr_t start = (uintptr_t)run->arena;
    taking all = {.run = run, .start = start, .end = start + bytes, .next = start / PART_BYTES * PART_BYTES};
    uint32_t count = takers_for((bytes + PART_BYTES - 1) / PART_BYTES, run->program->cores);
    taker takers[TAKERS_MOST];
    for (uint32_t i = 0; i < count; i++)
        takers[i] = (taker){.all = &all, .number = i, .takers = count};
    if (run->places_pages)
        by_all(takers, count, place);
    by_all(takers, count, take_parts);
    return atomic_load(&all.error);
}
