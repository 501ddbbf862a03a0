/* SPDX-License-Identifier: Apache-2.0 */
#include "split.h"

void split(int slices, int width, int height, uchar *in, uchar *out)
{
    int lines = height / slices;
    for (int slice = 0; slice < slices; slice++)
        for (int line = -1; line <= lines; line++) {
            int from = slice * lines + line;
            for (int x = 0; x < width; x++)
                *out++ = from >= 0 && from < height ? in[from * width + x] : 0;
        }
}

void merge(int slices, int width, int height, uchar *in, uchar *out)
{
    int lines = height / slices;
    for (int slice = 0; slice < slices; slice++)
        for (int i = 0; i < lines * width; i++)
            out[slice * lines * width + i] = in[(slice * (lines + 2) + 1) * width + i];
}
