/* SPDX-License-Identifier: Apache-2.0 */
/* Actors of the FM receiver in C, and what those in C++ have in common with them. */
#ifndef FM_H
#define FM_H

enum {
    FM_DEMODULATED_HZ = 240000,
    FM_AUDIO_HZ = 48000,
    FM_DEVIATION_HZ = 75000, /* of full scale */
    FM_EMPHASIS_US = 50      /* time constant, as in Europe */
};

/* A complex sample. */
typedef struct iq {
    float re, im;
} iq;

#ifdef __cplusplus
extern "C" {
#endif

/* The frequency of each sample at 240 kHz, full scale -1 to 1, from the turn since the one `before`. */
void demodulate(int count, iq *before, const iq *in, float *out);
/* Takes back what transmitters do to high tones: a low-pass of the first order, at 48 kHz. */
void deemphasize(int count, float *before, const float *in, float *out);
/* Multiplies samples by the volume. */
void scale(int count, float volume, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
