/* SPDX-License-Identifier: Apache-2.0 */
/* The copy wrappers, also of pages, and the transfer `memcpy`; with an argument, an overlapping copy that DF_DEBUG must
 * refuse. */
#include "check.h"
#include "df/copy.h"
#include "df/transfer.h"

enum { PAGE_BYTES = 4096, ROOM_BYTES = 5 * PAGE_BYTES };

static char given[ROOM_BYTES], found[ROOM_BYTES];

/* The same as byte by byte from what was there before; nothing else changes. */
static void check_copy(size_t to, size_t from, size_t bytes)
{
    size_t apart = to > from ? to - from : from - to;
    for (int moves = apart < bytes; moves <= 1; moves++) {
        memcpy(found, given, sizeof found);
        if (moves)
            df_move(found + to, found + from, bytes);
        else
            df_copy_disjoint(found + to, found + from, bytes);
        for (size_t i = 0; i < sizeof found; i++)
            CHECK(found[i] == given[i - to < bytes ? i - to + from : i]);
    }
}

/* Pages in which the target lies a little farther than the source are copied in pieces. */
static void check_places(void)
{
    static const size_t lengths[] = {2047, 2048, 2049, PAGE_BYTES, 2 * PAGE_BYTES - 8};
    for (size_t i = 0; i < sizeof given; i++)
        given[i] = (char)(i * 2654435761u >> 13);
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; k++)
        for (size_t apart = 0; apart <= 40; apart += 5)
            for (size_t pages = 0; pages <= 2; pages++) {
                check_copy(pages * PAGE_BYTES + apart, 0, lengths[k]);
                check_copy(64, pages * PAGE_BYTES + apart, lengths[k]);
                check_copy(PAGE_BYTES + apart, (pages + 1) * PAGE_BYTES, lengths[k]);
            }
}

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
    check_places();
    if (argc > 1)
        df_copy_disjoint(bytes, bytes + 3, overlapping);
    puts("copied");
    return 0;
}
