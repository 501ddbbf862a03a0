/* SPDX-License-Identifier: Apache-2.0 */
void openFrames(int width);
void readFrame(int width, int height, OUT uchar *frame);
void smooth(int width, int height, IN uchar *in, OUT uchar *out);
void invert(int size, IN uchar *in, OUT uchar *out);
void shade(int size, IN uchar *frame, OUT int *sum);
void count(int size, IN uchar *frame, OUT int *sum);
void show(int size, IN uchar *frame, IN int *shaded, IN int *counted);
