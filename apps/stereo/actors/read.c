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

void read_pair(int width, int height, int disparities, int min_disparity, struct pair_reader *reader,
               uint8_t *left, uint8_t *right)
{
    const char *left_path = df_option("left"), *right_path = df_option("right");
    if (reader->pairs_read == wanted_pairs()) {
        df_end_of_input();
        return;
    }
    if ((left_path == NULL) != (right_path == NULL))
        df_fail("%s is missing: give both left=FILE and right=FILE, or none for the built-in scene",
                left_path == NULL ? "left=" : "right=");
    if (left_path == NULL) {
        scene_render(&(struct scene){width, height, disparities, min_disparity}, left, right);
    } else {
        read_ppm(left_path, width, height, left);
        read_ppm(right_path, width, height, right);
    }
    reader->pairs_read++;
}
