/* SPDX-License-Identifier: Apache-2.0 */
/* Which CPUs the threads of an engine get: of those that no core is bound to, by where they lie seen from core 0. */
#include <stdio.h>

#include "df/pending.h"

static const char *const place_names[] = {
    [DF_PLACE_ANY] = "any CPU",
    [DF_PLACE_SIBLING] = "a thread of the same processor core",
    [DF_PLACE_PACKAGE] = "another core of the same package",
    [DF_PLACE_OTHER] = "another package",
};

static df_place place_of(unsigned cpu)
{
    unsigned home = df__run()->cpus[0];
    if (df__os_cpu_topology(cpu, "physical_package_id") != df__os_cpu_topology(home, "physical_package_id"))
        return DF_PLACE_OTHER;
    return df__os_cpu_topology(cpu, "core_id") == df__os_cpu_topology(home, "core_id") ? DF_PLACE_SIBLING
                                                                                       : DF_PLACE_PACKAGE;
}

/* Moves a CPU to the front that lies there; false if none does. */
static bool bring_forward(df_place place, uint32_t next)
{
    unsigned *cpus = df__run()->cpus;
    for (uint32_t i = next; i < df__run()->cpus_count; i++) {
        if (place_of(cpus[i]) != place)
            continue;
        unsigned found = cpus[i];
        cpus[i] = cpus[next];
        cpus[next] = found;
        return true;
    }
    return false;
}

void df__engine_choose_cpus(const df_engine_use *use, df_engine_setup *setup, uint32_t *next)
{
    bool is_there = true;
    for (uint32_t i = 0; i < DF_ENGINE_THREADS_MOST; i++) {
        setup->cpus[i] = -1;
        if (i >= df_engine_threads(use))
            continue;
        if (use->place != DF_PLACE_ANY)
            is_there = df__run()->pins && bring_forward(use->place, *next) && is_there;
        if (df__run()->pins && *next < df__run()->cpus_count)
            setup->cpus[i] = (int)df__run()->cpus[(*next)++];
    }
    if (!is_there && !df__run()->arguments.quiet)
        fprintf(stderr,
                "warning: the copy engine '%s' should run on %s, of which none is free: it runs elsewhere\n",
                use->engine->name, place_names[use->place]);
}
