/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One polyphase stage. The prototype filter has up * taps coefficients at up times the input rate. The
 * zeros that interpolation would put between two samples are never multiplied: each output uses one phase of
 * taps coefficients.
 */
#include "cd2dat.h"

#include <df/df.h>

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* Modified Bessel function of order zero, by its power series. */
static double bessel(double x)
{
    double term = 1.0;
    double sum = 1.0;
    for (int k = 1; term > 1e-17 * sum; k++) {
        term *= (x / 2.0 / k) * (x / 2.0 / k);
        sum += term;
    }
    return sum;
}

enum { ATTENUATION_LEAST_DB = 80 };

/* Stopband attenuation that a Kaiser window of this length reaches; the transition is a share of the rate. */
static double attenuation_db(int length, double transition)
{
    return 14.36 * transition * (length - 1) + 7.95;
}

static double windowed_sinc(int index, int length, double cutoff, double beta)
{
    double offset = index - (length - 1) / 2.0;
    double share = 2.0 * offset / (length - 1);
    double angle = 2.0 * PI * cutoff * offset;
    double sinc = fabs(offset) < 1e-9 ? 1.0 : sin(angle) / angle;
    return sinc * bessel(beta * sqrt(fmax(0.0, 1.0 - share * share)));
}

/* Returns the attenuation of a stage that its arguments can build. */
static double checked_attenuation_db(int up, int down, int taps, double transition)
{
    if (taps % CD2DAT_LANES != 0 || taps > CD2DAT_TAPS_MAX || up * taps > CD2DAT_COEFFICIENTS_MAX)
        df_fail("a stage takes a multiple of %d taps, at most %d a phase and %d in all, not %d times %d",
                CD2DAT_LANES, CD2DAT_TAPS_MAX, CD2DAT_COEFFICIENTS_MAX, up, taps);
    if (down > CD2DAT_BLOCK_SAMPLES)
        df_fail("a stage takes at most %d samples a firing, not %d", CD2DAT_BLOCK_SAMPLES, down);
    double reached_db = attenuation_db(up * taps, transition);
    if (reached_db < ATTENUATION_LEAST_DB)
        df_fail("%d taps for a %d/%d stage stop images and aliases by %.0f dB only, at least %d dB are "
                "needed; lower pass_hz or take more taps",
                taps, up, down, reached_db, ATTENUATION_LEAST_DB);
    return reached_db;
}

void design_stage(int up, int down, int taps, int input_hz, int pass_hz, int stop_hz, struct resampler *stage)
{
    int length = up * taps;
    double rate = (double)input_hz * up;
    double cutoff = (pass_hz + stop_hz) / 2.0 / rate;
    double beta = 0.1102 * (checked_attenuation_db(up, down, taps, (stop_hz - pass_hz) / rate) - 8.7);
    for (int phase = 0; phase < up; phase++) {
        double sum = 0.0;
        for (int k = 0; k < taps; k++)
            sum += windowed_sinc(k * up + phase, length, cutoff, beta);
        for (int k = 0; k < taps; k++)
            stage->coefficients[phase * taps + taps - 1 - k] =
                (float)(windowed_sinc(k * up + phase, length, cutoff, beta) / sum);
    }
    stage->newest = taps;
}

/* Sums in lanes, so that compilers may use vectors without being allowed to reorder additions. */
static inline float inner_product(int taps, const float *restrict a, const float *restrict b)
{
    float lanes[CD2DAT_LANES] = {0};
    for (int k = 0; k < taps; k += CD2DAT_LANES)
        for (int lane = 0; lane < CD2DAT_LANES; lane++)
            lanes[lane] += a[k + lane] * b[k + lane];
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

void resample(int up, int down, int taps, struct resampler *stage, const float *restrict in,
              float *restrict out)
{
    if (stage->newest + down > taps + CD2DAT_BLOCK_SAMPLES) {
        memmove(stage->history, stage->history + stage->newest - taps, (size_t)taps * sizeof *stage->history);
        stage->newest = taps;
    }
    float *newest = stage->history + stage->newest;
    for (int i = 0; i < down; i++)
        newest[i] = in[i];
    for (int i = 0; i < up; i++) {
        int position = i * down;
        const float *oldest = newest + position / up + 1 - taps;
        out[i] = inner_product(taps, stage->coefficients + position % up * taps, oldest);
    }
    stage->newest += down;
}
