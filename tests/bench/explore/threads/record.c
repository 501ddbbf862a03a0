/* SPDX-License-Identifier: Apache-2.0 */
/* Prints at the end, to the file that DF_RECORD_FOLDER names, what each core's L1 has missed. */
#include "record.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "df/internal.h"
#include "df/record.h"

enum { LINE = 64, SETS = 64, WAYS = 8, THREADS = 256, TABLE = 1 << 24 };

/* The line used last is first. */
typedef struct held {
    uintptr_t line;
    uint8_t version;
} held;

/* By line: how often its owner changed, and the thread that has written it alone. */
static _Atomic uint8_t versions[TABLE];
static _Atomic uint8_t owners[TABLE];

/* By thread, from 1 on: what it has missed, and the core that it turned out to be, plus 1. */
static uint64_t misses[THREADS];
static uint32_t cores[THREADS];
static atomic_uint threads;

_Thread_local bool df__record_is_on = true;
_Thread_local uint64_t df__record_accesses;
static _Thread_local bool is_in_actor;
static _Thread_local uint32_t number;
static _Thread_local held sets[SETS][WAYS];

static uint32_t own_number(void)
{
    if (number == 0)
        number = atomic_fetch_add(&threads, 1) + 1;
    if (number >= THREADS)
        abort();
    return number;
}

static void touch(uintptr_t line, bool writes)
{
    uint8_t self = (uint8_t)own_number();
    held *set = sets[line % SETS];
    uint32_t way = 0;
    while (way < WAYS - 1 && set[way].line != line)
        way++;
    bool is_there = set[way].line == line && set[way].version == versions[line % TABLE];
    for (; way > 0; way--)
        set[way] = set[way - 1];
    uint8_t owner = owners[line % TABLE];
    if (writes && owner != self) {
        owners[line % TABLE] = self;
        versions[line % TABLE]++;
    } else if (!writes && owner != self && owner != 0) {
        owners[line % TABLE] = 0;
    }
    set[0] = (held){.line = line, .version = versions[line % TABLE]};
    misses[self] += !is_there;
}

void df__record_access(uintptr_t address, bool writes)
{
    if (is_in_actor && df__record_is_on)
        touch(address / LINE, writes);
}

void df__record_reach(uintptr_t address, bool writes)
{
    df__record_access(address, writes);
}

void df__record_range(const void *start, size_t bytes, bool writes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    for (uintptr_t line = (uintptr_t)start / LINE; line <= ((uintptr_t)start + bytes - 1) / LINE; line++)
        touch(line, writes);
}

void df__record_copy(const void *target, const void *source, size_t bytes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    for (size_t at = 0; at < bytes + LINE - 1; at += LINE) {
        size_t place = at < bytes ? at : bytes - 1;
        touch(((uintptr_t)source + place) / LINE, false);
        touch(((uintptr_t)target + place) / LINE, true);
    }
}

/* Streams of the plan do not come here, and actors that stream are not among those that are compared. */
void df__record_streamed(const void *start, size_t bytes)
{
    (void)start, (void)bytes;
    abort();
}

static void print_misses(void)
{
    FILE *file = fopen(getenv("DF_RECORD_FOLDER"), "w");
    if (file == NULL)
        abort();
    for (uint32_t core = 0; core < df__run()->program->cores; core++) {
        uint64_t sum = 0;
        for (uint32_t i = 1; i < THREADS; i++)
            sum += cores[i] == core + 1 ? misses[i] : 0;
        fprintf(file, "%llu\n", (unsigned long long)sum);
    }
    fclose(file);
}

void df_record_window(df_core *core, uint32_t place, const void *start, size_t bytes)
{
    (void)core, (void)place, (void)start, (void)bytes;
}

void df_record_begin(df_core *core)
{
    static atomic_bool is_open;
    if (!atomic_exchange(&is_open, true))
        atexit(print_misses);
    cores[own_number()] = core->index + 1;
    is_in_actor = true;
}

void df_record_end(df_core *core)
{
    (void)core;
    is_in_actor = false;
}
