/* SPDX-License-Identifier: Apache-2.0 */
/* lwIP's checksums of frames, replaced: a program's own functions come before those of a shared library. Where the card has
 * checked a frame, its checksum is always right; else the library's other functions, which it exports as well, sum it. */
#include "checksum.h"

#include <lwip/inet_chksum.h>

bool checksums_by_card;

u16_t inet_chksum(const void *data, u16_t bytes)
{
    if (checksums_by_card)
        return 0;
    struct pbuf whole = {.payload = (void *)(uintptr_t)data, .len = bytes, .tot_len = bytes};
    return inet_chksum_pbuf(&whole);
}

u16_t ip_chksum_pseudo(struct pbuf *frame, u8_t protocol, u16_t bytes, const ip_addr_t *from,
                       const ip_addr_t *to)
{
    if (checksums_by_card)
        return 0;
    return inet_chksum_pseudo(frame, protocol, bytes, ip_2_ip4(from), ip_2_ip4(to));
}
