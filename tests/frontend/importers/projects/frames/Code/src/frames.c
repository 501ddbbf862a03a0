/* SPDX-License-Identifier: Apache-2.0 */
#include "preesm.h"
#include "frames.h"
#include "helper.h"

extern int preesmStopThreads;

static int seed;

void openFrames(int width)
{
    seed = width;
}

void readFrame(int width, int height, uchar *frame)
{
    for (int i = 0; i < width * height; i++)
        frame[i] = nextNumber(&seed);
    framesRead++;
    if (framesRead == FRAMES)
        preesmStopThreads = 1;
}

/* The mean of a pixel and those above and below; the lines at the edges stay as they are. */
void smooth(int width, int height, uchar *in, uchar *out)
{
    for (int i = 0; i < width * height; i++)
        out[i] = i < width || i >= width * (height - 1) ? in[i] : (in[i - width] + in[i] + in[i + width]) / 3;
}

void invert(int size, uchar *in, uchar *out)
{
    for (int i = 0; i < size; i++)
        out[i] = 255 - in[i];
}

/* Its input is declared read-only in the graph, and it writes there all the same. */
void shade(int size, uchar *frame, int *sum)
{
    *sum = 0;
    for (int i = 0; i < size; i++) {
        frame[i] = frame[i] / 2;
        *sum += frame[i];
    }
}

void count(int size, uchar *frame, int *sum)
{
    *sum = 0;
    for (int i = 0; i < size; i++)
        *sum += frame[i];
}

void show(int size, uchar *frame, int *shaded, int *counted)
{
    PREESM_MD5_CTX context;
    unsigned char digest[16];
    PREESM_MD5_Init(&context);
    PREESM_MD5_Update(&context, frame, size);
    PREESM_MD5_Final(digest, &context);
    for (int i = 0; i < 16; i++)
        printf("%02x", digest[i]);
    printf(" %d %d of %d\n", *shaded, *counted, FRAMES);
}
