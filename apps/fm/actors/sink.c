/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"
#include "fm.h"

#include <df/df.h>

#include <errno.h>
#include <math.h>
#include <string.h>

enum { HEADER_BYTES = 44, SAMPLE_BYTES = 2 };

static void put(uint8_t *place, int bytes, uint32_t value)
{
    for (int i = 0; i < bytes; i++)
        place[i] = (uint8_t)(value >> (8 * i));
}

/* Of a file that is still written, or too long for the format to say, players take what there is. */
static const uint64_t UNKNOWN = UINT64_MAX / SAMPLE_BYTES;

static void make_header(uint8_t header[HEADER_BYTES], uint64_t samples)
{
    uint64_t bytes = samples * SAMPLE_BYTES, most = UINT32_MAX - HEADER_BYTES;
    uint32_t told = (uint32_t)(bytes < most ? bytes : most);
    memcpy(header, "RIFF----WAVEfmt ----------------****data", 40);
    put(header + 4, 4, told + HEADER_BYTES - 8);
    put(header + 16, 4, 16);
    put(header + 20, 2, 1); /* PCM */
    put(header + 22, 2, 1); /* channel */
    put(header + 24, 4, FM_AUDIO_HZ);
    put(header + 28, 4, FM_AUDIO_HZ * SAMPLE_BYTES);
    put(header + 32, 2, SAMPLE_BYTES);
    put(header + 34, 2, 8 * SAMPLE_BYTES);
    put(header + 40, 4, told);
}

static void write_bytes(struct audio_sink *sink, const uint8_t *bytes, size_t count)
{
    if (fwrite(bytes, 1, count, sink->file) != count)
        df_fail("cannot write %s: %s", sink->name, strerror(errno));
}

void open_audio(struct audio_sink *sink)
{
    const char *name = df_option("output");
    sink->name = name != NULL ? name : "fm-out.wav";
    sink->file = strcmp(sink->name, "-") == 0 ? stdout : fopen(sink->name, "wb");
    if (sink->file == NULL)
        df_fail("cannot create %s: %s", sink->name, strerror(errno));
    uint8_t header[HEADER_BYTES];
    make_header(header, UNKNOWN);
    write_bytes(sink, header, sizeof header);
}

static int rounded(float sample)
{
    float scaled = sample * 32768.0f;
    if (scaled >= 32767.0f)
        return 32767;
    return scaled <= -32768.0f ? -32768 : (int)lrintf(scaled);
}

void write_audio(int count, struct audio_sink *sink, const float *samples)
{
    for (int i = 0; i < count; i++) {
        uint8_t bytes[SAMPLE_BYTES];
        put(bytes, SAMPLE_BYTES, (uint32_t)rounded(samples[i]));
        write_bytes(sink, bytes, sizeof bytes);
    }
    sink->samples += (uint64_t)count;
}

void close_audio(struct audio_sink *sink)
{
    if (sink->file == NULL)
        return;
    uint8_t header[HEADER_BYTES];
    make_header(header, sink->samples);
    if (fseek(sink->file, 0, SEEK_SET) == 0)
        write_bytes(sink, header, sizeof header);
    if (fflush(sink->file) != 0 || (sink->file != stdout && fclose(sink->file) != 0))
        df_fail("cannot write %s: %s", sink->name, strerror(errno));
}
