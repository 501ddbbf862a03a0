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

record_translation df__record_translations[RECORD_TRANSLATIONS];
uint64_t df__record_last_used[DF_RECORD_SETS];
uint64_t df__record_last_written[DF_RECORD_SETS];

/* Those that are not free. */
static uint32_t translated[RECORD_TRANSLATIONS];
static uint32_t translated_count;

static region regions[RECORD_WINDOWS_MAX];
static uint32_t regions_count;
static uintptr_t stack_top;

static other_page *other_pages;
static size_t other_capacity;
static size_t other_count;

bool df__record_filter_open(void)
{
    other_capacity = 1 << 12;
    other_pages = calloc(other_capacity, sizeof *other_pages);
    for (size_t i = 0; i < RECORD_TRANSLATIONS; i++)
        df__record_translations[i].page = RECORD_NO_PAGE;
    return other_pages != NULL;
}

void df__record_window(uint32_t number, const void *start, size_t bytes)
{
    if (bytes > 0 && regions_count < RECORD_WINDOWS_MAX && number < RECORD_WINDOWS_MAX)
        regions[regions_count++] = (region){.start = (uintptr_t)start, .bytes = bytes, .number = number};
}

static void forget_translations(void)
{
    for (uint32_t i = 0; i < translated_count; i++) {
        record_translation *each = &df__record_translations[translated[i]];
        df__record_accesses += each->accesses;
        *each = (record_translation){.page = RECORD_NO_PAGE};
    }
    translated_count = 0;
}

void df__record_filter_begin(const void *stack)
{
    memset(df__record_last_used, 0, sizeof df__record_last_used);
    memset(df__record_last_written, 0, sizeof df__record_last_written);
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
    const uint64_t mask = DF_RECORD_SETS - 1;
    return (number * (mask / 3) & mask) << DF_RECORD_LINE_SHIFT;
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

static void keep_translation(uintptr_t page, uint64_t difference)
{
    uint32_t slot = page % RECORD_TRANSLATIONS;
    record_translation *kept = &df__record_translations[slot];
    if (kept->page == RECORD_NO_PAGE)
        translated[translated_count++] = slot;
    df__record_accesses += kept->accesses;
    *kept = (record_translation){.page = page, .difference = difference};
}

/* The place of an address, whose page has a translation then if it lies in one region. */
static uint64_t translate(uintptr_t address)
{
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
        keep_translation(page, difference);
    return address + difference;
}

static uint64_t place_of(uintptr_t address)
{
    const uintptr_t page = address / RECORD_PAGE_BYTES;
    const record_translation *found = &df__record_translations[page % RECORD_TRANSLATIONS];
    return found->page == page ? address + found->difference : translate(address);
}

/* --- what is worth an entry ---------------------------------------- */

static void enter(uint64_t place, uint64_t bits)
{
    df__record_entry((place - skew(place >> RECORD_REGION_SHIFT)) | bits);
}

void df__record_pass(uint64_t place, bool writes)
{
    uint64_t line = place >> DF_RECORD_LINE_SHIFT;
    df__record_last_used[line % DF_RECORD_SETS] = line;
    df__record_last_written[line % DF_RECORD_SETS] = writes ? line : 0;
    enter(place, writes ? RECORD_WRITE : 0);
}

void df__record_untranslated(uintptr_t address, bool writes)
{
    if (!df__record_is_on)
        return;
    uint64_t place = translate(address);
    df__record_accesses++;
    if (df__record_is_new(place, writes))
        df__record_pass(place, writes);
}

/* A part of something of more bytes, whose accesses are counted at once. */
static void access_part(uintptr_t address, bool writes)
{
    uint64_t place = place_of(address);
    if (df__record_is_new(place, writes))
        df__record_pass(place, writes);
}

void df__record_reach(uintptr_t address, bool writes)
{
    if (df__record_is_on)
        access_part(address, writes);
}

/* As a copy of 16 bytes at a time does. */
void df__record_range(const void *start, size_t bytes, bool writes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    uintptr_t address = (uintptr_t)start;
    for (size_t at = 0; at < bytes; at += (size_t)1 << DF_RECORD_LINE_SHIFT)
        access_part(address + at, writes);
    access_part(address + bytes - 1, writes);
    df__record_accesses += (bytes + 15) / 16;
}

/* As a copy of a line at a time does, so that what it reads and what it writes drive each other out. */
void df__record_copy(const void *target, const void *source, size_t bytes)
{
    if (!df__record_is_on || bytes == 0)
        return;
    uintptr_t from = (uintptr_t)source;
    uintptr_t to = (uintptr_t)target;
    for (size_t at = 0; at < bytes; at += (size_t)1 << DF_RECORD_LINE_SHIFT) {
        access_part(from + at, false);
        access_part(to + at, true);
    }
    access_part(from + bytes - 1, false);
    access_part(to + bytes - 1, true);
    df__record_accesses += (bytes + 15) / 16 * 2;
}

void df__record_streamed(const void *start, size_t bytes)
{
    if (!df__record_is_on)
        return;
    for (size_t at = 0; at < bytes; at += (size_t)1 << DF_RECORD_LINE_SHIFT) {
        uint64_t place = place_of((uintptr_t)start + at);
        uint64_t set = (place >> DF_RECORD_LINE_SHIFT) % DF_RECORD_SETS;
        df__record_last_used[set] = df__record_last_written[set] = 0;
        enter(place, RECORD_WRITE | RECORD_STREAMED);
    }
    df__record_accesses += (bytes + 15) / 16;
}
