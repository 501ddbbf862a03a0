/* SPDX-License-Identifier: Apache-2.0 */
/* What the generated camera flies over: fields, roads, houses and trees, seen from above, with detail at all scales
 * down to the pixel. It repeats in both directions. */
#ifndef STABILIZATION_WORLD_H
#define STABILIZATION_WORLD_H

#include <stdint.h>

enum { WORLD_SIDE = 512 }; /* pixels after which it repeats; a power of two */

struct world {
    uint8_t y[WORLD_SIDE * WORLD_SIDE];
    uint8_t u[WORLD_SIDE * WORLD_SIDE / 4], v[WORLD_SIDE * WORLD_SIDE / 4];
};

/* A well mixed number for a place of a grid. */
uint32_t mixed(int x, int y, uint32_t seed);

void paint_world(struct world *world);

#endif
