/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what moving bytes and crossing cores costs on this machine, with the runtime's own copies, views and engines,
 * under the runtime's own threads: what `dfgen calibrate` starts. It prints one JSON object a line:
 *
 *     {"progress": 0.25}
 *     {"name": "memcpy near read", "bytes": 65536, "ns": 4711.0}
 *
 * The same figure comes once a round; whoever reads them takes medians and differences. Figures that this machine
 * cannot give (one core, no views) do not come. */
#ifndef DF_CALIBRATE_H
#define DF_CALIBRATE_H

#include "df/internal.h"

/* Where the measured bytes are. */
typedef struct bench {
    df_core *core;
    char *source;
    char *target;
    char *resident; /* what a loop keeps in the cache */
    char *foreign;  /* what the neighbour's loop keeps in its cache */
    size_t bytes_max;
    size_t resident_bytes;
    bool has_neighbour;
} bench;

/* print.c */
void print_figure(const char *name, size_t bytes, double ns);
void print_progress(double share);

/* touch.c: an actor that writes every byte, one that reads every byte, the same in pieces whose lines the core takes
 * over, one that writes into some pages. */
void write_all(char *window, size_t bytes);
void read_all(const char *window, size_t bytes);
void own_all(const char *window, size_t bytes);
void write_pages(char *window, size_t bytes, size_t every_nth);

/* neighbour.c: another core, which spins when it has nothing to do. */
typedef enum errand { NOTHING, WRITE_ALL, READ_ALL, SLEEP, LEAVE } errand;

void neighbour_run(df_core *core);
uint64_t neighbour_do(errand what, char *window, size_t bytes); /* returns how long the work took */
void neighbour_send(errand what, char *window, size_t bytes);   /* the two halves of that */
uint64_t neighbour_await(void);
void neighbour_wake(void); /* after SLEEP */

/* The measurements of one round. */
void measure_copies(const bench *on);
void measure_eviction(const bench *on);
void measure_views(const bench *on);
void measure_faults(const bench *on);
void measure_cores(const bench *on);
void measure_files(const bench *on);

/* engines.c: the engine of a program of one core. */
bool engine_named(const char *name, df_engine_use *use);
size_t engine_arena_bytes(void);
void measure_one_engine(df_core *core);

/* main.c: a number of the environment. */
uint64_t given(const char *name, uint64_t otherwise);

/* The sizes that curves have points for, ended by 0. */
extern const size_t curve_sizes[];

/* sample.c: repeats of one thing. The median tells of them; whoever interrupts us now and then does not count. */
enum { REPEATS_MAX = 200 };

typedef struct sample {
    double ns[REPEATS_MAX];
    unsigned count;
} sample;

/* The time for work on so many bytes. What takes long is interrupted where others run too: then it is the time that
 * this thread had, which takes longer to ask for. */
uint64_t clock_ns(size_t bytes);

void sample_add(sample *of, uint64_t ns);

/* Whether one more repeat is due: of a few always, of `wanted` as long as the section has time. On a machine that is
 * busy with other things a repeat may take a thousand times as long as it should. */
bool sample_goes_on(const sample *of, unsigned wanted);
void section_ends_at(uint64_t end_ns);
double sample_median(sample *of);

/* Below which a quarter of the repeats lies: for what two threads do together, which anybody else that runs makes longer
 * by a thousand times. */
double sample_quarter(sample *of);

/* How often a window of so many bytes is used for one figure. */
static inline unsigned uses_of(size_t bytes)
{
    size_t uses = ((size_t)4 << 20) / bytes;
    return uses < 5 ? 5 : uses > REPEATS_MAX ? REPEATS_MAX : (unsigned)uses;
}

#endif
