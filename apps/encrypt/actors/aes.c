/* SPDX-License-Identifier: Apache-2.0 */
#include "aes.h"

#include <df/df.h>
#include <inttypes.h>
#include <limits.h>
#include <openssl/evp.h>
#include <string.h>

#include "hex.h"

enum { KEY_BYTES = 32, UNIT_BYTES = 16 };

static EVP_CIPHER_CTX *new_context(const EVP_CIPHER *cipher, const uint8_t *iv)
{
    uint8_t key[KEY_BYTES];
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    read_hex("key", df_option("key"), key, sizeof key);
    if (context == NULL || EVP_EncryptInit_ex(context, cipher, NULL, key, iv) != 1)
        df_fail("OpenSSL cannot encrypt");
    return context;
}

static void encrypt(EVP_CIPHER_CTX *context, const uint8_t *in, int64_t size, uint8_t *out)
{
    int done;
    if (size > INT_MAX || EVP_EncryptUpdate(context, out, &done, in, (int)size) != 1 || done != size)
        df_fail("OpenSSL cannot encrypt %" PRId64 " bytes", size);
}

/* The counter is a number of 16 bytes, the highest first. */
static void advance(uint8_t *counter, uint64_t by)
{
    for (int i = UNIT_BYTES - 1; i >= 0 && by > 0; i--) {
        uint64_t sum = (by & 0xff) + counter[i];
        counter[i] = (uint8_t)sum;
        by = (by >> 8) + (sum >> 8);
    }
}

void encrypt_ctr(int64_t block, const uint8_t *in, const int64_t *size, const int64_t *offset, uint8_t *out)
{
    uint8_t counter[UNIT_BYTES];
    read_hex("iv", df_option("iv"), counter, sizeof counter);
    advance(counter, (uint64_t)*offset / UNIT_BYTES);
    EVP_CIPHER_CTX *context = new_context(EVP_aes_256_ctr(), counter);
    encrypt(context, in, *size, out);
    EVP_CIPHER_CTX_free(context);
    memset(out + *size, 0, (size_t)(block - *size));
}

void open_cbc(struct cipher *s)
{
    uint8_t iv[UNIT_BYTES];
    read_hex("iv", df_option("iv"), iv, sizeof iv);
    s->context = new_context(EVP_aes_256_cbc(), iv);
}

/* The block that is not whole is the last one, and has room for the padding. */
void encrypt_cbc(int64_t block, struct cipher *s, const uint8_t *in, const int64_t *size, uint8_t *out,
                 int64_t *written)
{
    int done, padding = 0;
    if (block > INT_MAX || block % UNIT_BYTES != 0)
        df_fail("blocks of %" PRId64 " bytes are not a multiple of %d, or too large", block, UNIT_BYTES);
    if (EVP_EncryptUpdate(s->context, out, &done, in, (int)*size) != 1 ||
        (*size < block && EVP_EncryptFinal_ex(s->context, out + done, &padding) != 1))
        df_fail("OpenSSL cannot encrypt %" PRId64 " bytes", *size);
    *written = done + padding;
    memset(out + *written, 0, (size_t)(block - *written));
}

void close_cbc(struct cipher *s)
{
    EVP_CIPHER_CTX_free(s->context);
}
