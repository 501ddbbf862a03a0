/* SPDX-License-Identifier: Apache-2.0 */
/* MD5 sums (RFC 1321) under the names that sources of PREESM projects use to check what they receive. */
#ifndef DF_PREESM_MD5_H
#define DF_PREESM_MD5_H

#include <stdint.h>

typedef struct {
    uint32_t state[4];
    uint64_t length_bytes;
    unsigned char block[64]; /* the bytes that do not fill a block yet */
} PREESM_MD5_CTX;

void PREESM_MD5_Init(PREESM_MD5_CTX *context);
void PREESM_MD5_Update(PREESM_MD5_CTX *context, const void *data, unsigned long size);
void PREESM_MD5_Final(unsigned char *result, PREESM_MD5_CTX *context);

#endif
