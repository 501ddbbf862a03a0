/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Actors of the edges application. A frame is height lines of width luma bytes (0 black, 255 white). A slice
 * is a run of whole lines; lines_in counts the lines it reads, one above and one below the lines_in - 2 lines
 * it computes.
 */
#ifndef EDGES_H
#define EDGES_H

#include <stdint.h>
#include <stdio.h>

/* A file under construction: it takes its final name only when it is complete. */
struct output_file {
    FILE *file;
    char *name;
    char *temporary_name; /* NULL: a device or pipe, written in place */
};

struct video_reader {
    FILE *input; /* NULL: the scene is generated */
    const char *input_name;
    uint8_t *chroma;     /* one frame's U and V planes, read and left aside, or written grey */
    uint8_t *background; /* one frame of the generated scene without its shapes */
    struct output_file saved;
    int64_t frame_count;
    int64_t frame_limit;
};

struct video_writer {
    struct output_file output;
    uint8_t *chroma; /* grey U and V planes */
    int width;
    int height;
    int64_t frame_count;
};

/* Opens `input=` or prepares the generated scene of `frames=` frames; width and height in pixels. */
void open_video(int width, int height, int slices, struct video_reader *reader);
/* Writes the next frame's luma to y[height][width]; ends the run after the last frame. */
void read_frame(int width, int height, struct video_reader *reader, uint8_t *y);
/* Closes what open_video opened and completes the `save_input=` file. */
void close_video(struct video_reader *reader);

/* Gradient magnitude: in[lines_in][width] to out[lines_in - 2][width], half of |gx| + |gy|, at most 255. */
void sobel(int width, int lines_in, const uint8_t *in, uint8_t *out);
/* Largest value of each 3x3 neighbourhood: in[lines_in][width] to out[lines_in - 2][width]. */
void dilate(int width, int lines_in, const uint8_t *in, uint8_t *out);
/* Smallest value of each 3x3 neighbourhood: in[lines_in][width] to out[lines_in - 2][width]. */
void erode(int width, int lines_in, const uint8_t *in, uint8_t *out);

/* Opens `output=` under a temporary name; width and height in pixels. */
void open_output(int width, int height, struct video_writer *writer);
/* Appends y[height][width] with grey chroma as one YUV 4:2:0 frame. */
void write_frame(int width, int height, struct video_writer *writer, const uint8_t *y);
/* Gives the output its final name and prints how many frames it holds. */
void close_output(struct video_writer *writer);

#endif
