/* SPDX-License-Identifier: Apache-2.0 */
#include "hex.h"

#include <df/df.h>
#include <string.h>

static int digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 'a' - 'A';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void read_hex(const char *option, const char *text, uint8_t *bytes, size_t count)
{
    if (text == NULL || strlen(text) != 2 * count)
        df_fail("say %s=... behind --, with %zu hexadecimal digits", option, 2 * count);
    for (size_t i = 0; i < count; i++) {
        int high = digit(text[2 * i]), low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            df_fail("%s: '%.2s' is not a hexadecimal number", option, text + 2 * i);
        bytes[i] = (uint8_t)(high << 4 | low);
    }
}
