/* SPDX-License-Identifier: Apache-2.0 */
#include <df/df.h>
#include <openssl/evp.h>
#include <stdio.h>

#include "aes.h"
#include "hex.h"

enum { MAC_BYTES = 32 };

void open_mac(struct mac *s)
{
    uint8_t bytes[MAC_BYTES];
    read_hex("mac_key", df_option("mac_key"), bytes, sizeof bytes);
    EVP_PKEY *key = EVP_PKEY_new_raw_private_key(EVP_PKEY_HMAC, NULL, bytes, sizeof bytes);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (key == NULL || context == NULL || EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) != 1)
        df_fail("OpenSSL has no HMAC");
    EVP_PKEY_free(key);
    s->context = context;
}

void add_to_mac(int64_t block, struct mac *s, const uint8_t *in, const int64_t *size)
{
    (void)block;
    if (EVP_DigestSignUpdate(s->context, in, (size_t)*size) != 1)
        df_fail("OpenSSL cannot digest");
}

void close_mac(struct mac *s)
{
    uint8_t bytes[MAC_BYTES];
    size_t count = sizeof bytes;
    const char *path = df_option("mac");
    FILE *file = path == NULL ? stdout : fopen(path, "w");
    if (file == NULL)
        df_fail("%s: it cannot be written", path);
    if (EVP_DigestSignFinal(s->context, bytes, &count) != 1)
        df_fail("OpenSSL cannot digest");
    for (size_t i = 0; i < count; i++)
        fprintf(file, "%02x", bytes[i]);
    fputc('\n', file);
    if (path != NULL && fclose(file) != 0)
        df_fail("%s: it cannot be written", path);
    EVP_MD_CTX_free(s->context);
}
