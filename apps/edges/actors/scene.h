/* SPDX-License-Identifier: Apache-2.0 */
/* The generated scene: bright and dark shapes that bounce over a textured background. Integers only, so that
 * every machine draws the same bytes. */
#ifndef EDGES_SCENE_H
#define EDGES_SCENE_H

#include <stdint.h>

/* Draws the scene without its shapes to background[height][width]. */
void scene_background(int width, int height, uint8_t *background);
/* Draws frame number frame (from 0) over the background to y[height][width]. */
void scene_frame(int width, int height, int64_t frame, const uint8_t *background, uint8_t *y);

#endif
