/* SPDX-License-Identifier: Apache-2.0 */
/* Cost of one disparity, and the choice among all. */
#include <math.h>
#include <stddef.h>

#include "stereo.h"

#define CENSUS_BITS  24.0f
#define CENSUS_SHARE 0.8f  /* the rest of the cost is the difference of the grey values */
#define LARGEST_STEP 20.0f /* grey values that differ by more count as different altogether */
#define UNSEEN_COST  0.3f  /* partner outside of the image: worse than a match, better than a mismatch */

/* Number of set bits; spelled out because compilers vectorise this for any instruction set. */
static inline uint32_t set_bits(uint32_t bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0fu;
    return bits * 0x01010101u >> 24;
}

static int clamp_to(int value, int largest)
{
    return value < 0 ? 0 : value > largest ? largest : value;
}

void matching_cost(int width, int height, const int32_t *disparity, const float *left_gray,
                   const float *right_gray, const uint32_t *left_census, const uint32_t *right_census,
                   float *cost)
{
    const int shift = disparity[0];
    const int first = clamp_to(shift, width), last = clamp_to(width + shift, width);
    for (int y = 0; y < height; y++) {
        ptrdiff_t line = (ptrdiff_t)y * width;
        float *restrict row = cost + line;
        for (int x = 0; x < first; x++)
            row[x] = UNSEEN_COST;
        for (int x = first; x < last; x++) {
            float step = fabsf(left_gray[line + x] - right_gray[line + x - shift]);
            int different = (int)set_bits(left_census[line + x] ^ right_census[line + x - shift]);
            step = step < LARGEST_STEP ? step : LARGEST_STEP;
            row[x] = CENSUS_SHARE / CENSUS_BITS * (float)different;
            row[x] += (1.0f - CENSUS_SHARE) / LARGEST_STEP * step;
        }
        for (int x = first > last ? first : last; x < width; x++)
            row[x] = UNSEEN_COST;
    }
}

void select_disparity(int width, int height, int min_disparity, const int32_t *disparity, const float *cost,
                      const float *previous_cost, const float *previous_map, float *best_cost,
                      float *best_map)
{
    const size_t pixels = (size_t)width * (size_t)height;
    const float candidate = (float)disparity[0];
    const int is_first = disparity[0] == min_disparity;
    for (size_t i = 0; i < pixels; i++) {
        int wins = is_first | (cost[i] < previous_cost[i]);
        float lower = wins ? cost[i] : previous_cost[i];
        float chosen = wins ? candidate : previous_map[i];
        best_cost[i] = lower;
        best_map[i] = chosen;
    }
}
