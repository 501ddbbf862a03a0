/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <df/df.h>

#include "scene.h"
#include "stabilization.h"

enum { SCENE_FRAMES = 60, SIDE_LONGEST = 4096 };

static size_t plane_bytes(int phase, int width, int height)
{
    size_t luma = (size_t)width * (size_t)height;
    return phase == 0 ? luma : luma / 4;
}

static void check_range(const char *name, int value, int least, int most)
{
    if (value < least || value > most)
        df_fail("%s is %d; it must be from %d to %d", name, value, least, most);
}

static void check_multiple(const char *name, int value, int unit)
{
    if (value % unit != 0)
        df_fail("%s is %d; it must be a multiple of %d", name, value, unit);
}

static void open_scene(struct video_reader *reader)
{
    const char *saved = df_option("save_input"), *truth = df_option("truth");
    reader->frame_limit = number_option("frames", SCENE_FRAMES);
    reader->world = malloc(sizeof *reader->world);
    if (reader->world == NULL)
        df_fail("no memory for the generated scene");
    paint_world(reader->world);
    if (saved != NULL)
        file_begin(&reader->saved, saved);
    if (truth != NULL)
        file_begin(&reader->truth, truth);
}

void open_video(int width, int height, int slices, int bands, int reach, int smoothing, int margin, int zoom,
                struct video_reader *reader)
{
    check_range("width", width, 2 * BLOCK, SIDE_LONGEST);
    check_range("height", height, 2 * BLOCK, SIDE_LONGEST);
    check_range("slices", slices, 1, height / BLOCK);
    check_range("bands", bands, 1, height);
    check_range("reach", reach, 1, REACH_MAX);
    check_range("smoothing", smoothing, 2, 10000);
    check_range("margin", margin, 0, SIDE_LONGEST);
    check_range("zoom", zoom, 0, 400);
    check_multiple("width", width, BLOCK);
    check_multiple("height", height, slices * BLOCK);
    check_multiple("height", height, bands);

    reader->input_name = df_option("input");
    if (reader->input_name == NULL) {
        open_scene(reader);
        return;
    }
    if (df_option("truth") != NULL || df_option("save_input") != NULL)
        df_fail("truth= and save_input= tell of the generated scene; leave them out, or input=");
    reader->frame_limit = number_option("frames", INT64_MAX);
    reader->input = fopen(reader->input_name, "rb");
    if (reader->input == NULL)
        df_fail("cannot open input %s: %s", reader->input_name, strerror(errno));
}

/* Returns whether there was a plane; only before a frame's first one the file may end. */
static int plane_from_file(int phase, int width, int height, struct video_reader *reader, uint8_t *plane)
{
    size_t wanted = plane_bytes(phase, width, height), got = fread(plane, 1, wanted, reader->input);
    if (ferror(reader->input))
        df_fail("cannot read input %s: %s", reader->input_name, strerror(errno));
    if (got != wanted && (phase != 0 || got != 0))
        df_fail("input %s ends inside frame %lld; is it raw YUV 4:2:0 of %dx%d pixels?", reader->input_name,
                (long long)reader->frame, width, height);
    return got == wanted;
}

static void plane_from_scene(int phase, int width, int height, struct video_reader *reader, uint8_t *plane)
{
    scene_plane(phase, width, height, reader->frame, reader->world, plane);
    if (reader->saved.file != NULL)
        file_append(&reader->saved, plane, plane_bytes(phase, width, height));
    if (phase == 0 && reader->truth.file != NULL) {
        struct pose pose = scene_pose(reader->frame);
        char number[32];
        int length = snprintf(number, sizeof number, "%lld", (long long)reader->frame);
        file_append(&reader->truth, number, (size_t)length);
        file_append_pose(&reader->truth, &pose);
        file_append(&reader->truth, "\n", 1);
    }
}

void read_plane(int phase, int width, int height, struct video_reader *reader, uint8_t *y, uint8_t *u,
                uint8_t *v)
{
    uint8_t *plane = phase == 0 ? y : phase == 1 ? u : v;
    if (phase == 0)
        reader->is_over = reader->frame == reader->frame_limit;
    if (reader->is_over) {
        df_end_of_input();
        return;
    }
    if (reader->input == NULL) {
        plane_from_scene(phase, width, height, reader, plane);
    } else if (!plane_from_file(phase, width, height, reader, plane)) {
        reader->is_over = 1;
        df_end_of_input();
        return;
    }
    reader->frame += phase == 2;
}

void close_video(struct video_reader *reader)
{
    if (reader->input != NULL)
        fclose(reader->input);
    file_finish(&reader->saved);
    file_finish(&reader->truth);
    free(reader->world);
}
