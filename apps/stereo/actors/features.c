/* SPDX-License-Identifier: Apache-2.0 */
/* What is compared: grey values and their census transform. */
#include <stddef.h>

#include "stereo.h"

void rgb_to_gray(int width, int height, const uint8_t *rgb, float *gray)
{
    size_t pixels = (size_t)width * (size_t)height;
    for (size_t i = 0; i < pixels; i++)
        gray[i] = 0.299f * rgb[3 * i] + 0.587f * rgb[3 * i + 1] + 0.114f * rgb[3 * i + 2];
}

static int clamp(int value, int count)
{
    return value < 0 ? 0 : value >= count ? count - 1 : value;
}

/* A pixel near the left or right border: neighbours outside are replaced by the nearest inside. */
static uint32_t census_near_border(int width, int x, const float *const lines[5])
{
    uint32_t bits = 0;
    for (int dy = 0; dy < 5; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (dx != 0 || dy != 2)
                bits = bits << 1 | (lines[dy][clamp(x + dx, width)] < lines[2][x]);
    return bits;
}

void census_5x5(int width, int height, const float *gray, uint32_t *census)
{
    int left = width < 2 ? width : 2;
    int right = width - 2 < left ? left : width - 2;
    for (int y = 0; y < height; y++) {
        const float *lines[5];
        for (int dy = 0; dy < 5; dy++)
            lines[dy] = gray + (size_t)clamp(y + dy - 2, height) * (size_t)width;
        uint32_t *restrict row = census + (size_t)y * (size_t)width;
        for (int x = 0; x < left; x++)
            row[x] = census_near_border(width, x, lines);
        for (int x = left; x < right; x++)
            row[x] = 0;
        for (int dy = 0; dy < 5; dy++)
            for (int dx = -2; dx <= 2; dx++) {
                const float *neighbour = lines[dy] + dx, *own = lines[2];
                if (dx == 0 && dy == 2)
                    continue;
                for (int x = left; x < right; x++)
                    row[x] = row[x] << 1 | (neighbour[x] < own[x]);
            }
        for (int x = right; x < width; x++)
            row[x] = census_near_border(width, x, lines);
    }
}
