/* SPDX-License-Identifier: Apache-2.0 */
/* What the bus to a GPU of NVIDIA moves: the most that its engine `cuda` can reach. */
#ifndef BENCH_BUS_H
#define BENCH_BUS_H

#include <stddef.h>
#include <stdint.h>

/* Prints the median: `name` and ns, by `parts`. Sorts the times. */
void tell(const char *name, uint64_t *ns, uint32_t count, double parts);

/* Prints what it takes to move so many bytes to the GPU and as many back, at once, by its copy engines, each repeated
 * often enough that starts do not count. `memory` has twice as many bytes and is registered. */
void show_bus(char *memory, size_t bytes, uint32_t repeats);

#endif
