/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <df/df.h>

#define LONGEST_PATH 4096

/* Next number of a PPM header, past blanks and comments; -1 if there is none (or one no image can have). */
static int header_number(FILE *file)
{
    int c = getc(file);
    for (; isspace(c) || c == '#'; c = getc(file))
        if (c == '#')
            while (c != '\n' && c != EOF)
                c = getc(file);
    int number = isdigit(c) ? 0 : -1;
    for (; isdigit(c) && number < 100000000; c = getc(file))
        number = 10 * number + (c - '0');
    return isspace(c) ? number : -1; /* the one blank after a number belongs to it */
}

void read_ppm(const char *path, int width, int height, uint8_t *rgb)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        df_fail("cannot open %s: %s", path, strerror(errno));
    if (getc(file) != 'P' || getc(file) != '6')
        df_fail("%s is not a binary PPM (it does not start with P6)", path);
    int file_width = header_number(file), file_height = header_number(file), largest = header_number(file);
    if (file_width < 1 || file_height < 1 || largest < 1)
        df_fail("%s: the PPM header is damaged (expected width, height and largest value)", path);
    if (largest != 255)
        df_fail("%s has colours up to %d; only 8 bits a colour (255) are read", path, largest);
    if (file_width != width || file_height != height)
        df_fail("%s is %dx%d but the graph was compiled for %dx%d; compile with -p width=%d -p height=%d",
                path, file_width, file_height, width, height, file_width, file_height);
    size_t wanted = 3 * (size_t)width * (size_t)height, got = fread(rgb, 1, wanted, file);
    if (got != wanted)
        df_fail("%s ends after %zu of %zu bytes of pixels", path, got, wanted);
    fclose(file);
}

static int ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* PFM lines run from bottom to top; the sign of the scale tells the byte order. */
static void put_pfm(FILE *file, int width, int height, const float *values)
{
    const uint16_t one = 1;
    int is_little_endian = *(const uint8_t *)&one;
    fprintf(file, "Pf\n%d %d\n%s\n", width, height, is_little_endian ? "-1.0" : "1.0");
    for (int y = height - 1; y >= 0; y--)
        fwrite(values + (size_t)y * (size_t)width, sizeof *values, (size_t)width, file);
}

static void put_pgm(FILE *file, int width, int height, float lowest, float highest, const float *values)
{
    size_t pixels = (size_t)width * (size_t)height;
    float scale = highest > lowest ? 255.0f / (highest - lowest) : 0.0f;
    fprintf(file, "P5\n%d %d\n255\n", width, height);
    for (size_t i = 0; i < pixels; i++) {
        float gray = scale * (values[i] - lowest) + 0.5f;
        putc(gray < 0 ? 0 : gray > 255 ? 255 : (int)gray, file);
    }
}

void write_map(const char *path, int width, int height, float lowest, float highest, const float *values)
{
    char unfinished[LONGEST_PATH];
    int is_pfm = ends_in(path, ".pfm");
    if (!is_pfm && !ends_in(path, ".pgm"))
        df_fail("%s: a map is written as .pfm (exact) or .pgm (to look at)", path);
    if (snprintf(unfinished, sizeof unfinished, "%s.part", path) >= (int)sizeof unfinished)
        df_fail("the path %.40s... is too long", path);
    FILE *file = fopen(unfinished, "wb");
    if (file == NULL)
        df_fail("cannot write %s: %s", unfinished, strerror(errno));
    if (is_pfm)
        put_pfm(file, width, height, values);
    else
        put_pgm(file, width, height, lowest, highest, values);
    int failed = ferror(file);
    failed |= fclose(file);
    if (failed || rename(unfinished, path) != 0) {
        int reason = errno;
        remove(unfinished);
        df_fail("cannot write %s: %s", path, strerror(reason));
    }
}
