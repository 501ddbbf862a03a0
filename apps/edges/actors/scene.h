/* SPDX-License-Identifier: Apache-2.0 */
/* The generated scene: bright and dark shapes that bounce over a textured background. Integers only, so that
 * every machine draws the same bytes. */
#ifndef EDGES_SCENE_H
#define EDGES_SCENE_H

#include <stdint.h>

struct scene {
    uint8_t *background; /* a frame without the shapes */
    int64_t frame_count;
    int64_t frame_limit;
};

/* Prepares as many frames as `frames=` says. */
void open_scene(int width, int height, struct scene *scene);
/* Draws the next frame to y[height][width]; ends the program after the last one. */
void draw_scene(int width, int height, struct scene *scene, uint8_t *y);
void close_scene(struct scene *scene);

#endif
