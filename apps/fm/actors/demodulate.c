/* SPDX-License-Identifier: Apache-2.0 */
#include "fm.h"

#include <math.h>

static const float PI = 3.14159265358979f;

void demodulate(int count, iq *before, const iq *in, float *out)
{
    iq last = *before;
    for (int i = 0; i < count; i++) {
        float re = in[i].re * last.re + in[i].im * last.im;
        float im = in[i].im * last.re - in[i].re * last.im;
        out[i] = atan2f(im, re) * (FM_DEMODULATED_HZ / (2.0f * PI * FM_DEVIATION_HZ));
        last = in[i];
    }
    *before = last;
}

void deemphasize(int count, float *before, const float *in, float *out)
{
    float keep = expf(-1e6f / ((float)FM_EMPHASIS_US * FM_AUDIO_HZ));
    for (int i = 0; i < count; i++) {
        *before = keep * *before + (1.0f - keep) * in[i];
        out[i] = *before;
    }
}

void scale(int count, float volume, const float *in, float *out)
{
    for (int i = 0; i < count; i++)
        out[i] = volume * in[i];
}
