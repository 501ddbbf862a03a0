/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>
void make(int count, uint32_t *seed, uint32_t *out);
void change(int count, uint32_t *in, uint32_t *out);
void keep(int count, const uint32_t *in, const uint32_t *sum);
