/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SPLIT_H
#define SPLIT_H
#include "preesm.h"

void split(int slices, int width, int height, IN uchar *in, OUT uchar *out);
void merge(int slices, int width, int height, IN uchar *in, OUT uchar *out);

#endif
