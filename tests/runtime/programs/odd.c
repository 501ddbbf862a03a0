/* SPDX-License-Identifier: Apache-2.0 */
/* One core with one actor that does what actors seldom do, chosen by CASE:
 *
 *     no_cores     the program has no core
 *     fail         a thread that the actor has started fails
 *     stop         such a thread asks for the end
 *     stop_at_end  the actor's end function asks for the end
 *     wait         it fires until somebody ends the program */
#include "check.h"
#include "df/runtime.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

static const char *wanted;

static bool is(const char *name)
{
    return strcmp(wanted, name) == 0;
}

static void *on_a_thread_of_its_own(void *argument)
{
    if (is("stop"))
        df_stop();
    df_fail("%s", (const char *)argument);
}

static void fire(void)
{
    pthread_t thread;
    struct timespec moment = {.tv_nsec = 1000000};
    if (is("wait"))
        nanosleep(&moment, NULL);
    if (!is("fail") && !is("stop"))
        return;
    CHECK(pthread_create(&thread, NULL, on_a_thread_of_its_own, "it cannot go on") == 0);
    pthread_join(thread, NULL);
}

static void end(df_core *core)
{
    (void)core;
    if (is("stop_at_end"))
        df_stop();
    puts("ended");
}

static const df_actor actors[] = {{.name = "odd", .place = "odd.sdf:2:5", .stops = true, .end = end}};

static void run_core(df_core *core)
{
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        if (pass == 0) {
            puts("begun");
            fflush(stdout);
        }
        core->actor = &actors[0];
        core->firing = core->iteration = pass;
        fire();
        core->actor = NULL;
    }
}

int main(int argc, char **argv)
{
    void (*const run[])(df_core *) = {run_core};
    wanted = getenv("CASE");
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "odd",
        .cores = is("no_cores") ? 0 : 1,
        .iterations_per_pass = 1,
        .depth_passes = 1,
        .actors = actors,
        .actors_count = 1,
        .run = run,
        .default_iterations = is("wait") ? 0 : 10,
    };
    return df_main(argc, argv, &program);
}
