/* SPDX-License-Identifier: Apache-2.0 */
#include "used.h"

#include <df/df.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_BYTES = 4096 };

void begin01(int64_t filled, uint64_t *count, uint8_t *out)
{
    memset(out, (int)(++*count % 251), (size_t)filled);
}

void add10(int64_t bytes, int64_t step, uint64_t *sum, const uint8_t *in)
{
    for (int64_t i = 0; i < bytes; i += step)
        *sum += in[i];
}

void tell10(const uint64_t *sum)
{
    printf("%" PRIu64 "\n", *sum);
}

void wander(int64_t bytes, int64_t pages, int64_t step, int64_t stay, struct wanderer *state, uint8_t *in)
{
    uint64_t first = state->uses++ / (uint64_t)stay * (uint64_t)(pages * step);
    for (int64_t page = 0; page < pages; page++) {
        uint64_t end = (first + (uint64_t)(page * step) + 1) * PAGE_BYTES - 1;
        state->sum += in[end % (uint64_t)bytes]++;
    }
}

void tell_found(const struct wanderer *state)
{
    printf("%" PRIu64 "\n", state->sum);
}

static void have_page_fault(char value)
{
    char *page = mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        df_fail("there is no memory for a page");
    *page = value;
    munmap(page, PAGE_BYTES);
}

void stumble(int64_t bytes, int64_t pages, int64_t step, int64_t stay, struct wanderer *state, uint8_t *in)
{
    have_page_fault(1);
    wander(bytes, pages, step, stay, state, in);
}

void fault10(int64_t every, uint64_t *uses, const uint8_t *in)
{
    if (++*uses % (uint64_t)every == 0)
        have_page_fault((char)in[0]);
}

void alike11(int64_t bytes, const uint8_t *in, uint8_t *out)
{
    df_bulk_copy(out, in, (size_t)bytes);
    out[0] = (uint8_t)df_bulk_compare(in, out, (size_t)bytes);
}

void frame10(int64_t bytes, uint8_t *own, const uint8_t *in)
{
    enum { HEADER_BYTES = 16 };
    own[in[0]] = in[1];
    df_copy(own + bytes + HEADER_BYTES, own, (size_t)bytes, DF_COPY_REUSED);
}
