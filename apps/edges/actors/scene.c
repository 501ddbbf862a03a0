/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include <df/df.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 60 };

/* A well mixed byte of the pixel's position. */
static unsigned noise(unsigned x, unsigned y)
{
    unsigned mixed = x * 0x9E3779B1u + y * 0x85EBCA77u;
    mixed = (mixed ^ (mixed >> 15)) * 0x2C1B3C6Du;
    mixed = (mixed ^ (mixed >> 12)) * 0x297A2D39u;
    return mixed >> 24;
}

static void draw_background(int width, int height, uint8_t *background)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int slope = 70 + 60 * y / height + 30 * x / width;
            int tile = (x / 32 + y / 32) % 2 * 14;
            int grain = (int)(noise((unsigned)x, (unsigned)y) % 7u);
            background[(int64_t)y * width + x] = (uint8_t)(slope + tile + grain);
        }
}

/* Goes from 0 to range and back, one step a unit of time. */
static int bounce(int64_t time, int range)
{
    if (range < 1)
        return 0;
    int64_t phase = time % (2 * (int64_t)range);
    return (int)(phase < range ? phase : 2 * (int64_t)range - phase);
}

/* All shapes are drawn in a square of 2 * radius + 1 pixels that stays inside the frame. */
struct place {
    int radius;
    int x;
    int y;
};

static struct place place_of(int width, int height, int64_t frame, int divisor, int speed_x, int speed_y)
{
    struct place place;
    place.radius = (width < height ? width : height) / divisor;
    int span = 2 * place.radius + 1;
    place.x = place.radius + bounce(frame * speed_x + width / divisor, width - span);
    place.y = place.radius + bounce(frame * speed_y + height / (divisor + 2), height - span);
    return place;
}

static void draw_disc(int width, int height, struct place at, uint8_t value, uint8_t *y)
{
    for (int dy = -at.radius; dy <= at.radius && at.y + dy < height; dy++)
        for (int dx = -at.radius; dx <= at.radius && at.x + dx < width; dx++)
            if (dx * dx + dy * dy <= at.radius * at.radius)
                y[(int64_t)(at.y + dy) * width + at.x + dx] = value;
}

static void draw_diamond(int width, int height, struct place at, uint8_t value, uint8_t *y)
{
    for (int dy = -at.radius; dy <= at.radius && at.y + dy < height; dy++)
        for (int dx = -at.radius; dx <= at.radius && at.x + dx < width; dx++)
            if ((dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy) <= at.radius)
                y[(int64_t)(at.y + dy) * width + at.x + dx] = value;
}

static void draw_frame(int width, int height, struct place at, uint8_t value, uint8_t *y)
{
    int inner = at.radius * 3 / 5;
    for (int dy = -at.radius; dy <= at.radius && at.y + dy < height; dy++)
        for (int dx = -at.radius; dx <= at.radius && at.x + dx < width; dx++)
            if (dx < -inner || dx > inner || dy < -inner || dy > inner)
                y[(int64_t)(at.y + dy) * width + at.x + dx] = value;
}

static int64_t frames_option(void)
{
    const char *text = df_option("frames");
    if (text == NULL)
        return FRAMES;
    char *rest;
    errno = 0;
    long long frames = strtoll(text, &rest, 10);
    if (errno != 0 || rest == text || *rest != '\0' || frames < 0)
        df_fail("frames=%s is not a number of frames", text);
    return frames;
}

void open_scene(int width, int height, struct scene *scene)
{
    scene->frame_limit = frames_option();
    scene->background = malloc((size_t)width * (size_t)height);
    if (scene->background == NULL)
        df_fail("no memory for a frame of %dx%d", width, height);
    draw_background(width, height, scene->background);
}

void draw_scene(int width, int height, struct scene *scene, uint8_t *y)
{
    if (scene->frame_count == scene->frame_limit) {
        df_end_of_input();
        return;
    }
    int64_t frame = scene->frame_count++;
    memcpy(y, scene->background, (size_t)width * (size_t)height);
    draw_frame(width, height, place_of(width, height, frame, 6, 3, 2), 40, y);
    draw_disc(width, height, place_of(width, height, frame, 5, 2, 3), 225, y);
    draw_diamond(width, height, place_of(width, height, frame, 7, 5, 4), 180, y);
}

void close_scene(struct scene *scene)
{
    free(scene->background);
}
