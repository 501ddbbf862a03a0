/* SPDX-License-Identifier: Apache-2.0 */
/* Where an access falls, and whether it is worth an entry (record.h). */
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { STACK_BYTES = 64 << 20, STACK_ABOVE_BYTES = 64 << 10 };

typedef struct region {
    uintptr_t start;
    size_t bytes;
    uint32_t number;
} region;

/* The pages of other memory, by address; `number` 0 is free. */
typedef struct other_page {
    uintptr_t page;
    uint64_t number;
} other_page;

bool df__record_is_on;
uint64_t df__record_accesses;

/* The linker's: where the program and its static data begin and end. */
extern char __executable_start;
extern char end;

/* Before anything is recorded. */
static uint64_t nothing;

record_translation df__record_translations[RECORD_TRANSLATIONS];
uint64_t df__record_generation;
uint64_t *df__record_last_lines = &nothing;
uint64_t df__record_set_mask;
uint32_t df__record_line_shift;

static region regions[RECORD_WINDOWS_MAX];
static uint32_t regions_count;
static uintptr_t stack_top;

static other_page *other_pages;
static size_t other_capacity;
static size_t other_count;

bool df__record_filter_open(uint64_t sets, uint64_t line_bytes)
{
    df__record_last_lines = calloc(sets, sizeof *df__record_last_lines);
    other_capacity = 1 << 12;
    other_pages = calloc(other_capacity, sizeof *other_pages);
    df__record_set_mask = sets - 1;
    while (((uint64_t)1 << df__record_line_shift) < line_bytes)
        df__record_line_shift++;
    return df__record_last_lines != NULL && other_pages != NULL;
}

void df__record_window(uint32_t number, const void *start, size_t bytes)
{
    if (bytes > 0 && regions_count < RECORD_WINDOWS_MAX && number < RECORD_WINDOWS_MAX)
        regions[regions_count++] = (region){.start = (uintptr_t)start, .bytes = bytes, .number = number};
}

static void forget_translations(void)
{
    df__record_generation += (uint64_t)1 << RECORD_GENERATION_SHIFT;
    if (df__record_generation == 0)
        memset(df__record_translations, 0xff, sizeof df__record_translations);
}

void df__record_filter_begin(const void *stack)
{
    forget_translations();
    memset(df__record_last_lines, 0, (df__record_set_mask + 1) * sizeof *df__record_last_lines);
    stack_top = (uintptr_t)stack;
    df__record_accesses = 0;
    df__record_is_on = true;
}

void df__record_filter_end(void)
{
    df__record_is_on = false;
    forget_translations();
    regions_count = 0;
}

/* --- where an access falls ---------------------------------------- */

static size_t other_slot(uintptr_t page)
{
    size_t slot = (size_t)((page * 0x9e3779b97f4a7c15u) >> 20) & (other_capacity - 1);
    while (other_pages[slot].number != 0 && other_pages[slot].page != page)
        slot = (slot + 1) & (other_capacity - 1);
    return slot;
}

static void grow_other_pages(void)
{
    other_page *before = other_pages;
    size_t count = other_capacity;
    other_page *after = calloc(2 * count, sizeof *after);
    if (after == NULL)
        abort();
    other_pages = after;
    other_capacity = 2 * count;
    for (size_t i = 0; i < count; i++)
        if (before[i].number != 0)
            other_pages[other_slot(before[i].page)] = before[i];
    free(before);
}

static uint64_t number_of_other(uintptr_t page)
{
    size_t slot = other_slot(page);
    if (other_pages[slot].number == 0) {
        if (2 * other_count >= other_capacity) {
            grow_other_pages();
            slot = other_slot(page);
        }
        other_pages[slot] = (other_page){.page = page, .number = ++other_count};
    }
    return other_pages[slot].number;
}

size_t df__record_other_pages(void)
{
    return other_count;
}

size_t df__record_static_bytes(void)
{
    return (size_t)(&end - &__executable_start);
}

/* Regions that are used in step should not begin at one set. */
static uint64_t skew(uint64_t number)
{
    return (number * (df__record_set_mask / 3) & df__record_set_mask) << df__record_line_shift;
}

/* What turns addresses of the region that starts there into places. */
static uint64_t difference_of(uint64_t number, uintptr_t start)
{
    return (number << RECORD_REGION_SHIFT) + RECORD_CENTRE + skew(number) - start;
}

static bool is_in(uintptr_t address, uintptr_t start, size_t bytes)
{
    return address - start < bytes;
}

/* Of no window and no state. */
static uint64_t difference_elsewhere(uintptr_t address)
{
    uintptr_t lowest = stack_top - STACK_BYTES;
    if (is_in(address, lowest, STACK_BYTES + STACK_ABOVE_BYTES))
        return difference_of(RECORD_STACK, stack_top);
    uintptr_t image = (uintptr_t)&__executable_start;
    if (is_in(address, image, (uintptr_t)&end - image))
        return difference_of(RECORD_STATIC, image);
    uintptr_t page = address / RECORD_PAGE_BYTES;
    return difference_of(RECORD_OTHER, (page - number_of_other(page)) * RECORD_PAGE_BYTES);
}

uint64_t df__record_translate(uintptr_t address)
{
    if (!df__record_is_on)
        return 0;
    uintptr_t page = address / RECORD_PAGE_BYTES;
    uintptr_t first = page * RECORD_PAGE_BYTES;
    bool is_shared = false;
    uint64_t difference = 0;
    uint32_t i = 0;
    for (; i < regions_count; i++) {
        const region *each = &regions[i];
        if (is_in(address, each->start, each->bytes)) {
            difference = difference_of(each->number, each->start);
            is_shared |= first < each->start || first + RECORD_PAGE_BYTES > each->start + each->bytes;
            break;
        }
        is_shared |= each->start < first + RECORD_PAGE_BYTES && first < each->start + each->bytes;
    }
    if (i == regions_count)
        difference = difference_elsewhere(address);
    if (!is_shared)
        df__record_translations[page % RECORD_TRANSLATIONS] =
            (record_translation){.page = page | df__record_generation, .difference = difference};
    return address + difference;
}

/* --- what is worth an entry ---------------------------------------- */

void df__record_pass(uint64_t place, uint64_t bits)
{
    df__record_entry((place - skew(place >> RECORD_REGION_SHIFT)) | bits);
}

/* As a copy of 16 bytes at a time does. */
void df__record_range(const void *start, size_t bytes, bool writes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    uint64_t before = df__record_accesses;
    uintptr_t address = (uintptr_t)start;
    for (size_t at = 0; at < bytes; at += (size_t)1 << df__record_line_shift)
        df__record_access(address + at, writes);
    df__record_access(address + bytes - 1, writes);
    df__record_accesses = before + (bytes + 15) / 16;
}

/* As a copy of a line at a time does, so that what it reads and what it writes drive each other out. */
void df__record_copy(const void *target, const void *source, size_t bytes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    uint64_t before = df__record_accesses;
    uintptr_t from = (uintptr_t)source;
    uintptr_t to = (uintptr_t)target;
    for (size_t at = 0; at < bytes; at += (size_t)1 << df__record_line_shift) {
        df__record_access(from + at, false);
        df__record_access(to + at, true);
    }
    df__record_access(from + bytes - 1, false);
    df__record_access(to + bytes - 1, true);
    df__record_accesses = before + (bytes + 15) / 16 * 2;
}

void df__record_streamed(const void *start, size_t bytes)
{
    if (!df__record_is_on)
        return;
    for (size_t at = 0; at < bytes; at += (size_t)1 << df__record_line_shift) {
        uint64_t place = df__record_place((uintptr_t)start + at);
        df__record_last_lines[(place >> df__record_line_shift) & df__record_set_mask] = 0;
        df__record_pass(place, RECORD_WRITE | RECORD_STREAMED);
    }
    df__record_accesses += (bytes + 15) / 16;
}
