/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a camera is and how it is turned, in whole numbers so that every machine computes the same. A camera at
 * (x, y) turned by roll sees, at the place p of its picture, the scene at (x, y) + turned(p, roll). Places in a
 * picture are counted from its middle, x to the right, y down.
 */
#ifndef STABILIZATION_POSE_H
#define STABILIZATION_POSE_H

#include <stdint.h>

#define ONE INT64_C(65536) /* one pixel, one radian, the factor 1 */

struct pose {
    int64_t x, y; /* 1/65536 pixel */
    int64_t roll; /* 1/65536 radian */
};

/* A turn by an angle, as cosine and sine in 1/65536. */
struct turn {
    int64_t cosine, sine;
};

struct turn turn_by(int64_t roll);

/* The place (x, y), in any unit, after the turn; roll and what is not a place stay as they are. */
struct pose turned(struct pose place, struct turn turn);

#endif
