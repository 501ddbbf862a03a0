/* SPDX-License-Identifier: Apache-2.0 */
#include "cd2dat.h"
#include "wav.h"

#include <df/df.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { OUTPUT_HZ = 48000 };

/* The most samples whose size in bytes a WAV header can say. */
static const int64_t SAMPLES_MAX = (UINT32_MAX - WAV_HEADER_BYTES) / 2;

static char *joined(const char *head, const char *tail)
{
    size_t size_bytes = strlen(head) + strlen(tail) + 1;
    char *text = malloc(size_bytes);
    if (text == NULL)
        df_fail("no memory for the name of %s", head);
    snprintf(text, size_bytes, "%s%s", head, tail);
    return text;
}

static _Noreturn void abandon(struct sound_sink *sink, const char *reason)
{
    if (sink->file != NULL)
        fclose(sink->file);
    sink->file = NULL;
    if (sink->temporary_name != NULL)
        remove(sink->temporary_name);
    df_fail("cannot write %s: %s", sink->name, reason);
}

static void flush(struct sound_sink *sink)
{
    size_t size_bytes = (size_t)sink->buffer_fill_bytes;
    if (fwrite(sink->buffer, 1, size_bytes, sink->file) != size_bytes)
        abandon(sink, strerror(errno));
    sink->buffer_fill_bytes = 0;
}

/* A device must be written itself: a renamed file would take its place. */
static int must_be_written_in_place(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode);
}

void open_sink(struct sound_sink *sink)
{
    const char *name = df_option("output");
    sink->name = joined(name != NULL ? name : "cd2dat-out.wav", "");
    if (!must_be_written_in_place(sink->name))
        sink->temporary_name = joined(sink->name, ".part");
    const char *opened = sink->temporary_name != NULL ? sink->temporary_name : sink->name;
    sink->file = fopen(opened, "wb");
    if (sink->file == NULL)
        df_fail("cannot create %s: %s", opened, strerror(errno));
    wav_make_header(sink->buffer, OUTPUT_HZ, 0);
    sink->buffer_fill_bytes = WAV_HEADER_BYTES;
}

static int rounded(float sample)
{
    float scaled = sample * 32768.0f;
    if (scaled >= 32767.0f)
        return 32767;
    if (scaled <= -32768.0f)
        return -32768;
    return (int)lrintf(scaled);
}

void write_sample(struct sound_sink *sink, const float *sample)
{
    if (sink->sample_count == SAMPLES_MAX)
        abandon(sink, "a WAV file cannot be longer than 4 GiB");
    unsigned value = (unsigned)rounded(*sample);
    sink->buffer[sink->buffer_fill_bytes++] = (uint8_t)value;
    sink->buffer[sink->buffer_fill_bytes++] = (uint8_t)(value >> 8);
    sink->sample_count++;
    if (sink->buffer_fill_bytes == CD2DAT_FILE_BYTES)
        flush(sink);
}

/* Only now the length is known. */
static void complete_header(struct sound_sink *sink)
{
    uint8_t header[WAV_HEADER_BYTES];
    wav_make_header(header, OUTPUT_HZ, sink->sample_count);
    if (fseek(sink->file, 0, SEEK_SET) != 0 || fwrite(header, 1, sizeof header, sink->file) != sizeof header)
        abandon(sink, strerror(errno));
}

void close_sink(struct sound_sink *sink)
{
    if (sink->file != NULL) {
        flush(sink);
        complete_header(sink);
        FILE *file = sink->file;
        sink->file = NULL;
        if (fclose(file) != 0)
            abandon(sink, strerror(errno));
        if (sink->temporary_name != NULL && rename(sink->temporary_name, sink->name) != 0)
            abandon(sink, strerror(errno));
        printf("cd2dat: %lld samples at 48 kHz (%.3f s) written to %s\n", (long long)sink->sample_count,
               (double)sink->sample_count / OUTPUT_HZ, sink->name);
    }
    free(sink->name);
    free(sink->temporary_name);
}
