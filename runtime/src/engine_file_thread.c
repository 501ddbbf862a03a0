/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `file_thread`: threads that read and write files for all cores, in the order in which they were given. They sleep
 * when there is nothing to do, and never spin: what they wait for takes long, and the system needs CPUs to write back what
 * they have written. A core that waits takes over what they have not begun. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "df/parts.h"
#include "df/pending.h"

enum { THREADS = 2 };

typedef struct file_threads {
    df_engine_setup setup;
    df__os_thread threads[THREADS];
    int threads_count;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_closing;
    uint64_t given;
    uint64_t taken;
    uint64_t places;
    df_job *jobs[];
} file_threads;

/* Null when the engine is closed and nothing is left. */
static df_job *next_job(file_threads *self)
{
    df_job *job = NULL;
    pthread_mutex_lock(&self->lock);
    while (self->given == self->taken && !self->is_closing)
        pthread_cond_wait(&self->changed, &self->lock);
    if (self->given != self->taken)
        job = self->jobs[self->taken++ % self->places];
    pthread_mutex_unlock(&self->lock);
    return job;
}

/* Of a job that cores have taken over nothing is read but its claim: it may be another one by now. */
static void work(void *argument)
{
    file_threads *self = argument;
    for (df_job *job = next_job(self); job != NULL; job = next_job(self)) {
        if (!df_job_begin(job))
            continue;
        job->began = df__is_traced() ? df__tracing.now() : 0;
        df_job_make(job, self->setup.regions);
        df_job_done(job);
    }
}

static void close(void *state)
{
    file_threads *self = state;
    pthread_mutex_lock(&self->lock);
    self->is_closing = true;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    for (int i = 0; i < self->threads_count; i++)
        df__os_thread_join(&self->threads[i]);
    free(self);
}

static const char *open(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    uint64_t places = (uint64_t)setup->places * setup->cores;
    file_threads *self = calloc(1, sizeof *self + places * sizeof self->jobs[0]);
    if (self == NULL)
        return strerror(ENOMEM);
    self->setup = *setup;
    self->places = places;
    pthread_mutex_init(&self->lock, NULL);
    pthread_cond_init(&self->changed, NULL);
    for (int error = 0; error == 0 && self->threads_count < THREADS;) {
        error = df__os_thread_start(&self->threads[self->threads_count], work, self);
        if (error == 0)
            self->threads_count++;
        else if (self->threads_count == 0) {
            free(self);
            return strerror(error);
        }
    }
    *facts = (df_engine_facts){.operations = DF_OPERATION_COPY, .claims = true};
    *state = self;
    return NULL;
}

static uint32_t give(void *state, uint32_t lane, df_job *const *jobs, uint32_t count)
{
    file_threads *self = state;
    uint32_t taken = 0;
    (void)lane;
    pthread_mutex_lock(&self->lock);
    for (; taken < count && self->given - self->taken < self->places; taken++)
        self->jobs[self->given++ % self->places] = jobs[taken];
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    return taken;
}

/* It is never given up, so nobody stops it. */
const df_engine df_engine_file_thread = {
    .name = "file_thread",
    .threads = THREADS,
    .moves_files = true,
    .open = open,
    .give = give,
    .close = close,
};
