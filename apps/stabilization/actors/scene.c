/* SPDX-License-Identifier: Apache-2.0 */
#include "scene.h"

#include <stddef.h>

#include "sample.h"

enum { FULL_TURN = 411775 }; /* 2 pi in 1/65536 */

/* The sine, in 1/65536, of a swing that takes so many frames; `late` per cent of a period late. */
static int64_t swing(int64_t frame, int period, int late)
{
    return turn_by((frame % period * 100 - (int64_t)late * period) * FULL_TURN / (100 * period)).sine;
}

/* -1 to 1 in 1/65536: what the hand does anew in each frame. */
static int64_t jitter(int64_t frame, uint32_t seed)
{
    return (int64_t)(mixed((int)(frame % INT32_MAX), 0, seed) >> 15) - ONE;
}

struct pose scene_pose(int64_t frame)
{
    return (struct pose){
        /* the pan, the arm, the hand */
        90 * (ONE + swing(frame, 240, 25)) + 3 * swing(frame, 9, 0) + 2 * jitter(frame, 21),
        50 * (ONE + swing(frame, 180, 25)) + 3 * swing(frame, 7, 30) + 2 * jitter(frame, 22),
        swing(frame, 200, 0) / 24 + swing(frame, 11, 10) / 140 + jitter(frame, 23) / 400,
    };
}

struct balloon {
    int x, y, radius; /* pixels of the frame */
};

/* Goes from 0 to range and back. */
static int to_and_fro(int64_t way, int range)
{
    int64_t phase = range < 1 ? 0 : way % (2 * (int64_t)range);
    return (int)(phase <= range ? phase : 2 * (int64_t)range - phase);
}

static struct balloon balloon_at(int width, int height, int64_t frame)
{
    struct balloon balloon = {0, 0, height / 8};
    balloon.x = to_and_fro(width / 5 + 4 * frame, width);
    balloon.y = height / 3 + to_and_fro(frame, height / 3);
    return balloon;
}

/* Striped, and darker towards its border. */
static uint8_t balloon_colour(int plane, struct balloon balloon, int across, int down)
{
    int is_red = (across * across / (balloon.radius + 1) + down / 3) / 5 % 2 == 0;
    if (plane != 0)
        return (uint8_t)(plane == 1 ? (is_red ? 100 : 110) : (is_red ? 200 : 142));
    int dark = 70 * (across * across + down * down) / (balloon.radius * balloon.radius + 1);
    return (uint8_t)((is_red ? 140 : 230) - dark);
}

static void draw_balloon(int plane, int width, int height, struct balloon balloon, uint8_t *pixels)
{
    int scale = plane == 0 ? 1 : 2;
    for (int y = 0; y < height / scale; y++)
        for (int x = 0; x < width / scale; x++) {
            int across = scale * x - balloon.x, down = scale * y - balloon.y;
            if (across * across + down * down < balloon.radius * balloon.radius)
                pixels[(ptrdiff_t)y * (width / scale) + x] = balloon_colour(plane, balloon, across, down);
        }
}

/* Places are in 1/65536 pixel and wrap at a power of two, as the world's plane of side x side does. */
static void draw_line(const uint8_t *plane, uint32_t side, struct pose from, struct turn step, int columns,
                      uint8_t *pixels)
{
    uint32_t seen_x = (uint32_t)from.x, seen_y = (uint32_t)from.y, last = side - 1;
    for (int x = 0; x < columns; x++) {
        uint32_t left = seen_x >> 16 & last, right = (left + 1) & last, line = seen_y >> 16 & last;
        const uint8_t *above = plane + (size_t)line * side,
                      *below = plane + (size_t)((line + 1) & last) * side;
        const uint8_t pair_above[2] = {above[left], above[right]},
                      pair_below[2] = {below[left], below[right]};
        pixels[x] = between(pair_above, pair_below, seen_x >> 8 & 255, seen_y >> 8 & 255);
        seen_x += (uint32_t)step.cosine;
        seen_y += (uint32_t)step.sine;
    }
}

void scene_plane(int plane, int width, int height, int64_t frame, const struct world *world, uint8_t *pixels)
{
    const uint8_t *const planes[] = {world->y, world->u, world->v};
    int scale = plane == 0 ? 1 : 2, columns = width / scale, lines = height / scale;
    struct pose pose = scene_pose(frame);
    struct turn turn = turn_by(pose.roll);
    for (int y = 0; y < lines; y++) {
        struct pose corner = {(1 - columns) * ONE / 2, (2 * y + 1 - lines) * ONE / 2,
                              0}; /* from the middle */
        struct pose from = turned(corner, turn);
        from.x += pose.x / scale;
        from.y += pose.y / scale;
        draw_line(planes[plane], (uint32_t)(WORLD_SIDE / scale), from, turn, columns,
                  pixels + (ptrdiff_t)y * columns);
    }
    draw_balloon(plane, width, height, balloon_at(width, height, frame), pixels);
}
