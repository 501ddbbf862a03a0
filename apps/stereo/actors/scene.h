/* SPDX-License-Identifier: Apache-2.0 */
/* A rendered scene whose disparity is known: textured planes before each other, the same at every run. */
#ifndef STEREO_SCENE_H
#define STEREO_SCENE_H

#include <stdint.h>

/* Size of the images, and the disparities that the scene may use, in pixels. */
struct scene {
    int width, height, disparities, min_disparity;
};

/* Renders the right view or the left one, rgb[height][width][3], 0..255. */
void scene_render(const struct scene *scene, int is_right, uint8_t *rgb);

/* True disparity, in pixels, at a pixel of the left view. */
float scene_disparity(const struct scene *scene, int x, int y);

#endif
