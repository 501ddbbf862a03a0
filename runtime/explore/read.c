/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the plan, which is a file of 64-bit numbers in the order of this source, and the recording. */
#include "explore.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x44464558 };

typedef struct reader {
    const int64_t *words;
    size_t next;
    size_t count;
} reader;

static void *content(const char *name, size_t *bytes)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        explore_fail("a file of the plan or the recording cannot be read");
    *bytes = (size_t)ftell(file);
    rewind(file);
    void *found = explore_zeroed(*bytes, 1);
    if (fread(found, 1, *bytes, file) != *bytes)
        explore_fail("a file of the plan or the recording cannot be read");
    fclose(file);
    return found;
}

static const int64_t *several(reader *from, size_t count)
{
    if (count > from->count - from->next)
        explore_fail("the plan ends too early");
    from->next += count;
    return from->words + from->next - count;
}

static int64_t word(reader *from)
{
    return *several(from, 1);
}

static level read_level(reader *from)
{
    const int64_t *words = several(from, 6);
    return (level){
        .sets = (uint64_t)words[0],
        .ways = (uint32_t)words[1],
        .shared_by = (uint32_t)words[2],
        .policy = (cache_policy)words[3],
        .seed = (uint64_t)words[4],
        .hit_ps = (uint64_t)words[5],
    };
}

static void read_architectures(reader *from, plan *read)
{
    read->l1 = read_level(from);
    read->architectures_count = (size_t)word(from);
    read->architectures = explore_zeroed(read->architectures_count, sizeof *read->architectures);
    for (size_t i = 0; i < read->architectures_count; i++) {
        architecture *each = &read->architectures[i];
        each->levels = (uint32_t)word(from);
        if (each->levels > LEVELS_MAX)
            explore_fail("an architecture has too many levels");
        for (uint32_t j = 0; j < each->levels; j++)
            each->level[j] = read_level(from);
        each->controllers = (uint64_t)word(from);
        each->dram_ps = (uint64_t)word(from);
        each->dram_line_ps = (uint64_t)word(from);
    }
}

static void read_memory(reader *from, plan *read)
{
    read->extents_count = (size_t)word(from);
    read->extents = explore_zeroed(read->extents_count, sizeof *read->extents);
    for (size_t i = 0; i < read->extents_count; i++) {
        const int64_t *words = several(from, 3);
        read->extents[i] = (extent){.first = words[0], .past = words[1], .buffer = words[2]};
    }
    size_t pages = (size_t)((read->lines << read->line_shift) / read->page_bytes + 1);
    read->extent_of_page = explore_zeroed(pages, sizeof *read->extent_of_page);
    for (size_t i = 0, at = 0; i < pages; i++) {
        while (at < read->extents_count && read->extents[at].past <= (int64_t)i << read->page_shift)
            at++;
        read->extent_of_page[i] = (uint32_t)at;
    }
    read->shared_pages = explore_zeroed(pages, 1);
    size_t ranges = (size_t)word(from);
    for (size_t i = 0; i < ranges; i++) {
        const int64_t *words = several(from, 2);
        memset(read->shared_pages + words[0], 1, (size_t)(words[1] - words[0]));
    }
}

static event read_event(reader *from)
{
    event found = {.kind = (event_kind)word(from)};
    switch (found.kind) {
    case EVENT_FIRE:
        found.raw = several(from, 4);
        several(from, 3 * (size_t)found.raw[3]);
        found.owner = (uint32_t)found.raw[0];
        found.accesses = (uint64_t)found.raw[2];
        break;
    case EVENT_MOVE:
        found.raw = several(from, 7);
        found.owner = (uint32_t)found.raw[0];
        found.accesses = ((uint64_t)found.raw[4] + 15) / 16 * (found.raw[1] < MOVE_WRITE ? 2 : 1);
        break;
    case EVENT_WAIT:
    case EVENT_PUBLISH: {
        const int64_t *words = several(from, 3);
        found.counter = (uint32_t)words[0];
        found.index = words[1];
        found.trips = words[2];
        break;
    }
    case EVENT_PASS:
        found.index = word(from);
        break;
    default:
        explore_fail("the plan has an event that is none");
    }
    return found;
}

static void read_lists(reader *from, plan *read)
{
    read->streams = explore_zeroed(read->cores, sizeof *read->streams);
    read->published = explore_zeroed(read->counters, sizeof *read->published);
    read->past = explore_zeroed(read->counters, sizeof *read->past);
    read->measured = explore_zeroed(read->counters, sizeof *read->measured);
    for (uint32_t i = 0; i < read->counters; i++)
        read->published[i] = read->measured[i] = INT64_MAX;
    for (uint32_t core = 0; core < read->cores; core++) {
        stream *list = &read->streams[core];
        list->events_count = (size_t)word(from);
        list->events = explore_zeroed(list->events_count, sizeof *list->events);
        bool is_measured = false;
        for (size_t i = 0; i < list->events_count; i++) {
            event *each = &list->events[i];
            *each = read_event(from);
            if (each->kind == EVENT_PASS && each->index == 0) {
                list->measured = i;
                is_measured = true;
            }
            if (each->kind != EVENT_PUBLISH)
                continue;
            if (each->index < read->published[each->counter])
                read->published[each->counter] = each->index;
            if (is_measured && each->index < read->measured[each->counter])
                read->measured[each->counter] = each->index;
            if (each->index >= read->past[each->counter])
                read->past[each->counter] = each->index + 1;
        }
    }
}

/* How many are chosen is a power of two. */
static void read_sample(plan *read)
{
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < SAMPLED_FROM; i++)
        if (read->sample >> i & 1) {
            read->sample_rank[i] = (uint8_t)chosen;
            read->sample_set[chosen++] = (uint8_t)i;
        }
    while ((uint32_t)2 << read->sample_shift <= chosen)
        read->sample_shift++;
    if (chosen != (uint32_t)1 << read->sample_shift)
        explore_fail("the plan samples a number of sets that is no power of two");
}

static void read_recording(plan *read, const char *folder)
{
    char path[4096];
    size_t bytes;
    snprintf(path, sizeof path, "%s/traces", folder);
    read->entries = content(path, &bytes);
    snprintf(path, sizeof path, "%s/starts", folder);
    read->traces = content(path, &bytes);
}

void plan_forget_recording(plan *read)
{
    free(read->entries);
    read->entries = NULL;
}

plan *plan_read(const char *file, const char *recording)
{
    size_t bytes;
    reader from = {.words = content(file, &bytes)};
    from.count = bytes / sizeof *from.words;
    if (word(&from) != MAGIC)
        explore_fail("this is not a plan");
    const int64_t *words = several(&from, 18);
    plan *read = explore_zeroed(1, sizeof *read);
    *read = (plan){
        .cores = (uint32_t)words[0],
        .counters = (uint32_t)words[1],
        .owners = (uint32_t)words[2],
        .buffers = (uint32_t)words[3],
        .measured_passes = (uint64_t)words[4],
        .warm_entries = (uint64_t)words[5],
        .line_shift = (uint32_t)words[6],
        .page_bytes = (uint64_t)words[7],
        .lines = (uint64_t)words[8],
        .cycle_fs = (uint64_t)words[9],
        .sync_ps = (uint64_t)words[10],
        .sample = (uint64_t)words[11],
        .sample_part = (uint64_t)words[12],
        .workers = (uint32_t)words[13],
        .static_base = words[14],
        .other_base = words[15],
        .stack_base = words[16],
        .stack_bytes = words[17],
    };
    while (read->page_bytes >> read->line_shift > (uint64_t)1 << read->page_shift)
        read->page_shift++;
    if (read->lines >= ENTRY_LINE)
        explore_fail("the program's memory is more than can be simulated");
    read_sample(read);
    read_architectures(&from, read);
    read_memory(&from, read);
    read_lists(&from, read);
    read_recording(read, recording);
    return read;
}
