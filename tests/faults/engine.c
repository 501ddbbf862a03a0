/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the copy thread: an engine that misbehaves. FAULTY_ENGINE says how, FAULTY_NTH at which copy:
 *
 *   open      it cannot be opened
 *   refuse    it does not take the copy, nor any after it
 *   corrupt   it leaves one wrong byte
 *   forget    it leaves the last byte as it was
 *   late      nothing is done before it is asked for the third time */
#include <stdlib.h>
#include <string.h>

#include "df/copy.h"
#include "df/offload.h"

enum { LANES = 64 };

static uint64_t given[LANES];
static uint64_t told[LANES];
static uint32_t asked[LANES];
static uint64_t taken;

static bool does(const char *what)
{
    const char *wish = getenv("FAULTY_ENGINE");
    return wish != NULL && strcmp(wish, what) == 0;
}

static uint64_t nth(void)
{
    const char *text = getenv("FAULTY_NTH");
    return text == NULL ? 1 : strtoull(text, NULL, 10);
}

static const char *open_engine(const df_engine_setup *setup, void **state)
{
    (void)setup;
    *state = NULL;
    return does("open") ? "it is a faulty one" : NULL;
}

static bool submit(void *state, uint32_t lane, void *target, const void *source, size_t bytes)
{
    (void)state;
    uint64_t number = __atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
    if (does("refuse") && number >= nth())
        return false;
    bool now = number == nth();
    df_copy_disjoint(target, source, now && does("forget") ? bytes - 1 : bytes);
    if (now && does("corrupt"))
        ((unsigned char *)target)[bytes / 2] ^= 0x40;
    given[lane]++;
    return true;
}

static uint64_t poll_engine(void *state, uint32_t lane)
{
    (void)state;
    if (!does("late") || ++asked[lane] % 3 == 0)
        told[lane] = given[lane];
    return told[lane];
}

static void close_engine(void *state)
{
    (void)state;
}

const df_engine df_engine_thread = {
    .name = "thread",
    .min_bytes = 1,
    .chunk_bytes = 16384,
    .open = open_engine,
    .submit = submit,
    .poll = poll_engine,
    .close = close_engine,
};
