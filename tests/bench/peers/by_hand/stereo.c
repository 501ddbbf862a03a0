/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the generated core_0.c: the loop nest that one would write by hand, with a buffer for each FIFO. */
#include "graph.h"

enum {
    WIDTH = 741,
    HEIGHT = 500,
    PIXELS = WIDTH * HEIGHT,
    DISPARITIES = 64,
    OFFSETS = 5,
    SLICES = 5,
    LINES = HEIGHT / SLICES
};

static _Alignas(64) uint8_t left[3 * PIXELS], right[3 * PIXELS];
static _Alignas(64) float left_gray[PIXELS], right_gray[PIXELS], cost[PIXELS], work[PIXELS],
    aggregated[PIXELS];
static _Alignas(64) uint32_t left_census[PIXELS], right_census[PIXELS];
static int32_t disparities[DISPARITIES], offsets[OFFSETS];
static _Alignas(64) float rows[OFFSETS][3 * PIXELS], columns[OFFSETS][3 * PIXELS];
static _Alignas(64) float best_cost[2][PIXELS], best_map[2][PIXELS];
static _Alignas(64) float map[(HEIGHT + 2) * WIDTH],
    median_work[4 * WIDTH], repaired[PIXELS]; /* a line of zeros around */

static void prepare(void)
{
    rgb_to_gray(WIDTH, HEIGHT, left, left_gray);
    rgb_to_gray(WIDTH, HEIGHT, right, right_gray);
    census_5x5(WIDTH, HEIGHT, left_gray, left_census);
    census_5x5(WIDTH, HEIGHT, right_gray, right_census);
    list_disparities(DISPARITIES, 0, disparities);
    list_offsets(OFFSETS, offsets);
    for (int k = 0; k < OFFSETS; k++)
        horizontal_weights(WIDTH, HEIGHT, left, offsets + k, rows[k]);
    for (int k = 0; k < OFFSETS; k++)
        vertical_weights(WIDTH, HEIGHT, left, offsets + k, columns[k]);
}

static void match(void)
{
    for (int k = 0; k < DISPARITIES; k++) {
        int now = k % 2, before = 1 - now;
        matching_cost(WIDTH, HEIGHT, disparities + k, left_gray, right_gray, left_census, right_census, cost);
        aggregate_cost(WIDTH, HEIGHT, OFFSETS, offsets, cost, rows[0], columns[0], work, aggregated);
        select_disparity(WIDTH, HEIGHT, 0, disparities + k, aggregated, best_cost[before], best_map[before],
                         best_cost[now], best_map[now]);
    }
    df_copy_disjoint(map + WIDTH, best_map[1], sizeof best_map[1]);
}

void stereo_core_0(df_core *core)
{
    for (int i = 0; i < PIXELS; i++)
        best_cost[1][i] = 1e30f;
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        core->iteration = pass;
        read_view(WIDTH, HEIGHT, DISPARITIES, 0, LEFT_SIDE,
                  (struct view_reader *)(core->arena + stereo_at_read_0), left);
        read_view(WIDTH, HEIGHT, DISPARITIES, 0, RIGHT_SIDE,
                  (struct view_reader *)(core->arena + stereo_at_read_1), right);
        prepare();
        match();
        for (int k = 0; k < SLICES; k++)
            fill_and_median(WIDTH, LINES, map + k * LINES * WIDTH, median_work, repaired + k * LINES * WIDTH);
        if (df_iterations(core, pass) == 0)
            return;
        write_disparity(WIDTH, HEIGHT, DISPARITIES, 0,
                        (struct disparity_writer *)(core->arena + stereo_at_write), repaired);
    }
}
