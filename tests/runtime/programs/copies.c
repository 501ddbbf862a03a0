/* SPDX-License-Identifier: Apache-2.0 */
/* The copy wrappers and the transfer `memcpy`; with an argument, an overlapping copy that DF_DEBUG must
 * refuse. */
#include "check.h"
#include "df/copy.h"
#include "df/transfer.h"

int main(int argc, char **argv)
{
    char bytes[] = "0123456789";
    char target[11] = "";
    volatile size_t overlapping = 4; /* volatile, so that no compiler sees what is coming */
    (void)argv;
    df_transfer_memcpy(target, bytes, sizeof bytes);
    CHECK(strcmp(target, bytes) == 0);
    df_copy_disjoint(target, target + 5, 5);
    CHECK(strcmp(target, "5678956789") == 0);
    df_move(bytes + 2, bytes, 8);
    CHECK(strcmp(bytes, "0101234567") == 0);
    if (argc > 1)
        df_copy_disjoint(bytes, bytes + 3, overlapping);
    puts("copied");
    return 0;
}
