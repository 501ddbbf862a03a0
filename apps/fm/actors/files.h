/* SPDX-License-Identifier: Apache-2.0 */
/* Where the samples of the FM receiver come from, and where the sound goes. */
#ifndef FM_FILES_H
#define FM_FILES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { FM_SAMPLES_HZ = 1200000, FM_STATIONS = 2 };

/* A generated station: phases and their steps are turns, in parts of 2^32. */
struct station {
    uint32_t carrier, carrier_step;
    uint32_t tone, tone_step;
    double swing; /* of the phase by the tone, in turns */
};

struct iq_source {
    FILE *file; /* NULL: stations are generated */
    const char *name;
    int64_t left; /* generated samples */
    struct station stations[FM_STATIONS];
};

struct audio_sink {
    FILE *file;
    const char *name;
    uint64_t samples;
};

/* Opens `input=` (bytes of I and Q in turns, `-` for the standard input), or prepares two stations for `seconds=`. */
void open_iq(struct iq_source *source);
/* Gives `count` samples; the run ends with the last whole block. */
void read_iq(int count, struct iq_source *source, uint8_t *raw);
void close_iq(struct iq_source *source);

/* Opens `output=`, `-` for the standard output. */
void open_audio(struct audio_sink *sink);
/* Appends samples, rounded to 16 bits; what is louder than full scale is clipped. */
void write_audio(int count, struct audio_sink *sink, const float *samples);
/* Writes into the header how long it came to be, where the file lets one go back. */
void close_audio(struct audio_sink *sink);

#endif
