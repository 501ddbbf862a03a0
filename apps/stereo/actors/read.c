/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#include <df/df.h>

#include "files.h"
#include "pair.h"
#include "scene.h"

/* The number of pairs to read: option repeat=, a positive whole number. */
static long wanted_pairs(void)
{
    const char *text = df_option("repeat");
    if (text == NULL)
        return 1;
    char *end;
    errno = 0;
    long pairs = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || pairs < 1)
        df_fail("repeat=%s: give the number of pairs, 1 or more", text);
    return pairs;
}

void read_view(int width, int height, int disparities, int min_disparity, int side,
               struct view_reader *reader, uint8_t *rgb)
{
    const char *left_path = df_option("left"), *right_path = df_option("right");
    if (reader->views_read == wanted_pairs()) {
        df_end_of_input();
        return;
    }
    if ((left_path == NULL) != (right_path == NULL))
        df_fail("%s is missing: give both left=FILE and right=FILE, or none for the built-in scene",
                left_path == NULL ? "left=" : "right=");
    if (left_path == NULL)
        scene_render(&(struct scene){width, height, disparities, min_disparity}, side == RIGHT_SIDE, rgb);
    else
        read_ppm(side == RIGHT_SIDE ? right_path : left_path, width, height, rgb);
    reader->views_read++;
}
