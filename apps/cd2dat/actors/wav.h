/* SPDX-License-Identifier: Apache-2.0 */
/* The RIFF/WAVE header, as far as source and sink need it. All its numbers are little-endian. */
#ifndef CD2DAT_WAV_H
#define CD2DAT_WAV_H

#include <stdint.h>
#include <stdio.h>

enum { WAV_HEADER_BYTES = 44 };

struct wav_format {
    int channels;
    int64_t frames; /* samples of each channel */
};

/* Reads up to the first sample; fails the program unless it is 16-bit PCM at rate_hz with 1 or 2 channels. */
struct wav_format wav_read_header(FILE *file, const char *name, int rate_hz);
/* Fills header for a 16-bit mono file of this many samples. */
void wav_make_header(uint8_t header[WAV_HEADER_BYTES], int rate_hz, int64_t samples);
/* The 16-bit number at bytes. */
int wav_sample(const uint8_t *bytes);

#endif
