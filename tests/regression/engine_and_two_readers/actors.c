/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <df/df.h>

#include <stdalign.h>
#include <string.h>

static uint64_t absorb(uint64_t value, const void *window, size_t size)
{
    const unsigned char *bytes = window;
    for (size_t i = 0; i < size; i++)
        value = (value * 256 + bytes[i]) % UINT64_C(36028797018963913);
    return value;
}

static uint64_t absorb_word(uint64_t value, uint64_t word)
{
    for (int shift = 56; shift >= 0; shift -= 8)
        value = (value * 256 + ((word >> shift) & 255)) % UINT64_C(36028797018963913);
    return value;
}

static uint64_t scramble(uint64_t word)
{
    word += UINT64_C(11400714819323198485);
    word = (word ^ (word >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94D049BB133111EB);
    return word ^ (word >> 31);
}

static void emit(uint64_t value, uint64_t stream, void *window, size_t size)
{
    unsigned char *bytes = window;
    uint64_t start = scramble(value ^ (stream << 56));
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = scramble(start + i / 8);
        for (size_t k = i; k < i + 8 && k < size; k++, word >>= 8)
            bytes[k] = (unsigned char)word;
    }
}

static void check_window(const void *window, size_t align, const char *name)
{
    if (window == NULL)
        df_fail("%s has no window", name);
    if ((uintptr_t)window % align != 0)
        df_fail("%s is not aligned to %d bytes", name, (int)align);
}

static FILE *open_record(uint64_t number)
{
    char name[32];
    (void)snprintf(name, sizeof name, "out_%d", (int)number);
    const char *path = df_option(name);
    if (path == NULL)
        df_fail("option %s is missing", name);
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        df_fail("cannot open %s", path);
    return file;
}


void app_a4(struct mixed *o0, struct packed *o2, long id)
{
    check_window(o0, 4, "app_a4.o0");
    const size_t o0_size = 58008;
    check_window(o2, 1, "app_a4.o2");
    const size_t o2_size = 72;
    uint64_t value = absorb_word(absorb_word(1, (uint64_t)id), (uint64_t)0);
    emit(value, 0, o0, o0_size);
    emit(value, 1, o2, o2_size);
}

void app_a6(int64_t id, struct memory *s, const struct mixed *i0)
{
    check_window(i0, 4, "app_a6.i0");
    const size_t i0_size = 58008;
    uint64_t value = absorb_word(absorb_word(1, (uint64_t)id), (uint64_t)0);
    value = absorb(value, i0, i0_size);
    value = absorb_word(absorb_word(value, s->sum), s->count);
    s->sum = scramble(value);
    s->count++;
}

void app_a8(const struct packed *i0, size_t id, struct record *s)
{
    check_window(i0, 1, "app_a8.i0");
    const size_t i0_size = 864;
    if (s->file == NULL)
        s->file = open_record((uint64_t)id);
    if (fwrite(i0, 1, i0_size, s->file) != i0_size)
        df_fail("cannot write");
    uint64_t value = absorb_word(absorb_word(1, (uint64_t)id), (uint64_t)0);
    value = absorb(value, i0, i0_size);
    value = absorb_word(absorb_word(value, s->sum), s->count);
    s->sum = scramble(value);
    s->count++;
}

void app_a8_end(struct record *s)
{
    if (s->file != NULL)
        (void)fclose(s->file);
}
