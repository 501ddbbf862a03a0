/* SPDX-License-Identifier: Apache-2.0 */
#include "world.h"

#include <stddef.h>
#include <stdlib.h>

enum { FIELD = 128, PLOT = 64, TREE_PLOT = 16, ROAD = 7 };

struct colour {
    int y, u, v;
};

uint32_t mixed(int x, int y, uint32_t seed)
{
    uint32_t hash = (uint32_t)x * 0x9e3779b9u + (uint32_t)y * 0x7feb352du + seed * 0x846ca68bu;
    hash = (hash ^ hash >> 16) * 0x21f0aaadu;
    hash = (hash ^ hash >> 15) * 0x735a2d97u;
    return hash ^ hash >> 15;
}

static int wrapped(int place, int count)
{
    return place & (count - 1); /* counts are powers of two */
}

/* A number below `range` for a place of a grid of `count` x `count` that repeats. */
static int chance(int x, int y, int count, uint32_t seed, int range)
{
    return (int)(mixed(wrapped(x, count), wrapped(y, count), seed) % (uint32_t)range);
}

/* -128..127, interpolated between grid points `cell` pixels apart. */
static int noise(int x, int y, int cell, uint32_t seed)
{
    int count = WORLD_SIDE / cell, column = x / cell, line = y / cell, right = x % cell, down = y % cell;
    int above = chance(column, line, count, seed, 256) * (cell - right) +
                chance(column + 1, line, count, seed, 256) * right;
    int below = chance(column, line + 1, count, seed, 256) * (cell - right) +
                chance(column + 1, line + 1, count, seed, 256) * right;
    return (above * (cell - down) + below * down) / (cell * cell) - 128;
}

/* Crops in rows; field borders are a little crooked. */
static struct colour field(int x, int y)
{
    static const struct colour crops[] = {
        {96, 112, 118}, {128, 104, 132}, {148, 100, 140}, {84, 116, 116}, {116, 116, 138}, {108, 108, 122},
    };
    int count = WORLD_SIDE / FIELD, crooked = noise(x, y, 32, 1) / 16;
    int u = wrapped(x + crooked, WORLD_SIDE), v = wrapped(y - crooked, WORLD_SIDE);
    uint32_t kind = mixed(wrapped(u / FIELD, count), wrapped(v / FIELD, count), 2);
    struct colour colour = crops[kind % (sizeof crops / sizeof crops[0])];
    int across = kind & 64 ? u : v;
    int period = 6 + (int)(kind >> 8) % 7;
    colour.y += across % period < period / 2 ? 7 : -7;
    return colour;
}

/* Returns whether there is one; it changes the colour then. */
static int road(int x, int y, struct colour *colour)
{
    int bend = noise(wrapped(x + y, WORLD_SIDE), 0, 64, 3) / 8;
    int across = wrapped(x + bend, 2 * FIELD), along = wrapped(y + bend, 2 * FIELD);
    int middle = abs(across - FIELD), other = abs(along - FIELD / 2);
    int near = middle < other ? middle : other;
    if (near > ROAD)
        return 0;
    int is_dashed = near == 0 && (x + y) / 8 % 2 == 0;
    *colour = (struct colour){is_dashed ? 225 : near == ROAD ? 190 : 150, 126, 130};
    return 1;
}

static void house(int x, int y, struct colour *colour)
{
    int count = WORLD_SIDE / PLOT, column = x / PLOT, line = y / PLOT;
    uint32_t kind = mixed(wrapped(column, count), wrapped(line, count), 4);
    if (kind % 5 > 2)
        return;
    int half_width = 7 + (int)(kind >> 4) % 8, half_height = 6 + (int)(kind >> 8) % 6;
    int across = x % PLOT - 20 - (int)(kind >> 12) % 24, down = y % PLOT - 16 - (int)(kind >> 17) % 28;
    if (abs(across) <= half_width && abs(down) <= half_height) {
        int roof = down < 0 ? 190 : 128;
        *colour = (struct colour){down % 3 == 0 ? roof - 14 : roof, 112, kind & 1 ? 166 : 134};
    } else if (abs(across - 4) <= half_width && abs(down - 4) <= half_height) {
        colour->y = colour->y * 5 / 9; /* its shadow */
    }
}

/* A crown of leaves, lit from the upper left; in some fields there are many. */
static void tree(int x, int y, struct colour *colour)
{
    int count = WORLD_SIDE / TREE_PLOT, fields = WORLD_SIDE / FIELD;
    int share = 8 + 60 * (chance(x / FIELD, y / FIELD, fields, 5, 4) == 0);
    uint32_t kind = mixed(wrapped(x / TREE_PLOT, count), wrapped(y / TREE_PLOT, count), 6);
    if ((int)(kind % 100) >= share)
        return;
    int radius = 4 + (int)(kind >> 8) % 4;
    int across = x % TREE_PLOT - TREE_PLOT / 2, down = y % TREE_PLOT - TREE_PLOT / 2;
    if (across * across + down * down < radius * radius)
        *colour = (struct colour){62 - 4 * (across + down), 118, 116};
}

static struct colour paint(int x, int y)
{
    struct colour colour = field(x, y);
    if (!road(x, y, &colour)) {
        house(x, y, &colour);
        tree(x, y, &colour);
    }
    colour.y +=
        noise(x, y, 128, 7) / 8 + noise(x, y, 16, 8) / 8 + noise(x, y, 4, 9) / 6 + noise(x, y, 2, 10) / 9;
    colour.u += noise(x, y, 64, 11) / 20;
    colour.v += noise(x, y, 64, 12) / 20;
    return colour;
}

static uint8_t byte(int value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void paint_world(struct world *world)
{
    for (int y = 0; y < WORLD_SIDE; y++)
        for (int x = 0; x < WORLD_SIDE; x++) {
            struct colour colour = paint(x, y);
            world->y[y * WORLD_SIDE + x] = byte(colour.y);
            if (x % 2 == 0 && y % 2 == 0) {
                world->u[y / 2 * (WORLD_SIDE / 2) + x / 2] = byte(colour.u);
                world->v[y / 2 * (WORLD_SIDE / 2) + x / 2] = byte(colour.v);
            }
        }
}
