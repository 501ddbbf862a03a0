/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the generated core_0.c: the loop nest that one would write by hand, with a buffer for each FIFO. */
#include "graph.h"

static float source_out[147], a_out[294], b_out[196], c_out[224], d_out[160];

static void iteration(char *arena)
{
    for (int k = 0; k < 147; k++)
        read_sample((struct sound_source *)(arena + cd2dat_at_source), source_out + k);
    for (int k = 0; k < 147; k++)
        resample(2, 1, 72, (struct resampler *)(arena + cd2dat_at_a), source_out + k, a_out + 2 * k);
    for (int k = 0; k < 98; k++)
        resample(2, 3, 32, (struct resampler *)(arena + cd2dat_at_b), a_out + 3 * k, b_out + 2 * k);
    for (int k = 0; k < 28; k++)
        resample(8, 7, 32, (struct resampler *)(arena + cd2dat_at_c), b_out + 7 * k, c_out + 8 * k);
    for (int k = 0; k < 32; k++)
        resample(5, 7, 56, (struct resampler *)(arena + cd2dat_at_d), c_out + 7 * k, d_out + 5 * k);
    for (int k = 0; k < 160; k++)
        write_sample((struct sound_sink *)(arena + cd2dat_at_sink), d_out + k);
}

void cd2dat_core_0(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++)
        for (uint64_t i = 0; i < df_iterations(core, pass); i++) {
            core->iteration = pass * core->iterations_per_pass + i;
            iteration(core->arena);
        }
}
