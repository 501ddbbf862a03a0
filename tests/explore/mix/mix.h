/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

void make(int count, uint32_t *seed, uint32_t *out);
void turn(int side, const uint32_t *in, uint32_t *out);
void pick(int count, const uint32_t *in, const uint32_t *table, uint32_t *out);
void show(int count, const uint32_t *in);
