/* SPDX-License-Identifier: Apache-2.0 */
#include "edges.h"
#include "output.h"
#include "scene.h"

#include <df/df.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_FRAMES = 60 };

static size_t luma_bytes(int width, int height)
{
    return (size_t)width * (size_t)height;
}

static int64_t frames_option(int64_t otherwise)
{
    const char *text = df_option("frames");
    if (text == NULL)
        return otherwise;
    char *rest;
    errno = 0;
    long long frames = strtoll(text, &rest, 10);
    if (errno != 0 || rest == text || *rest != '\0' || frames < 0)
        df_fail("frames=%s is not a number of frames", text);
    return frames;
}

static void check_size(int width, int height, int slices)
{
    if (width < 2 || height < 2 || width % 2 != 0 || height % 2 != 0)
        df_fail("a YUV 4:2:0 frame needs an even width and height, not %dx%d", width, height);
    if (slices < 1 || height % slices != 0)
        df_fail("%d lines cannot be cut into %d equal slices; choose slices so that it divides height",
                height, slices);
}

void open_video(int width, int height, int slices, struct video_reader *reader)
{
    check_size(width, height, slices);
    const char *save_name = df_option("save_input");
    reader->chroma = grey_bytes(luma_bytes(width, height) / 2);
    reader->input_name = df_option("input");
    if (reader->input_name == NULL) {
        reader->frame_limit = frames_option(SCENE_FRAMES);
        reader->background = grey_bytes(luma_bytes(width, height));
        scene_background(width, height, reader->background);
        if (save_name != NULL)
            output_begin(&reader->saved, save_name);
        return;
    }
    if (save_name != NULL)
        df_fail("save_input= saves the generated scene; leave it out when input= names a file");
    reader->frame_limit = frames_option(INT64_MAX);
    reader->input = fopen(reader->input_name, "rb");
    if (reader->input == NULL)
        df_fail("cannot open input %s: %s", reader->input_name, strerror(errno));
}

/* Reads one frame; returns 0 at the end of the file. */
static int frame_from_file(int width, int height, struct video_reader *reader, uint8_t *y)
{
    size_t luma = luma_bytes(width, height);
    size_t got = fread(y, 1, luma, reader->input);
    if (got == luma)
        got += fread(reader->chroma, 1, luma / 2, reader->input);
    if (ferror(reader->input))
        df_fail("cannot read input %s: %s", reader->input_name, strerror(errno));
    if (got != 0 && got != luma + luma / 2)
        df_fail("input %s ends inside frame %lld: %zu of its %zu bytes are there; is it raw YUV 4:2:0 of "
                "%dx%d pixels?",
                reader->input_name, (long long)reader->frame_count, got, luma + luma / 2, width, height);
    return got != 0;
}

static void frame_from_scene(int width, int height, struct video_reader *reader, uint8_t *y)
{
    scene_frame(width, height, reader->frame_count, reader->background, y);
    if (reader->saved.file != NULL) {
        output_append(&reader->saved, y, luma_bytes(width, height));
        output_append(&reader->saved, reader->chroma, luma_bytes(width, height) / 2);
    }
}

void read_frame(int width, int height, struct video_reader *reader, uint8_t *y)
{
    if (reader->frame_count == reader->frame_limit) {
        df_end_of_input();
        return;
    }
    if (reader->input == NULL) {
        frame_from_scene(width, height, reader, y);
    } else if (!frame_from_file(width, height, reader, y)) {
        df_end_of_input();
        return;
    }
    reader->frame_count++;
}

void close_video(struct video_reader *reader)
{
    if (reader->input != NULL)
        fclose(reader->input);
    output_finish(&reader->saved);
    output_forget(&reader->saved);
    free(reader->background);
    free(reader->chroma);
}
