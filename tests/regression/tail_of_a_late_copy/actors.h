/* SPDX-License-Identifier: Apache-2.0 */
#ifndef ORACLE_ACTORS_H
#define ORACLE_ACTORS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rgb { uint8_t r, g, b; };
struct mixed { uint32_t a; uint16_t b; uint8_t c[6]; };
typedef struct { int8_t text[5]; } five;
struct __attribute__((packed)) packed { uint8_t a; uint64_t b; };
struct wide { _Alignas(64) uint8_t bytes[64]; };
struct page { uint8_t bytes[4096]; };
struct huge { uint8_t bytes[70001]; };
struct memory { uint64_t sum; uint64_t count; };
struct record { FILE *file; uint64_t sum; uint64_t count; };

void app_a1(struct memory *s, int16_t *o0, int64_t id);
void app_a2(const int16_t *i0, uint32_t id, uint8_t *o0);
void app_a3(size_t id, struct record *s, const uint8_t *i0);
void app_a3_end(struct record *s);

#endif
