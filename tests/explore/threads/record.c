/* SPDX-License-Identifier: Apache-2.0 */
/* Prints at the end, to the file that DF_RECORD_FOLDER names, what each core's L1 has missed. */
#include "record.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "df/internal.h"
#include "df/record.h"

enum { LINE = 64, SETS = 64, WAYS = 8, CORES = 64, TABLE = 1 << 24 };

/* The line used last is first. */
typedef struct held {
    uintptr_t line;
    uint8_t version;
} held;

/* By line: how often its owner changed, and the core that has written it alone, plus 1. */
static _Atomic uint8_t versions[TABLE];
static _Atomic uint8_t owners[TABLE];
static uint64_t misses[CORES];

_Thread_local bool df__record_is_on;
_Thread_local uint64_t df__record_accesses;
static _Thread_local bool is_in_actor;
static _Thread_local uint32_t number;
static _Thread_local held sets[SETS][WAYS];

static void touch(uintptr_t line, bool writes)
{
    held *set = sets[line % SETS];
    uint32_t way = 0;
    while (way < WAYS - 1 && set[way].line != line)
        way++;
    bool is_there = set[way].line == line && set[way].version == versions[line % TABLE];
    for (; way > 0; way--)
        set[way] = set[way - 1];
    uint8_t owner = owners[line % TABLE];
    if (writes && owner != number + 1) {
        owners[line % TABLE] = (uint8_t)(number + 1);
        versions[line % TABLE]++;
    } else if (!writes && owner != number + 1 && owner != 0) {
        owners[line % TABLE] = 0;
    }
    set[0] = (held){.line = line, .version = versions[line % TABLE]};
    misses[number] += !is_there;
}

void df__record_access(uintptr_t address, bool writes)
{
    if (is_in_actor && df__record_is_on)
        touch(address / LINE, writes);
}

void df__record_range(const void *start, size_t bytes, bool writes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    for (uintptr_t line = (uintptr_t)start / LINE; line <= ((uintptr_t)start + bytes - 1) / LINE; line++)
        touch(line, writes);
}

void df__record_streamed(const void *start, size_t bytes)
{
    (void)start, (void)bytes;
}

static void print_misses(void)
{
    FILE *file = fopen(getenv("DF_RECORD_FOLDER"), "w");
    if (file == NULL)
        abort();
    for (uint32_t i = 0; i < df__run()->program->cores; i++)
        fprintf(file, "%llu\n", (unsigned long long)misses[i]);
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
    number = core->index;
    df__record_is_on = true;
    is_in_actor = true;
}

void df_record_end(df_core *core)
{
    (void)core;
    is_in_actor = false;
}
