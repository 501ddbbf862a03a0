/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "edges.h"

/* 16 bits hold every value here (at most 2040), and twice as many of them fit a vector register. */
static inline int16_t absolute(int16_t value)
{
    return (int16_t)(value < 0 ? -value : value);
}

static inline uint8_t magnitude(int16_t gx, int16_t gy)
{
    int16_t half = (int16_t)((uint16_t)(absolute(gx) + absolute(gy)) >> 1);
    return (uint8_t)(half > 255 ? 255 : half);
}

/* Columns outside the picture are black: their sums and differences stay zero. */
static void sobel_block(struct columns block)
{
    const uint8_t *restrict above = block.lines[0];
    const uint8_t *restrict line = block.lines[1];
    const uint8_t *restrict below = block.lines[2];
    uint8_t *restrict out = block.out;
    int16_t sum[COLUMNS_ROOM], sum_step[COLUMNS_ROOM];
    int16_t difference[COLUMNS_ROOM], difference_pair[COLUMNS_ROOM];

    sum[0] = difference[0] = 0;
    sum[block.count + 1] = difference[block.count + 1] = 0;
    for (int i = block.begin; i < block.end; i++) {
        sum[i + 1] = (int16_t)(above[i] + 2 * line[i] + below[i]);
        difference[i + 1] = (int16_t)(below[i] - above[i]);
    }
    for (int i = 0; i <= block.count; i++) {
        sum_step[i] = (int16_t)(sum[i + 1] - sum[i]);
        difference_pair[i] = (int16_t)(difference[i + 1] + difference[i]);
    }
    for (int i = 0; i < block.count; i++)
        out[i] = magnitude((int16_t)(sum_step[i] + sum_step[i + 1]),
                           (int16_t)(difference_pair[i] + difference_pair[i + 1]));
}

void sobel(int width, int lines_in, const uint8_t *restrict in, uint8_t *restrict out)
{
    for (int y = 0; y < lines_in - 2; y++)
        for (int first = 0; first < width; first += COLUMNS_BLOCK)
            sobel_block(columns_at(first, width, in + (int64_t)y * width, out + (int64_t)y * width));
}
