/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the generated core_0.c: the loop nest that one would write by hand. Frames have a line of zeros above and
 * below, so that slices with their neighbour lines lie in place. */
#include "graph.h"

enum { WIDTH = 352, HEIGHT = 288, SLICES = 4, LINES = HEIGHT / SLICES, SLICE = LINES * WIDTH };

static _Alignas(64) uint8_t luma[(HEIGHT + 2) * WIDTH], edges[(HEIGHT + 2) * WIDTH],
    wide[(HEIGHT + 2) * WIDTH], closed[HEIGHT * WIDTH];

void edges_core_0(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        core->iteration = pass;
        df_file_read((df_file *)(core->arena + edges_at_read), luma + WIDTH, NULL, NULL);
        for (int k = 0; k < SLICES; k++)
            sobel(WIDTH, LINES + 2, luma + k * SLICE, edges + WIDTH + k * SLICE);
        for (int k = 0; k < SLICES; k++)
            dilate(WIDTH, LINES + 2, edges + k * SLICE, wide + WIDTH + k * SLICE);
        for (int k = 0; k < SLICES; k++)
            erode(WIDTH, LINES + 2, wide + k * SLICE, closed + k * SLICE);
        if (df_iterations(core, pass) == 0)
            return;
        df_file_write((df_file *)(core->arena + edges_at_write), closed, NULL);
    }
}
