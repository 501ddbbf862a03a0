/* SPDX-License-Identifier: Apache-2.0 */
/* MD5 sums as RFC 1321 defines them. */
#include "preesm/preesm_md5.h"

enum { BLOCK_BYTES = 64, LENGTH_BYTES = 8 };

/* The integer parts of 2^32 |sin(i + 1)|. */
static const uint32_t sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};
static const unsigned char turns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

static uint32_t turned(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

static uint32_t mixed(unsigned round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round) {
    case 0:
        return (b & c) | (~b & d);
    case 1:
        return (d & b) | (~d & c);
    case 2:
        return b ^ c ^ d;
    default:
        return c ^ (b | ~d);
    }
}

static void take_block(PREESM_MD5_CTX *context, const unsigned char *block)
{
    static const unsigned char first[4] = {0, 1, 5, 0}, step[4] = {1, 5, 3, 7};
    uint32_t words[16];
    for (unsigned i = 0; i < 16; i++)
        words[i] = (uint32_t)block[4 * i] | (uint32_t)block[4 * i + 1] << 8 |
                   (uint32_t)block[4 * i + 2] << 16 | (uint32_t)block[4 * i + 3] << 24;
    uint32_t a = context->state[0], b = context->state[1], c = context->state[2], d = context->state[3];
    for (unsigned i = 0; i < 64; i++) {
        unsigned round = i / 16;
        uint32_t sum = a + mixed(round, b, c, d) + words[(first[round] + step[round] * i) % 16] + sines[i];
        a = d;
        d = c;
        c = b;
        b += turned(sum, turns[round][i % 4]);
    }
    context->state[0] += a;
    context->state[1] += b;
    context->state[2] += c;
    context->state[3] += d;
}

void PREESM_MD5_Init(PREESM_MD5_CTX *context)
{
    *context = (PREESM_MD5_CTX){.state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}};
}

void PREESM_MD5_Update(PREESM_MD5_CTX *context, const void *data, unsigned long size)
{
    const unsigned char *bytes = data;
    for (unsigned long i = 0; i < size; i++) {
        context->block[context->length_bytes++ % BLOCK_BYTES] = bytes[i];
        if (context->length_bytes % BLOCK_BYTES == 0)
            take_block(context, context->block);
    }
}

void PREESM_MD5_Final(unsigned char *result, PREESM_MD5_CTX *context)
{
    uint64_t length_bits = 8 * context->length_bytes;
    PREESM_MD5_Update(context, "\x80", 1);
    while (context->length_bytes % BLOCK_BYTES != BLOCK_BYTES - LENGTH_BYTES)
        PREESM_MD5_Update(context, "", 1);
    for (unsigned i = 0; i < LENGTH_BYTES; i++) {
        unsigned char byte = (unsigned char)(length_bits >> 8 * i);
        PREESM_MD5_Update(context, &byte, 1);
    }
    for (unsigned i = 0; i < 16; i++)
        result[i] = (unsigned char)(context->state[i / 4] >> 8 * (i % 4));
}
