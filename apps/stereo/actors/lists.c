/* SPDX-License-Identifier: Apache-2.0 */
/* What the repeated actors count through: disparities and aggregation offsets. */
#include "stereo.h"

void list_disparities(int disparities, int min_disparity, int32_t *disparity)
{
    for (int i = 0; i < disparities; i++)
        disparity[i] = min_disparity + i;
}

void list_offsets(int offsets, int32_t *offset)
{
    enum { LARGEST_POWER = 16 }; /* farther than any image is wide in practice; keeps the shift defined */
    for (int k = 0; k < offsets; k++)
        offset[k] = (int32_t)1 << (k < LARGEST_POWER ? k : LARGEST_POWER);
}
