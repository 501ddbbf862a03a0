/* SPDX-License-Identifier: Apache-2.0 */
#include "df/object_relocate.h"

/* So many words are copied at a time: they stay in the nearest cache until their pointers are moved. */
enum { CHUNK_WORDS = 512 };

static bool is_always_there(void)
{
    return true;
}

/* The pointers among 64 words that are copied. */
static bool mend_words(const df__relocation *from, df__word *words, uint64_t pointers)
{
    bool leaves = false;
    for (; pointers != 0; pointers &= pointers - 1) {
        df__word *word = &words[__builtin_ctzll(pointers)];
        uint64_t offset = *word - from->start;
        leaves |= offset >= from->bytes && *word != 0;
        *word = *word == 0 ? 0 : offset + from->base;
    }
    return !leaves;
}

static bool move_plain(const df__relocation *from, df__word *target, size_t at, size_t end)
{
    bool stays = true;
    df_copy_disjoint(target + at, from->objects + at * DF__WORD_BYTES, (end - at) * DF__WORD_BYTES);
    for (; at < end; at += 64)
        stays &= mend_words(from, target + at, from->pointers[at / 64]);
    return stays;
}

#if defined(__x86_64__)

#include <immintrin.h>

/* Compiled for its instruction set, so that the program runs on processors without it. */
#define FOR(instructions) __attribute__((target(instructions)))

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
}

typedef struct distance512 {
    __m512i start, bytes, distance;
} distance512;

/* Up to eight words, those of `there`; returns which of the pointers among them lead out. */
FOR("avx512f,avx512dq")
static inline __mmask8 move_eight(const distance512 *by, df__word *target, const void *source,
                                  __mmask8 pointers, __mmask8 there)
{
    __m512i words = _mm512_maskz_loadu_epi64(there, source);
    __mmask8 moved = _mm512_mask_test_epi64_mask(pointers, words, words);
    _mm512_mask_storeu_epi64(target, there, _mm512_mask_add_epi64(words, moved, words, by->distance));
    return _mm512_mask_cmpge_epu64_mask(moved, _mm512_sub_epi64(words, by->start), by->bytes);
}

/* Eight bits of the bitmap are the mask of eight words. Masks stay in their registers: moves out of them take long. */
FOR("avx512f,avx512dq")
static bool move_avx512(const df__relocation *from, df__word *target, size_t at, size_t end)
{
    const uint8_t *pointers = (const uint8_t *)from->pointers;
    const char *objects = from->objects;
    const distance512 by = {
        .start = _mm512_set1_epi64((long long)from->start),
        .bytes = _mm512_set1_epi64((long long)from->bytes),
        .distance = _mm512_set1_epi64((long long)(from->base - from->start)),
    };
    __mmask8 leaving = 0;
    for (size_t whole = at + (end - at) / 8 * 8; at < whole; at += 8)
        leaving = _kor_mask8(
            leaving, move_eight(&by, target + at, objects + at * DF__WORD_BYTES, pointers[at / 8], 0xFF));
    if (at < end) {
        __mmask8 there = (__mmask8)((1U << (end - at)) - 1);
        leaving |= move_eight(&by, target + at, objects + at * DF__WORD_BYTES, pointers[at / 8], there);
    }
    return leaving == 0;
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2");
}

/* Four words at a time, what is left in the plain way. There are only comparisons with signs, hence `sign`. */
FOR("avx2") static bool move_avx2(const df__relocation *from, df__word *target, size_t at, size_t end)
{
    const uint8_t *pointers = (const uint8_t *)from->pointers;
    const __m256i low = _mm256_set_epi64x(8, 4, 2, 1), high = _mm256_slli_epi64(low, 4);
    const __m256i sign = _mm256_set1_epi64x(INT64_MIN), none = _mm256_setzero_si256();
    const __m256i start = _mm256_set1_epi64x((long long)from->start);
    const __m256i last = _mm256_xor_si256(_mm256_set1_epi64x((long long)from->bytes - 1), sign);
    const __m256i distance = _mm256_set1_epi64x((long long)(from->base - from->start));
    __m256i leaving = none;
    for (size_t whole = at + (end - at) / 64 * 64; at < whole; at += 4) {
        __m256i words = _mm256_loadu_si256((const void *)(from->objects + at * DF__WORD_BYTES));
        __m256i bit = at % 8 == 0 ? low : high;
        __m256i marked = _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(pointers[at / 8]), bit), bit);
        __m256i moved = _mm256_andnot_si256(_mm256_cmpeq_epi64(words, none), marked);
        __m256i offset = _mm256_xor_si256(_mm256_sub_epi64(words, start), sign);
        leaving = _mm256_or_si256(leaving, _mm256_and_si256(moved, _mm256_cmpgt_epi64(offset, last)));
        _mm256_storeu_si256((void *)(target + at),
                            _mm256_add_epi64(words, _mm256_and_si256(moved, distance)));
    }
    return move_plain(from, target, at, end) && _mm256_testz_si256(leaving, leaving);
}

#endif

const df__relocator df__relocators[] = {
#if defined(__x86_64__)
    {"avx512", has_avx512, move_avx512},
    {"avx2", has_avx2, move_avx2},
#endif
    {"plain", is_always_there, move_plain},
};
const size_t df__relocators_count = sizeof df__relocators / sizeof df__relocators[0];

static bool has_pointers(const df__relocation *from, size_t at)
{
    return from->pointers[at / 64] != 0;
}

/* Where the words end that are like those from `at` on, with pointers or without; a chunk where there are some. */
static size_t end_of_run(const df__relocation *from, size_t at, size_t words)
{
    bool moved = has_pointers(from, at);
    size_t most = moved && words - at > CHUNK_WORDS ? at + CHUNK_WORDS : words;
    size_t end = at + 64;
    while (end < most && has_pointers(from, end) == moved)
        end += 64;
    return end < most ? end : most;
}

/* Where there is only data nothing is faster than libc. */
bool df__relocate(char *target, const df__relocation *from)
{
    const df__relocator *by = df__relocators;
    size_t words = from->bytes / DF__WORD_BYTES;
    bool stays = true;
    while (!by->is_there())
        by++;
    for (size_t at = 0, end; at < words; at = end) {
        end = end_of_run(from, at, words);
        if (has_pointers(from, at))
            stays &= by->move(from, (df__word *)(void *)target, at, end);
        else
            df__copy_words(target + at * DF__WORD_BYTES, from->objects + at * DF__WORD_BYTES, end - at);
    }
    return stays;
}
