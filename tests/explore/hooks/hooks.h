/* SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

void fill(uint8_t *out);
void touch(const uint8_t *in, uint8_t *out);
void check(const uint8_t *in);
