/* SPDX-License-Identifier: Apache-2.0 */
#include "cd2dat.h"
#include "wav.h"

#include <df/df.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_HZ = 44100 };

static const double TWO_PI = 6.28318530717958647692;
static const double AMPLITUDE = 0.5;

/* The option NAME as a number above 0 and below LIMIT. */
static double number_option(const char *name, double otherwise, double limit)
{
    const char *text = df_option(name);
    if (text == NULL)
        return otherwise;
    char *rest;
    double value = strtod(text, &rest);
    if (rest == text || *rest != '\0' || !(value > 0.0 && value < limit))
        df_fail("%s=%s is not a number above 0 and below %g", name, text, limit);
    return value;
}

static void open_sine(struct sound_source *source)
{
    if (df_option("channel") != NULL)
        df_fail("channel= chooses a channel of a file; it needs input=");
    double step = TWO_PI * number_option("frequency", 1000.0, INPUT_HZ / 2.0) / INPUT_HZ;
    source->signal_samples = (int64_t)floor(number_option("seconds", 2.0, 40000.0) * INPUT_HZ + 0.5);
    source->real = AMPLITUDE;
    source->step_real = cos(step);
    source->step_imaginary = sin(step);
}

/* Where in a frame the samples of the wanted channel begin. */
static int channel_offset(const char *input_name, int channels)
{
    const char *channel = df_option("channel");
    if (channels == 1) {
        if (channel != NULL)
            df_fail("input %s has one channel; leave channel= out", input_name);
        return 0;
    }
    if (channel != NULL && strcmp(channel, "left") == 0)
        return 0;
    if (channel != NULL && strcmp(channel, "right") == 0)
        return 2;
    df_fail("input %s has two channels; choose one with channel=left or channel=right", input_name);
}

static void open_file(struct sound_source *source)
{
    source->file = fopen(source->name, "rb");
    if (source->file == NULL)
        df_fail("cannot open input %s: %s", source->name, strerror(errno));
    struct wav_format format = wav_read_header(source->file, source->name, INPUT_HZ);
    source->channel_offset_bytes = channel_offset(source->name, format.channels);
    source->frame_bytes = 2 * format.channels;
    source->signal_samples = format.frames;
}

void open_sound(int iteration, int tail, struct sound_source *source)
{
    source->name = df_option("input");
    if (source->name == NULL)
        open_sine(source);
    else
        open_file(source);
    int64_t needed = source->signal_samples == 0 ? 0 : source->signal_samples + tail;
    source->total_samples = (needed + iteration - 1) / iteration * iteration;
}

static void refill(struct sound_source *source)
{
    size_t got = fread(source->buffer, 1, CD2DAT_FILE_BYTES, source->file);
    if (ferror(source->file))
        df_fail("cannot read input %s: %s", source->name, strerror(errno));
    if (got < (size_t)source->frame_bytes)
        df_fail("input %s ends after %lld of its %lld samples", source->name, (long long)source->sample_count,
                (long long)source->signal_samples);
    source->buffer_fill_bytes = (int)got;
    source->buffer_used_bytes = 0;
}

static float sample_from_file(struct sound_source *source)
{
    if (source->buffer_used_bytes + source->frame_bytes > source->buffer_fill_bytes)
        refill(source);
    const uint8_t *frame = source->buffer + source->buffer_used_bytes;
    source->buffer_used_bytes += source->frame_bytes;
    return (float)wav_sample(frame + source->channel_offset_bytes) / 32768.0f;
}

/* Turns the pointer by one sample: exact enough for hours, and far cheaper than a call of sin. */
static float sample_from_sine(struct sound_source *source)
{
    double real = source->real * source->step_real - source->imaginary * source->step_imaginary;
    double imaginary = source->real * source->step_imaginary + source->imaginary * source->step_real;
    float sample = (float)source->imaginary;
    source->real = real;
    source->imaginary = imaginary;
    return sample;
}

void read_sample(struct sound_source *source, float *sample)
{
    *sample = 0.0f;
    if (source->sample_count == source->total_samples) {
        df_end_of_input();
        return;
    }
    if (source->sample_count < source->signal_samples)
        *sample = source->file != NULL ? sample_from_file(source) : sample_from_sine(source);
    source->sample_count++;
}

void close_sound(struct sound_source *source)
{
    if (source->file != NULL)
        fclose(source->file);
}
