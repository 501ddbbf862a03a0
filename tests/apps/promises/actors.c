/* SPDX-License-Identifier: Apache-2.0 */
#include "actors.h"

#include <df/df.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t number_option(const char *name, uint64_t otherwise)
{
    const char *text = df_option(name);
    return text == NULL ? otherwise : strtoull(text, NULL, 10);
}

static void act(int number, uint64_t firing)
{
    if (number_option("who", 0) != (uint64_t)number || number_option("at", UINT64_MAX) != firing)
        return;
    const char *what = df_option("what");
    if (strcmp(what, "stop") == 0)
        df_stop();
    else if (strcmp(what, "end") == 0)
        df_end_of_input();
    else if (strcmp(what, "fail") == 0)
        df_fail("told to fail in %d", number);
    else if (strcmp(what, "hang") == 0)
        pause();
    else
        *(volatile int *)16 = 1;
}

void begin(int number, struct teller *teller)
{
    (void)teller;
    if (number_option("fail_in_init", 0) == (uint64_t)number)
        df_fail("no input");
    printf("init %d\n", number);
}

void finish(int number, struct teller *teller)
{
    (void)teller;
    printf("end %d\n", number);
}

void give(int number, int count, struct teller *teller, uint64_t *out)
{
    useconds_t doze_us = (useconds_t)number_option("doze_us", 0);
    if (doze_us > 0)
        usleep(doze_us);
    for (int i = 0; i < count; i++)
        out[i] = teller->firing * (uint64_t)count + (uint64_t)i;
    act(number, teller->firing++);
}

void change(int number, int count, struct teller *teller, const uint64_t *in, uint64_t *out)
{
    for (int i = 0; i < count; i++)
        out[i] = 3 * in[i] + (uint64_t)number;
    act(number, teller->firing++);
}

void add(const uint64_t *a, const uint64_t *b, uint64_t *out)
{
    *out = *a + *b;
}

void open_record(int number, struct recorder *recorder)
{
    char name[16];
    snprintf(name, sizeof name, "out%d", number);
    const char *path = df_option(name);
    if (path == NULL || number_option("fail_in_init", 0) == (uint64_t)number)
        df_fail("no output");
    recorder->file = fopen(path, "wb");
    if (recorder->file == NULL)
        df_fail("cannot create %s", path);
    printf("init %d\n", number);
}

void record(int number, int count, struct recorder *recorder, const uint64_t *in)
{
    if (fwrite(in, sizeof *in, (size_t)count, recorder->file) != (size_t)count)
        df_fail("cannot write");
    act(number, recorder->firing++);
}

void record_and_give(int number, int count, struct recorder *recorder, const uint64_t *in, uint64_t *out)
{
    memcpy(out, in, (size_t)count * sizeof *in);
    record(number, count, recorder, in);
}

void close_record(int number, struct recorder *recorder)
{
    printf("end %d\n", number);
    fclose(recorder->file);
}
