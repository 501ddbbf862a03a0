/* SPDX-License-Identifier: Apache-2.0 */
/* AES-256 by OpenSSL. Key and first vector are the program's options `key` and `iv`, in hexadecimal. */
#ifndef AES_H
#define AES_H

#include <stdint.h>

struct cipher {
    void *context;
};

struct mac {
    void *context;
};

/* Counter mode: what a block is encrypted with follows from its place in the file. */
void encrypt_ctr(int64_t block, const uint8_t *in, const int64_t *size, const int64_t *offset, uint8_t *out);

/* Chained: each block needs the one before. Behind the last one, which is not whole, comes the padding of PKCS#7; `written`
 * is how many bytes there are then. */
void open_cbc(struct cipher *s);
void encrypt_cbc(int64_t block, struct cipher *s, const uint8_t *in, const int64_t *size, uint8_t *out,
                 int64_t *written);
void close_cbc(struct cipher *s);

/* HMAC-SHA-256 of all that passes, under the key of the option `mac_key`; told at the end, or written to `mac`. */
void open_mac(struct mac *s);
void add_to_mac(int64_t block, struct mac *s, const uint8_t *in, const int64_t *size);
void close_mac(struct mac *s);

#endif
