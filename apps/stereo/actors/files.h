/* SPDX-License-Identifier: Apache-2.0 */
/* Image files. Every function ends the program with a message if the file cannot be had. */
#ifndef STEREO_FILES_H
#define STEREO_FILES_H

#include <stdint.h>

/* Reads a binary PPM (P6, 8 bits a colour) that must be width x height into rgb[height][width][3]. */
void read_ppm(const char *path, int width, int height, uint8_t *rgb);

/* Writes values[height][width] as they are (PFM) if the path ends in .pfm, as grey 0..255 for lowest..highest
 * if it ends in .pgm. The file appears complete or not at all. */
void write_map(const char *path, int width, int height, float lowest, float highest, const float *values);

#endif
