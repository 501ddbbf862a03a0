/* SPDX-License-Identifier: Apache-2.0 */
/* The two ends of the stereo matcher, which touch files. */
#ifndef STEREO_PAIR_H
#define STEREO_PAIR_H

#include <stdint.h>

/* What read_pair remembers between firings. */
struct pair_reader {
    long pairs_read;
};

/* What write_disparity remembers between firings. */
struct disparity_writer {
    long maps_written;
};

/* Gives left and right[height][width][3], RGB 0..255, of the PPM files named by the options left= and right=,
 * or of the built-in scene when both are absent; ends the program after repeat= pairs (1 if absent). */
void read_pair(int width, int height, int disparities, int min_disparity, struct pair_reader *reader,
               uint8_t *left, uint8_t *right);

/* Writes disparity[height][width], pixels, to the file named by the option disparity= (.pfm or .pgm), or to
 * stereo-disparity.pgm and .pfm when absent; for the built-in scene it also tells the share of wrong pixels
 * and writes the true disparity to the file named by truth= (.pfm or .pgm). */
void write_disparity(int width, int height, int disparities, int min_disparity,
                     struct disparity_writer *writer, const float *disparity);

#endif
