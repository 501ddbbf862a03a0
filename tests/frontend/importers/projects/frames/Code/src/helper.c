/* SPDX-License-Identifier: Apache-2.0 */
#include "helper.h"
#include "preesm.h"

unsigned char nextNumber(int *seed)
{
    *seed = (*seed * 75 + 74) % 65537;
    return *seed >> 4;
}

int main(void)
{
    return 3; /* a test of this file alone */
}
