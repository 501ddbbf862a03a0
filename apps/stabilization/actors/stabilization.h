/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Actors of the stabilization application. A frame is planar YUV 4:2:0: y[height][width], then u and v of half
 * the width and height. Except for the actors that touch files, all are pure functions of whole numbers.
 */
#ifndef STABILIZATION_H
#define STABILIZATION_H

#include <stdint.h>
#include <stdio.h>

#include "files.h"
#include "pose.h"

enum { BLOCK = 16, REACH_MAX = 32 }; /* pixels: side of a block; farthest it is looked for */

/* Where a block of this frame was in the frame before, seen from where it is now. */
struct vector {
    int32_t x, y;        /* 1/256 pixel */
    int32_t is_reliable; /* 0: the block looks alike in many places, or is in none */
};

/* The smoothed path follows the camera as a spring with a damper would. */
struct smoother {
    struct pose pose;
    struct pose velocity; /* a frame */
};

struct world; /* what the generated camera flies over */

struct video_reader {
    FILE *input; /* NULL: the frames are generated */
    const char *input_name;
    struct world *world;
    struct new_file saved, truth;
    int64_t frame, frame_limit;
    int is_over; /* the frame that was begun last does not exist */
};

struct video_writer {
    struct new_file output;
    int64_t frame;
};

struct motion_log {
    struct new_file file;
    int64_t frame;
};

/* Opens `input=` or prepares `frames=` generated frames; checks all parameters of the graph. */
void open_video(int width, int height, int slices, int bands, int reach, int smoothing, int margin, int zoom,
                struct video_reader *reader);
/* Gives the plane of this phase, 0 to y, 1 to u, 2 to v; ends the run after the last frame. */
void read_plane(int phase, int width, int height, struct video_reader *reader, uint8_t *y, uint8_t *u,
                uint8_t *v);
void close_video(struct video_reader *reader);

/* number[i] = i for i < count. */
void list_numbers(int count, int32_t *number);

/* Finds the blocks of slice number slice[0], current[lines][width], in the frame before: at most `reach` pixels
 * away, in previous[lines + 2 * reach][width], which begins `reach` lines above the slice. One vector a block,
 * line by line; a block is looked for only inside of the frame of `height` lines. */
void match_blocks(int width, int height, int lines, int reach, const int32_t *slice, const uint8_t *current,
                  const uint8_t *previous, struct vector *vectors);

/* From the vectors of all blocks of a frame, line by line, how the camera moved and turned since the frame before:
 * the shift and turn that fit most blocks. Blocks that move on their own are left out. Motion is 0 where
 * fewer than one block in eight agrees, as after a cut. */
void estimate_motion(int width, int height, const struct vector *vectors, struct pose *motion);

/* The camera's pose after it moved, seen from its first pose. */
void follow_path(const struct pose *motion, const struct pose *previous, struct pose *path);

/* One step of the smoothed path, which averages over about `smoothing` frames and never leaves the camera by more
 * than `margin` pixels. A camera that pans evenly is followed without lag. */
void smooth_path(int width, int smoothing, int margin, const struct pose *path,
                 const struct smoother *previous, struct smoother *smoothed);

/* The smoothed pose as the camera sees it. */
void correct_pose(const struct pose *path, const struct smoother *smoothed, struct pose *correction);

/* Draws lines of the frame plane[height][width] as a camera would see it whose pose, seen from the frame's, is
 * correction, `zoom` per cent closer: rendered[lines][width], from the line lines * band[0] on. Beyond its
 * border the frame goes on as it ends. */
void render_luma(int width, int height, int lines, int zoom, const int32_t *band,
                 const struct pose *correction, const uint8_t *plane, uint8_t *rendered);
/* The same for a whole plane of half the size, plane and rendered[height / 2][width / 2]. */
void render_chroma(int width, int height, int zoom, const struct pose *correction, const uint8_t *plane,
                   uint8_t *rendered);

/* Opens `output=`. */
void open_output(struct video_writer *writer);
/* Appends the plane of this phase: y, u, v. */
void write_plane(int phase, int width, int height, struct video_writer *writer, const uint8_t *y,
                 const uint8_t *u, const uint8_t *v);
/* Gives the output its final name and prints how many frames it holds. */
void close_output(struct video_writer *writer);

/* Opens `motion=`, if it is given. */
void open_log(struct motion_log *log);
/* Appends one line: frame, then x, y and roll of motion, path and smoothed path, in pixels and degrees. */
void log_motion(struct motion_log *log, const struct pose *motion, const struct pose *path,
                const struct smoother *smoothed);
void close_log(struct motion_log *log);

#endif
