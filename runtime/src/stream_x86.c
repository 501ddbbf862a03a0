/* SPDX-License-Identifier: Apache-2.0 */
/* Streamed lines on x86: SSE2, AVX2 and AVX-512 (df/stream.h). Each function is compiled for its instruction
 * set by an attribute, so that the program runs on processors without it.
 *
 * Non-temporal stores are not ordered with later stores of the same core: each function ends with a fence. */
#include "df/stream.h"

#if defined(__x86_64__) || defined(__i386__)

#include <immintrin.h>

/* A function and what it calls of the headers for one instruction set. */
#define FOR(instructions) __attribute__((target(instructions)))

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f");
}

FOR("avx512f") static void copy_avx512(char *target, const char *source, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64)
        _mm512_stream_si512((void *)(target + at), _mm512_loadu_si512((const void *)(source + at)));
    _mm_sfence();
}

FOR("avx512f") static void fill_avx512(char *target, int byte, size_t bytes)
{
    __m512i value = _mm512_set1_epi8((char)byte);
    for (size_t at = 0; at < bytes; at += 64)
        _mm512_stream_si512((void *)(target + at), value);
    _mm_sfence();
}

const df__stream_kernel df__stream_avx512 = {"avx512", has_avx512, copy_avx512, fill_avx512};

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

FOR("avx2") static void copy_avx2(char *target, const char *source, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) {
        const __m256i *from = (const void *)(source + at);
        __m256i *to = (void *)(target + at);
        __m256i first = _mm256_loadu_si256(from);
        __m256i second = _mm256_loadu_si256(from + 1);
        _mm256_stream_si256(to, first);
        _mm256_stream_si256(to + 1, second);
    }
    _mm_sfence();
}

FOR("avx2") static void fill_avx2(char *target, int byte, size_t bytes)
{
    __m256i value = _mm256_set1_epi8((char)byte);
    for (size_t at = 0; at < bytes; at += 32)
        _mm256_stream_si256((void *)(target + at), value);
    _mm_sfence();
}

const df__stream_kernel df__stream_avx2 = {"avx2", has_avx2, copy_avx2, fill_avx2};

static bool has_sse2(void)
{
    return __builtin_cpu_supports("sse2");
}

FOR("sse2") static void copy_sse2(char *target, const char *source, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += 64) {
        const __m128i *from = (const void *)(source + at);
        __m128i *to = (void *)(target + at);
        __m128i first = _mm_loadu_si128(from);
        __m128i second = _mm_loadu_si128(from + 1);
        __m128i third = _mm_loadu_si128(from + 2);
        __m128i fourth = _mm_loadu_si128(from + 3);
        _mm_stream_si128(to, first);
        _mm_stream_si128(to + 1, second);
        _mm_stream_si128(to + 2, third);
        _mm_stream_si128(to + 3, fourth);
    }
    _mm_sfence();
}

FOR("sse2") static void fill_sse2(char *target, int byte, size_t bytes)
{
    __m128i value = _mm_set1_epi8((char)byte);
    for (size_t at = 0; at < bytes; at += 16)
        _mm_stream_si128((void *)(target + at), value);
    _mm_sfence();
}

const df__stream_kernel df__stream_sse2 = {"sse2", has_sse2, copy_sse2, fill_sse2};

#endif
