/* SPDX-License-Identifier: Apache-2.0 */
/* Full search: every place within reach is tried, and the sum of absolute differences decides. */
#include <stddef.h>
#include <stdlib.h>

#include "stabilization.h"

enum { SIDE_MAX = 2 * REACH_MAX + 1 };

/* The differences at all places that were tried, and what is within the frame. */
struct search {
    int left, right, up, down; /* displacements tried, inclusive */
    int32_t difference[SIDE_MAX * SIDE_MAX];
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int32_t *at(struct search *search, int x, int y)
{
    return &search->difference[(y + REACH_MAX) * SIDE_MAX + x + REACH_MAX];
}

static int32_t difference_of(int width, const uint8_t *restrict a, const uint8_t *restrict b)
{
    int32_t sum = 0;
    for (int y = 0; y < BLOCK; y++)
        for (int x = 0; x < BLOCK; x++)
            sum += abs(a[(ptrdiff_t)y * width + x] - b[(ptrdiff_t)y * width + x]);
    return sum;
}

/* Where between two pixels the differences would be least, in 1/256 pixel: their slopes on both sides are taken to
 * be alike. Where there is none at all, nothing is left to find. */
static int32_t fraction(int32_t before, int32_t least, int32_t after)
{
    int32_t rise = larger(before, after) - least;
    return least == 0 || rise == 0 ? 0 : 128 * (before - after) / rise;
}

/* Tries all places; `same` is the block's own place in the frame before. */
static struct vector find(int width, const uint8_t *block, const uint8_t *same, struct search *search)
{
    int best_x = 0, best_y = 0;
    int64_t sum = 0;
    int32_t least = difference_of(width, block, same);
    for (int y = search->up; y <= search->down; y++)
        for (int x = search->left; x <= search->right; x++) {
            int32_t difference = difference_of(width, block, same + (ptrdiff_t)y * width + x);
            *at(search, x, y) = difference;
            sum += difference;
            if (difference < least) {
                least = difference;
                best_x = x;
                best_y = y;
            }
        }
    struct vector vector = {256 * best_x, 256 * best_y, 0};
    int64_t places = (int64_t)(search->right - search->left + 1) * (search->down - search->up + 1);
    vector.is_reliable = 2 * places * least < sum; /* clearly better than the average place */
    if (best_x > search->left && best_x < search->right)
        vector.x += fraction(*at(search, best_x - 1, best_y), least, *at(search, best_x + 1, best_y));
    if (best_y > search->up && best_y < search->down)
        vector.y += fraction(*at(search, best_x, best_y - 1), least, *at(search, best_x, best_y + 1));
    return vector;
}

void match_blocks(int width, int height, int lines, int reach, const int32_t *slice, const uint8_t *current,
                  const uint8_t *previous, struct vector *vectors)
{
    struct search search;
    for (int y = 0; y < lines; y += BLOCK)
        for (int x = 0; x < width; x += BLOCK) {
            int line = slice[0] * lines + y;
            search.left = larger(-reach, -x);
            search.right = smaller(reach, width - BLOCK - x);
            search.up = larger(-reach, -line);
            search.down = smaller(reach, height - BLOCK - line);
            *vectors++ = find(width, current + (ptrdiff_t)y * width + x,
                              previous + (ptrdiff_t)(y + reach) * width + x, &search);
        }
}
