/* SPDX-License-Identifier: Apache-2.0 */
#ifndef WEAVE_H
#define WEAVE_H
#include "preesm.h"

void countFrom(int first);
void count(int length, OUT int *o);
void weight(OUT int *w);
void times(IN int *x, IN int *w, IN int *sum, OUT int *y, OUT int *next, OUT int *total);
void mix(int n, int extra, IN int *gathered, IN int *folded, IN int *past, OUT int *mixed);
void remember(IN int total, OUT int *fifo);
void start(IN int *x, OUT long *first);
void step(IN int *x, IN long *before, OUT long *after);
void finish(IN long *last);
void add(IN int *x, IN int *sum, OUT int *y, OUT int *next);
void show(int n, IN int *x, IN int *last);
#endif
