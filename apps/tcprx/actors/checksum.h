/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TCPRX_CHECKSUM_H
#define TCPRX_CHECKSUM_H

#include <stdbool.h>

extern bool checksums_by_card; /* set before the first frame */

#endif
