/* SPDX-License-Identifier: Apache-2.0 */
/* An older version, which nobody should choose: frames.c would have to be there twice. */
#include "preesm.h"

unsigned char nextNumber(int *seed)
{
    return *seed;
}

void readFrame(int width, int height, uchar *frame)
{
    frame[width * height - 1] = 0;
}
