/* SPDX-License-Identifier: Apache-2.0 */
/* A first guess by medians, then least squares over the blocks that agree with the last guess, ever more
 * strictly. For the small turns between two frames, a turn moves the place (x, y) by roll * (-y, x). */
#include "stabilization.h"

enum { AGREEING_OF = 8, BINS = 2 * (REACH_MAX + 1) + 1 };

/* All sums that the fit needs; places in pixels, vectors in 1/256 pixel. */
struct sums {
    int64_t count, x, y, square, vector_x, vector_y, moment;
};

struct blocks {
    int columns, lines;
    const struct vector *vectors;
};

static int64_t absolute(int64_t value)
{
    return value < 0 ? -value : value;
}

/* Middle of a column or line of blocks, from the middle of the frame. */
static int64_t place_of(int index, int count)
{
    return (int64_t)BLOCK * (2 * index + 1 - count) / 2;
}

static int bin_of(int32_t value)
{
    return (value + 256 * (REACH_MAX + 1) + 128) / 256;
}

/* To the pixel, in 1/65536 of it. */
static int64_t median(const int32_t count[BINS], int32_t total)
{
    int bin = 0;
    for (int32_t below = count[0]; 2 * below < total; below += count[bin])
        bin++;
    return (bin - (REACH_MAX + 1)) * ONE;
}

static struct pose guess(struct blocks blocks)
{
    int32_t along_x[BINS] = {0}, along_y[BINS] = {0}, total = 0;
    for (int i = 0; i < blocks.columns * blocks.lines; i++)
        if (blocks.vectors[i].is_reliable) {
            along_x[bin_of(blocks.vectors[i].x)]++;
            along_y[bin_of(blocks.vectors[i].y)]++;
            total++;
        }
    return (struct pose){median(along_x, total), median(along_y, total), 0};
}

/* Sums over the blocks that the motion explains, up to the tolerance in 1/65536 pixel. */
static struct sums sums_of(struct blocks blocks, struct pose motion, int64_t tolerance)
{
    struct sums sums = {0};
    for (int line = 0; line < blocks.lines; line++)
        for (int column = 0; column < blocks.columns; column++) {
            struct vector vector = blocks.vectors[line * blocks.columns + column];
            int64_t x = place_of(column, blocks.columns), y = place_of(line, blocks.lines);
            if (!vector.is_reliable || absolute(256 * vector.x - motion.x + motion.roll * y) > tolerance ||
                absolute(256 * vector.y - motion.y - motion.roll * x) > tolerance)
                continue;
            sums.count++;
            sums.x += x;
            sums.y += y;
            sums.square += x * x + y * y;
            sums.vector_x += vector.x;
            sums.vector_y += vector.y;
            sums.moment += x * vector.y - y * vector.x;
        }
    return sums;
}

static struct pose fit(struct sums sums)
{
    int64_t spread = sums.count * sums.square - sums.x * sums.x - sums.y * sums.y;
    int64_t moment = sums.count * sums.moment - sums.x * sums.vector_y + sums.y * sums.vector_x;
    /* moment * 256 / spread, without leaving 64 bits for large frames */
    int64_t roll = spread < 256 ? 0 : moment / (spread / 256);
    return (struct pose){(256 * sums.vector_x + roll * sums.y) / sums.count,
                         (256 * sums.vector_y - roll * sums.x) / sums.count, roll};
}

void estimate_motion(int width, int height, const struct vector *vectors, struct pose *motion)
{
    const int64_t tolerances[] = {4 * ONE, 2 * ONE, ONE, ONE / 2};
    struct blocks blocks = {width / BLOCK, height / BLOCK, vectors};
    struct pose found = guess(blocks);
    for (int round = 0; round < (int)(sizeof tolerances / sizeof tolerances[0]); round++) {
        struct sums sums = sums_of(blocks, found, tolerances[round]);
        if (sums.count == 0 || AGREEING_OF * sums.count < (int64_t)blocks.columns * blocks.lines) {
            *motion = (struct pose){0, 0, 0};
            return;
        }
        found = fit(sums);
    }
    *motion = found;
}
