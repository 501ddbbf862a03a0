/* SPDX-License-Identifier: Apache-2.0 */
/* A round of one of 4 places. Written by write_graph.py. */
#ifndef PLACES_4_H
#define PLACES_4_H

#include "imsuite.h"

void fire_place_4(place *here, const df_ref *in0, const df_ref *in1, const df_ref *in2, df_ref *out0,
                  df_ref *out1, df_ref *out2);

#endif
