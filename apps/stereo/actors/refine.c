/* SPDX-License-Identifier: Apache-2.0 */
/* Repairs a slice of the disparity map: background where the right camera sees nothing, then a median. */
#include <math.h>
#include <stddef.h>

#include "stereo.h"

#define NOWHERE 1e30f /* larger than any disparity */

static inline int partner(int x, float disparity)
{
    return x - (int)floorf(disparity + 0.5f);
}

/* nearest[x] = largest disparity, which is the closest surface, that leads to pixel x of the right image. */
static void project(int width, const float *line, float *nearest)
{
    for (int x = 0; x < width; x++)
        nearest[x] = -NOWHERE;
    for (int x = 0; x < width; x++) {
        int target = partner(x, line[x]);
        if (target >= 0 && target < width && line[x] > nearest[target])
            nearest[target] = line[x];
    }
}

/* A disparity is believed unless its partner is outside or taken by a surface clearly closer. */
static inline int is_seen(int width, int x, const float *line, const float *nearest)
{
    int target = partner(x, line[x]);
    return target >= 0 && target < width && nearest[target] <= line[x] + 1.0f;
}

/* Replaces what is not seen by the smaller (farther) of the seen disparities to its left and right. */
static void fill_line(int width, const float *line, float *nearest, float *filled)
{
    project(width, line, nearest);
    float last = NOWHERE;
    for (int x = 0; x < width; x++) {
        if (is_seen(width, x, line, nearest))
            last = line[x];
        filled[x] = last;
    }
    last = NOWHERE;
    for (int x = width - 1; x >= 0; x--) {
        if (is_seen(width, x, line, nearest))
            last = line[x];
        if (last < filled[x])
            filled[x] = last;
        if (filled[x] >= NOWHERE)
            filled[x] = line[x];
    }
}

static inline float lower(float a, float b)
{
    return a < b ? a : b;
}

static inline float higher(float a, float b)
{
    return a > b ? a : b;
}

static inline float middle(float a, float b, float c)
{
    return higher(lower(a, b), lower(higher(a, b), c));
}

/* Sorted by columns, the median of nine is the middle of: highest low, middle of middles, lowest high. */
static inline float median_of_columns(const float *a, const float *b, const float *c, int left, int x,
                                      int right)
{
    float low = higher(higher(lower(lower(a[left], b[left]), c[left]), lower(lower(a[x], b[x]), c[x])),
                       lower(lower(a[right], b[right]), c[right]));
    float mid = middle(middle(a[left], b[left], c[left]), middle(a[x], b[x], c[x]),
                       middle(a[right], b[right], c[right]));
    float high = lower(lower(higher(higher(a[left], b[left]), c[left]), higher(higher(a[x], b[x]), c[x])),
                       higher(higher(a[right], b[right]), c[right]));
    return middle(low, mid, high);
}

/* Left and right of the image its border repeats. */
static void median_line(int width, const float *above, const float *own, const float *below,
                        float *restrict out)
{
    int last = width - 1;
    out[0] = median_of_columns(above, own, below, 0, 0, last < 1 ? last : 1);
    for (int x = 1; x < last; x++)
        out[x] = median_of_columns(above, own, below, x - 1, x, x + 1);
    if (last > 0)
        out[last] = median_of_columns(above, own, below, last - 1, last, last);
}

/* Outside of the image a slice reads zeros. A line inside that is 0 throughout may be taken for one outside:
 * its neighbour stands in for it then, which a median hardly tells from the truth. */
static int is_outside(int width, const float *line)
{
    for (int x = 0; x < width; x++)
        if (line[x] != 0.0f)
            return 0;
    return 1;
}

void fill_and_median(int width, int lines, const float *disparity, float *work, float *filtered)
{
    float *nearest = work + (ptrdiff_t)3 * width;
    for (int k = 0; k < lines + 2; k++) {
        fill_line(width, disparity + (ptrdiff_t)k * width, nearest, work + (ptrdiff_t)(k % 3) * width);
        if (k < 2)
            continue;
        const float *above = work + (ptrdiff_t)((k - 2) % 3) * width;
        const float *own = work + (ptrdiff_t)((k - 1) % 3) * width;
        const float *below = work + (ptrdiff_t)(k % 3) * width;
        if (k == 2 && is_outside(width, disparity))
            above = own;
        if (k == lines + 1 && is_outside(width, disparity + (ptrdiff_t)k * width))
            below = own;
        median_line(width, above, own, below, filtered + (ptrdiff_t)(k - 2) * width);
    }
}
