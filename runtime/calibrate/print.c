/* SPDX-License-Identifier: Apache-2.0 */
/* The lines that calibration prints. */
#include <stdio.h>

#include "calibrate.h"

void print_figure(const char *name, size_t bytes, double ns)
{
    printf("{\"name\": \"%s\", \"bytes\": %zu, \"ns\": %.3f}\n", name, bytes, ns);
}

void print_progress(double share)
{
    printf("{\"progress\": %.3f}\n", share > 1 ? 1 : share);
    fflush(stdout);
}
