/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"
#include "fm.h"

#include <df/df.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 6.28318530717958647692;

static uint32_t step_of(int hz)
{
    return (uint32_t)((int64_t)hz * (INT64_C(1) << 32) / FM_SAMPLES_HZ);
}

/* A tone at half of the deviation, made louder as transmitters do with high ones. */
static struct station station_at(int carrier_hz, int tone_hz)
{
    double emphasis = hypot(1.0, TURN * tone_hz * FM_EMPHASIS_US * 1e-6);
    return (struct station){
        .carrier_step = step_of(carrier_hz),
        .tone_step = step_of(tone_hz),
        .swing = 0.5 * emphasis * FM_DEVIATION_HZ / tone_hz / TURN,
    };
}

static double seconds_option(void)
{
    const char *text = df_option("seconds");
    if (text == NULL)
        return 2.0;
    char *rest;
    double value = strtod(text, &rest);
    if (rest == text || *rest != '\0' || !(value > 0.0 && value < 1e6))
        df_fail("seconds=%s is not a number above 0 and below 1e6", text);
    return value;
}

void open_iq(struct iq_source *source)
{
    source->name = df_option("input");
    if (source->name == NULL) {
        source->left = (int64_t)(seconds_option() * FM_SAMPLES_HZ + 0.5);
        source->stations[0] = station_at(200000, 1000);
        source->stations[1] = station_at(-300000, 3000);
        return;
    }
    if (df_option("seconds") != NULL)
        df_fail("seconds= is for stations that are generated; leave it out beside input=");
    source->file = strcmp(source->name, "-") == 0 ? stdin : fopen(source->name, "rb");
    if (source->file == NULL)
        df_fail("cannot open input %s: %s", source->name, strerror(errno));
}

static double angle_of(struct station *station)
{
    double tone = station->tone * (TURN / 4294967296.0);
    double angle = TURN * (station->carrier / 4294967296.0 + station->swing * sin(tone));
    station->carrier += station->carrier_step;
    station->tone += station->tone_step;
    return angle;
}

static uint8_t byte_of(double level)
{
    return (uint8_t)(127.5 + 127.5 * level + 0.5);
}

static void generate(int count, struct iq_source *source, uint8_t *raw)
{
    for (int i = 0; i < count; i++) {
        double re = 0.0, im = 0.0;
        for (int k = 0; k < FM_STATIONS; k++) {
            double angle = angle_of(&source->stations[k]);
            re += 0.45 * cos(angle);
            im += 0.45 * sin(angle);
        }
        raw[2 * i] = byte_of(re);
        raw[2 * i + 1] = byte_of(im);
    }
    source->left -= count;
}

void read_iq(int count, struct iq_source *source, uint8_t *raw)
{
    size_t bytes = 2 * (size_t)count;
    if (source->file == NULL && source->left >= count) {
        generate(count, source, raw);
        return;
    }
    if (source->file != NULL && fread(raw, 1, bytes, source->file) == bytes)
        return;
    if (source->file != NULL && ferror(source->file))
        df_fail("cannot read input %s: %s", source->name, strerror(errno));
    memset(raw, 127, bytes);
    df_end_of_input();
}

void close_iq(struct iq_source *source)
{
    if (source->file != NULL && source->file != stdin)
        fclose(source->file);
}
