/* SPDX-License-Identifier: Apache-2.0 */
/* The two ends of the stereo matcher, which touch files. */
#ifndef STEREO_PAIR_H
#define STEREO_PAIR_H

#include <stdint.h>

enum side { LEFT_SIDE, RIGHT_SIDE };

/* What read_view remembers between firings. */
struct view_reader {
    long views_read;
};

/* What write_disparity remembers between firings. */
struct disparity_writer {
    long maps_written;
};

/* Gives one view of the pair, rgb[height][width][3], 0..255: of the PPM file named by the option left= or right=,
 * or of the built-in scene when both are absent; ends the program after repeat= pairs (1 if absent). `side` is an
 * enum side. */
void read_view(int width, int height, int disparities, int min_disparity, int side,
               struct view_reader *reader, uint8_t *rgb);

/* Writes disparity[height][width], pixels, to the file named by the option disparity= (.pfm or .pgm), or to
 * stereo-disparity.pgm and .pfm when absent; for the built-in scene it also tells the share of wrong pixels
 * and writes the true disparity to the file named by truth= (.pfm or .pgm). */
void write_disparity(int width, int height, int disparities, int min_disparity,
                     struct disparity_writer *writer, const float *disparity);

#endif
