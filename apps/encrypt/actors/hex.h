/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HEX_H
#define HEX_H

#include <stddef.h>
#include <stdint.h>

/* The bytes of an option, of which there must be so many; `text` is its value, or null. */
void read_hex(const char *option, const char *text, uint8_t *bytes, size_t count);

#endif
