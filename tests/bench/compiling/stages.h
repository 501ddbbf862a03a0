/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>
void first(int32_t *next, int32_t *out);
void stage(int number, int in_tokens, int out_tokens, const int32_t *in, int32_t *out);
void blend(const int32_t *a, const int32_t *b, int32_t *out);
void cross(const int32_t *a, const int32_t *b, int32_t *x, int32_t *y);
void spread(int n, int32_t *next, int32_t *const *out);
void gather(int n, uint32_t *sum, const int32_t *const *in);
void last(uint32_t *sum, const int32_t *in);
