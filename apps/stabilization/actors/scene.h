/* SPDX-License-Identifier: Apache-2.0 */
/* The generated video: a camera in a shaking hand pans over the world, and a balloon drifts through the picture. */
#ifndef STABILIZATION_SCENE_H
#define STABILIZATION_SCENE_H

#include "pose.h"
#include "world.h"

/* The camera's true pose in a frame. */
struct pose scene_pose(int64_t frame);
/* Draws a frame's plane 0, 1 or 2 (Y, U, V); width and height are those of the whole frame. */
void scene_plane(int plane, int width, int height, int64_t frame, const struct world *world, uint8_t *pixels);

#endif
