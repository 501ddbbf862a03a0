/* SPDX-License-Identifier: Apache-2.0 */
#include "wav.h"

#include <df/df.h>

#include <string.h>

enum { FORMAT_PCM = 1, FORMAT_EXTENSIBLE = 0xFFFE, FORMAT_BYTES = 16, EXTENSIBLE_BYTES = 26 };

static uint32_t number(const uint8_t *bytes, int size_bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < size_bytes; i++)
        value |= (uint32_t)bytes[i] << (8 * i);
    return value;
}

static void put_number(uint8_t *bytes, int size_bytes, uint32_t value)
{
    for (int i = 0; i < size_bytes; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

int wav_sample(const uint8_t *bytes)
{
    int value = bytes[0] | bytes[1] << 8;
    return value < 0x8000 ? value : value - 0x10000;
}

static void read_bytes(FILE *file, const char *name, const char *what, uint8_t *bytes, size_t size_bytes)
{
    if (fread(bytes, 1, size_bytes, file) != size_bytes)
        df_fail("input %s ends inside its %s", name, what);
}

static void skip_bytes(FILE *file, const char *name, uint32_t size_bytes)
{
    uint8_t unused[256];
    while (size_bytes > 0) {
        uint32_t step = size_bytes < sizeof unused ? size_bytes : (uint32_t)sizeof unused;
        read_bytes(file, name, "header", unused, step);
        size_bytes -= step;
    }
}

/* Reads a format chunk and returns the number of channels. */
static int read_format(FILE *file, const char *name, uint32_t size_bytes, int rate_hz)
{
    uint8_t format[EXTENSIBLE_BYTES] = {0};
    uint32_t known = size_bytes < EXTENSIBLE_BYTES ? size_bytes : EXTENSIBLE_BYTES;
    if (size_bytes < FORMAT_BYTES)
        df_fail("input %s has a format chunk of only %u bytes", name, (unsigned)size_bytes);
    read_bytes(file, name, "format chunk", format, known);
    skip_bytes(file, name, size_bytes + size_bytes % 2 - known);
    uint32_t code = number(format, 2);
    if (code == FORMAT_EXTENSIBLE)
        code = number(format + 24, 2);
    unsigned channels = number(format + 2, 2);
    unsigned rate = number(format + 4, 4);
    unsigned bits = number(format + 14, 2);
    if (code != FORMAT_PCM || bits != 16)
        df_fail("input %s holds %u-bit samples of WAVE format %u; 16-bit PCM (format 1) is needed", name,
                bits, (unsigned)code);
    if (rate != (unsigned)rate_hz)
        df_fail("input %s is sampled at %u Hz; %d Hz is needed", name, rate, rate_hz);
    if (channels != 1 && channels != 2)
        df_fail("input %s has %u channels; 1 or 2 are understood", name, channels);
    return (int)channels;
}

struct wav_format wav_read_header(FILE *file, const char *name, int rate_hz)
{
    uint8_t head[12];
    struct wav_format found = {0, 0};
    if (fread(head, 1, sizeof head, file) != sizeof head || memcmp(head, "RIFF", 4) != 0 ||
        memcmp(head + 8, "WAVE", 4) != 0)
        df_fail("input %s is no WAV file: it does not begin with a RIFF/WAVE header", name);
    for (;;) {
        if (fread(head, 1, 8, file) != 8)
            df_fail("input %s has no data chunk", name);
        uint32_t size_bytes = number(head + 4, 4);
        if (memcmp(head, "fmt ", 4) == 0) {
            found.channels = read_format(file, name, size_bytes, rate_hz);
        } else if (memcmp(head, "data", 4) == 0) {
            if (found.channels == 0)
                df_fail("input %s has its data before a format chunk", name);
            if (size_bytes == UINT32_MAX)
                df_fail(
                    "input %s does not say how long its data is (it was streamed); save it to a file first",
                    name);
            found.frames = size_bytes / (2u * (unsigned)found.channels);
            return found;
        } else {
            skip_bytes(file, name, size_bytes + size_bytes % 2);
        }
    }
}

void wav_make_header(uint8_t header[WAV_HEADER_BYTES], int rate_hz, int64_t samples)
{
    uint32_t data_bytes = (uint32_t)(2 * samples);
    memcpy(header, "RIFF----WAVEfmt ", 16);
    put_number(header + 4, 4, WAV_HEADER_BYTES - 8 + data_bytes);
    put_number(header + 16, 4, FORMAT_BYTES);
    put_number(header + 20, 2, FORMAT_PCM);
    put_number(header + 22, 2, 1);
    put_number(header + 24, 4, (uint32_t)rate_hz);
    put_number(header + 28, 4, 2u * (uint32_t)rate_hz);
    put_number(header + 32, 2, 2);
    put_number(header + 34, 2, 16);
    memcpy(header + 36, "data", 4);
    put_number(header + 40, 4, data_bytes);
}
