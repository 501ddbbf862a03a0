/* SPDX-License-Identifier: Apache-2.0 */
/* Actors of the cd2dat application. A sample is a mono float, full scale -1 to 1. */
#ifndef CD2DAT_H
#define CD2DAT_H

#include <stdint.h>
#include <stdio.h>

enum {
    CD2DAT_TAPS_MAX = 80,          /* taps of one phase, a multiple of CD2DAT_LANES */
    CD2DAT_COEFFICIENTS_MAX = 320, /* taps times phases of one stage */
    CD2DAT_BLOCK_SAMPLES = 512,    /* new samples between two moves of the history */
    CD2DAT_LANES = 8,              /* partial sums of one inner product, a vector register or two */
    CD2DAT_FILE_BYTES = 1 << 16    /* bytes read or written at a time */
};

struct sound_source {
    FILE *file; /* NULL: a sine is generated */
    const char *name;
    int64_t sample_count;   /* given so far */
    int64_t signal_samples; /* until silence begins */
    int64_t total_samples;  /* until the end: whole iterations */
    double real, imaginary; /* the generated sine is the imaginary part of a turning pointer */
    double step_real, step_imaginary;
    int frame_bytes; /* of a file with one or two channels */
    int channel_offset_bytes;
    int buffer_fill_bytes;
    int buffer_used_bytes;
    uint8_t buffer[CD2DAT_FILE_BYTES];
};

struct resampler {
    int newest;                                  /* index after the newest sample in history */
    float coefficients[CD2DAT_COEFFICIENTS_MAX]; /* phase by phase, oldest sample's tap first */
    float history[CD2DAT_TAPS_MAX + CD2DAT_BLOCK_SAMPLES];
};

struct sound_sink {
    FILE *file;
    char *name;
    char *temporary_name; /* NULL: a device, written in place */
    int64_t sample_count;
    int buffer_fill_bytes;
    uint8_t buffer[CD2DAT_FILE_BYTES];
};

/* Opens `input=` (44.1 kHz, 16 bit) or prepares a sine; iteration and tail (silence after it) in samples. */
void open_sound(int iteration, int tail, struct sound_source *source);
/* Gives one sample at 44.1 kHz; ends the run where a whole iteration has ended after signal and tail. */
void read_sample(struct sound_source *source, float *sample);
/* Closes what open_sound opened. */
void close_sound(struct sound_source *source);

/* Designs the low-pass of a stage: taps a phase; pass and stop edges in Hz at the input rate times up. */
void design_stage(int up, int down, int taps, int input_hz, int pass_hz, int stop_hz,
                  struct resampler *stage);
/* Converts in[down] to out[up]: interpolates by up, filters, keeps every down-th sample. */
void resample(int up, int down, int taps, struct resampler *stage, const float *in, float *out);

/* Opens `output=` (a file under a temporary name) and leaves room for its header. */
void open_sink(struct sound_sink *sink);
/* Appends one sample at 48 kHz, rounded to 16 bits; louder than full scale is clipped. */
void write_sample(struct sound_sink *sink, const float *sample);
/* Completes the header, gives the file its final name and prints how much it holds. */
void close_sink(struct sound_sink *sink);

#endif
