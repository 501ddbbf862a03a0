/* SPDX-License-Identifier: Apache-2.0 */
#include "columns.h"
#include "edges.h"

static inline uint8_t larger(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

/*
 * Largest values of 3x3 neighbourhoods. With flip 255 values are turned upside down on their way in and out,
 * which makes the largest the smallest. Columns outside the picture are black either way.
 */
static void largest_block(struct columns block, uint8_t flip)
{
    const uint8_t *restrict above = block.lines[0];
    const uint8_t *restrict line = block.lines[1];
    const uint8_t *restrict below = block.lines[2];
    uint8_t *restrict out = block.out;
    uint8_t column[COLUMNS_ROOM], pair[COLUMNS_ROOM];

    column[0] = column[block.count + 1] = flip;
    for (int i = block.begin; i < block.end; i++)
        column[i + 1] = larger(larger(above[i] ^ flip, line[i] ^ flip), below[i] ^ flip);
    for (int i = 0; i <= block.count; i++)
        pair[i] = larger(column[i], column[i + 1]);
    for (int i = 0; i < block.count; i++)
        out[i] = larger(pair[i], pair[i + 1]) ^ flip;
}

static void largest(int width, int lines_in, uint8_t flip, const uint8_t *restrict in, uint8_t *restrict out)
{
    for (int y = 0; y < lines_in - 2; y++)
        for (int first = 0; first < width; first += COLUMNS_BLOCK)
            largest_block(columns_at(first, width, in + (int64_t)y * width, out + (int64_t)y * width), flip);
}

void dilate(int width, int lines_in, const uint8_t *restrict in, uint8_t *restrict out)
{
    largest(width, lines_in, 0, in, out);
}

void erode(int width, int lines_in, const uint8_t *restrict in, uint8_t *restrict out)
{
    largest(width, lines_in, 255, in, out);
}
