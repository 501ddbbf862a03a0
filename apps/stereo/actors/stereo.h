/* SPDX-License-Identifier: Apache-2.0 */
/* The actors of the stereo matcher.
 *
 * Images are stored row by row, `width` x `height`, pixels without padding. Grey values run from 0 to 255,
 * matching costs from 0 (same) to 1 (different), disparities are in pixels: pixel x of the left image shows
 * what pixel x - disparity of the right image shows. Except for those at the ends (pair.h), all actors are
 * pure functions. */
#ifndef STEREO_H
#define STEREO_H

#include <stdint.h>

#include "pair.h"

/* Lists the disparities to try: disparity[i] = min_disparity + i, in pixels, i < disparities. */
void list_disparities(int disparities, int min_disparity, int32_t *disparity);

/* Lists the reach of each aggregation step: offset[k] = 2^k pixels, k < offsets. */
void list_offsets(int offsets, int32_t *offset);

/* Turns rgb[height][width][3], 0..255, into the luma gray[height][width], 0..255. */
void rgb_to_gray(int width, int height, const uint8_t *rgb, float *gray);

/* Census transform: each bit of census[height][width] tells if one of the 24 neighbours (5 x 5) is darker. */
void census_5x5(int width, int height, const float *gray, uint32_t *census);

/* Support of the neighbours offset[0] pixels to the left and right: weights[3][height][width] for left, own
 * pixel, right; they sum to 1 at each pixel, and a neighbour outside of the image has weight 0. */
void horizontal_weights(int width, int height, const uint8_t *rgb, const int32_t *offset, float *weights);

/* The same for offset[0] pixels above and below: weights[3][height][width] for above, own pixel, below. */
void vertical_weights(int width, int height, const uint8_t *rgb, const int32_t *offset, float *weights);

/* Cost[height][width], 0..1, of giving each left pixel disparity[0]: Hamming distance of the census blended
 * with the truncated absolute difference of the grey values. */
void matching_cost(int width, int height, const int32_t *disparity, const float *left_gray,
                   const float *right_gray, const uint32_t *left_census, const uint32_t *right_census,
                   float *cost);

/* Averages cost[height][width] over each pixel's support, one step along rows and one along columns for each
 * of offset[offsets], offsets > 0; both weights are [offsets][3][height][width]. `work`[height][width] is
 * scratch memory. */
void aggregate_cost(int width, int height, int offsets, const int32_t *offset, const float *cost,
                    const float *horizontal, const float *vertical, float *work, float *aggregated);

/* Keeps the best so far: where cost[height][width] is below previous_cost, disparity[0] wins. The first
 * disparity (min_disparity) wins everywhere, so that nothing of the pair before is left. */
void select_disparity(int width, int height, int min_disparity, const int32_t *disparity, const float *cost,
                      const float *previous_cost, const float *previous_map, float *best_cost,
                      float *best_map);

/* Fills what the right camera cannot see with the background beside it and takes the median of 3 x 3 pixels.
 * Works on `lines` lines: disparity[lines + 2][width] has one more line at either side, all 0 if outside of
 * the image; filtered[lines][width]. `work`[4][width] is scratch memory. */
void fill_and_median(int width, int lines, const float *disparity, float *work, float *filtered);

#endif
