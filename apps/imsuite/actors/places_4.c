/* SPDX-License-Identifier: Apache-2.0 */
/* A round of one of 4 places. Written by write_graph.py. */
#include "places_4.h"

void fire_place_4(place *here, const df_ref *in0, const df_ref *in1, const df_ref *in2, df_ref *out0,
                  df_ref *out1, df_ref *out2)
{
    const df_ref *const in[] = {in0, in1, in2};
    df_ref *const out[] = {out0, out1, out2};
    fire_place(here, in, out);
}
