/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Actors of the edges application. A frame is height lines of width bytes (0 black, 255 white). A slice is a run of whole
 * lines; lines_in counts the lines it reads, one above and one below the lines_in - 2 lines it computes.
 */
#ifndef EDGES_H
#define EDGES_H

#include <stdint.h>

/* Gradient magnitude: in[lines_in][width] to out[lines_in - 2][width], half of |gx| + |gy|, at most 255. */
void sobel(int width, int lines_in, const uint8_t *in, uint8_t *out);
/* Largest value of each 3x3 neighbourhood: in[lines_in][width] to out[lines_in - 2][width]. */
void dilate(int width, int lines_in, const uint8_t *in, uint8_t *out);
/* Smallest value of each 3x3 neighbourhood: in[lines_in][width] to out[lines_in - 2][width]. */
void erode(int width, int lines_in, const uint8_t *in, uint8_t *out);

#endif
