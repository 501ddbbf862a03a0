/* SPDX-License-Identifier: Apache-2.0 */
/* Adaptive support: a pixel's cost is averaged with its neighbours', the more the easier it is to walk there
 * without crossing an edge of the left image. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "stereo.h"

#define COLOUR_SCALE   40.0f /* colour steps on the way that reduce a weight to 1/e */
#define DISTANCE_SCALE 30.0f /* pixels of way that do so */
#define TABLE_SIZE     512   /* longer ways, in colour steps, weigh nothing */

/* Largest difference among the three colours of two pixels. */
static inline int colour_step(const uint8_t *restrict a, const uint8_t *restrict b)
{
    int red = abs(a[0] - b[0]), green = abs(a[1] - b[1]), blue = abs(a[2] - b[2]);
    int larger = red > green ? red : green;
    return larger > blue ? larger : blue;
}

/* way[pixel] = sum of the colour steps from the pixel to the one `offset` further along; undefined where that
 * is outside. Each follows from the one before: a step more at the end, a step less at the start. */
static inline void measure_ways(int width, int height, int vertical, const uint8_t *rgb, int offset,
                                float *way)
{
    const ptrdiff_t stride = vertical ? width : 1;
    const int columns = vertical ? width : width - offset, rows = vertical ? height - offset : height;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            ptrdiff_t i = (ptrdiff_t)y * width + x, end = i + offset * stride;
            int length = 0;
            if ((vertical ? y : x) > 0)
                length = (int)way[i - stride] - colour_step(rgb + 3 * (i - stride), rgb + 3 * i) +
                         colour_step(rgb + 3 * (end - stride), rgb + 3 * end);
            else
                for (ptrdiff_t k = i; k < end; k += stride)
                    length += colour_step(rgb + 3 * k, rgb + 3 * (k + stride));
            way[i] = (float)length;
        }
}

static inline float weight_of_way(const float *table, float way)
{
    int steps = (int)way;
    return table[steps < TABLE_SIZE ? steps : TABLE_SIZE - 1];
}

static inline void support_weights(int width, int height, int vertical, const uint8_t *rgb, int offset,
                                   float *weights)
{
    const ptrdiff_t pixels = (ptrdiff_t)width * height, reach = vertical ? (ptrdiff_t)offset * width : offset;
    const int length = vertical ? height : width;
    float *before = weights, *own = weights + pixels, *after = weights + 2 * pixels;
    float table[TABLE_SIZE];
    for (int i = 0; i < TABLE_SIZE - 1; i++)
        table[i] = expf(-(float)i / COLOUR_SCALE - (float)offset / DISTANCE_SCALE);
    table[TABLE_SIZE - 1] = 0.0f;

    measure_ways(width, height, vertical, rgb, offset, own);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int place = vertical ? y : x;
            ptrdiff_t i = (ptrdiff_t)y * width + x;
            before[i] = place >= offset ? weight_of_way(table, own[i - reach]) : 0.0f;
            after[i] = place < length - offset ? weight_of_way(table, own[i]) : 0.0f;
        }
    for (ptrdiff_t i = 0; i < pixels; i++) {
        float share = 1.0f / (before[i] + 1.0f + after[i]);
        before[i] *= share;
        own[i] = share;
        after[i] *= share;
    }
}

void horizontal_weights(int width, int height, const uint8_t *rgb, const int32_t *offset, float *weights)
{
    support_weights(width, height, 0, rgb, offset[0], weights);
}

void vertical_weights(int width, int height, const uint8_t *rgb, const int32_t *offset, float *weights)
{
    support_weights(width, height, 1, rgb, offset[0], weights);
}

/* One line of three-point averages; `before` and `after` are other lines, or the same one shifted. */
static inline void average_line(int first, int last, ptrdiff_t plane, const float *restrict weights,
                                const float *restrict before, const float *restrict own,
                                const float *restrict after, float *restrict out)
{
    for (int x = first; x < last; x++)
        out[x] = weights[x] * before[x] + weights[plane + x] * own[x] + weights[2 * plane + x] * after[x];
}

/* Where a neighbour is missing its weight is 0, so the pixel itself stands in for it. */
static void average_rows(int width, int height, int offset, const float *weights, const float *in, float *out)
{
    const ptrdiff_t plane = (ptrdiff_t)width * height;
    const int reach = offset < width ? offset : width;
    const int left = reach < width - reach ? reach : width - reach; /* below it nothing is on the left */
    const int right = width - left;
    for (int y = 0; y < height; y++) {
        const float *row = in + (ptrdiff_t)y * width, *w = weights + (ptrdiff_t)y * width;
        float *to = out + (ptrdiff_t)y * width;
        average_line(0, left, plane, w, row, row, row + reach, to);
        if (reach == left)
            average_line(reach, right, plane, w, row - reach, row, row + reach, to);
        else
            average_line(left, right, plane, w, row, row, row, to);
        average_line(right, width, plane, w, row - reach, row, row, to);
    }
}

static void average_columns(int width, int height, int offset, const float *weights, const float *in,
                            float *out)
{
    const ptrdiff_t plane = (ptrdiff_t)width * height;
    for (int y = 0; y < height; y++) {
        ptrdiff_t line = (ptrdiff_t)y * width;
        const float *above = in + (y >= offset ? line - (ptrdiff_t)offset * width : line);
        const float *below = in + (y < height - offset ? line + (ptrdiff_t)offset * width : line);
        average_line(0, width, plane, weights + line, above, in + line, below, out + line);
    }
}

void aggregate_cost(int width, int height, int offsets, const int32_t *offset, const float *cost,
                    const float *horizontal, const float *vertical, float *work, float *aggregated)
{
    const ptrdiff_t step = 3 * (ptrdiff_t)width * height;
    for (int k = 0; k < offsets; k++) {
        average_rows(width, height, offset[k], horizontal + k * step, k == 0 ? cost : aggregated, work);
        average_columns(width, height, offset[k], vertical + k * step, work, aggregated);
    }
}
