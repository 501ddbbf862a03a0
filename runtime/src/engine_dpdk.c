/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `dpdk`: DMA devices that DPDK drives (rte_dmadev): I/OAT and DSA, each as one lane, or with `device = skeleton`
 * a thread of DPDK's that stands for one.
 *
 * DPDK is initialised once a process and stays: FIFOs with other options are other engines, which share it. It binds its
 * caller to one CPU, which is undone, and gets no huge pages: devices see the arena where the processor sees it (IOVA = VA),
 * which an IOMMU and VFIO make possible.
 *
 * Devices tell what is done in order, so a ring of jobs is all that there is to remember. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/device.h"
#include "df/internal.h"
#include "df/offload.h"

#if !defined(DF_HAS_DPDK)

static const char *open_devices(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    (void)setup, (void)facts, (void)state;
    return "DPDK was not there when the program was built; on Debian: apt-get install libdpdk-dev";
}

const df_engine df_engine_dpdk = {.name = "dpdk", .open = open_devices};

#else

#define ALLOW_EXPERIMENTAL_API /* which rte_dmadev is in DPDK 22.11 */
#include <rte_config.h>
#include <rte_dev.h>
#include <rte_dmadev.h>
#include <rte_eal.h>
#include <rte_errno.h>
#include <rte_memory.h>
#include <rte_vfio.h>

enum {
    CHANNEL = 0, /* of each device, the only one that is used */
    DEPTH = 32,
    DESCRIPTORS = 128,     /* no fewer will do for any device */
    MIN_BYTES = 64 * 1024, /* below, a core copies what it just wrote in less than 2 us */
    CHUNK_BYTES = 1024 * 1024,
    PAGE_BYTES = 4096,
    LCORE_TEXT_BYTES = 32,
};

static const uint64_t max_bytes = 1u << 30; /* lengths have 32 bits */

/* Of one device. */
typedef struct dma_lane {
    int16_t device;
    bool runs;
    df_job *jobs[DEPTH];
    uint64_t given;
    uint64_t done;
} dma_lane;

typedef struct dma_state {
    df_engine_setup setup;
    bool is_software; /* no device that an IOMMU stands before */
    bool *attached;   /* the regions that this engine has made known */
    uint32_t lanes_count;
    dma_lane lanes[];
} dma_state;

/* --- devices ---------------------------------------- */

/* Of the process; engines are opened one after the other. */
static bool is_initialised, has_skeleton, looks_for_hardware;
static bool are_used[RTE_DMADEV_DEFAULT_MAX]; /* by number of the device */

/* `spare`: a CPU for its threads, or -1. Where no hardware is wanted at first, none is ever touched. */
static const char *initialise(bool with_hardware, int spare)
{
    char lcore[LCORE_TEXT_BYTES];
    snprintf(lcore, sizeof lcore, "--lcores=0@%d", spare < 0 ? (int)df__run()->cpus[0] : spare);
    const char *words[] = {"dfgen",       "--no-huge", "--iova-mode=va",  "--no-telemetry",
                           "--no-shconf", lcore,       "--log-level=*:1", "--no-pci"};
    int count = (int)(sizeof words / sizeof words[0]) - (with_hardware ? 1 : 0);
    if (is_initialised)
        return NULL;
    int result = rte_eal_init(count, (char **)words);
    df__os_unpin();
    is_initialised = result >= 0;
    looks_for_hardware = with_hardware;
    return is_initialised ? NULL : rte_strerror(rte_errno);
}

static const char *add_skeleton(void)
{
    has_skeleton = has_skeleton || rte_eal_hotplug_add("vdev", "dma_skeleton", "") == 0;
    return has_skeleton ? NULL : "DPDK has no driver dma_skeleton";
}

/* Of a device, or of the option. */
static bool is_skeleton(const char *name)
{
    return name != NULL && strstr(name, "skeleton") != NULL;
}

static bool is_wanted(const dma_state *self, int16_t device)
{
    struct rte_dma_info info;
    return rte_dma_info_get(device, &info) == 0 && is_skeleton(info.dev_name) == self->is_software;
}

static const char *why_none(const dma_state *self, bool has_seen)
{
    if (has_seen)
        return "an engine with other options uses each DMA device";
    if (!self->is_software && !looks_for_hardware)
        return "DPDK was started for 'device = skeleton', and looks for no other device";
    return "no DMA device is bound to vfio-pci (dpdk-devbind.py lists them), and 'device = skeleton' was not "
           "asked for";
}

static bool start(dma_lane *lane)
{
    const struct rte_dma_conf device = {.nb_vchans = 1};
    const struct rte_dma_vchan_conf channel = {.direction = RTE_DMA_DIR_MEM_TO_MEM, .nb_desc = DESCRIPTORS};
    are_used[lane->device] = lane->runs = rte_dma_configure(lane->device, &device) == 0 &&
                                          rte_dma_vchan_setup(lane->device, CHANNEL, &channel) == 0 &&
                                          rte_dma_start(lane->device) == 0;
    return lane->runs;
}

static const char *find_devices(dma_state *self)
{
    uint32_t most = df__device_lanes(&self->setup);
    int16_t device = rte_dma_next_dev(0);
    bool has_seen = false;
    for (; device >= 0 && self->lanes_count < most; device = rte_dma_next_dev((int16_t)(device + 1))) {
        if (!is_wanted(self, device))
            continue;
        has_seen = true;
        if (!are_used[device])
            self->lanes[self->lanes_count++].device = device;
    }
    return self->lanes_count > 0 ? NULL : why_none(self, has_seen);
}

static bool fills(int16_t device)
{
    struct rte_dma_info info;
    return rte_dma_info_get(device, &info) == 0 && (info.dev_capa & RTE_DMA_CAPA_OPS_FILL) != 0;
}

/* --- jobs ---------------------------------------- */

static uint64_t address(const dma_state *self, uint16_t region, uint64_t offset)
{
    return (uint64_t)(uintptr_t)(self->setup.regions[region].start + offset);
}

static bool begin(const dma_state *self, dma_lane *lane, df_job *job)
{
    uint64_t to = address(self, job->to_region, job->to);
    int number = job->operation == DF_OPERATION_FILL
                     ? rte_dma_fill(lane->device, CHANNEL, job->pattern, to, (uint32_t)job->bytes, 0)
                     : rte_dma_copy(lane->device, CHANNEL, address(self, job->from_region, job->from), to,
                                    (uint32_t)job->bytes, 0);
    if (number < 0)
        return false;
    lane->jobs[lane->given++ % DEPTH] = job;
    return true;
}

static uint32_t give(void *state, uint32_t number, df_job *const *jobs, uint32_t count)
{
    dma_state *self = state;
    dma_lane *lane = &self->lanes[number];
    uint32_t taken = 0;
    while (taken < count && lane->given - lane->done < DEPTH && begin(self, lane, jobs[taken]))
        taken++;
    return taken;
}

static void ring(void *state, uint32_t number)
{
    dma_state *self = state;
    rte_dma_submit(self->lanes[number].device, CHANNEL);
}

static const char *poll(void *state, uint32_t number)
{
    dma_state *self = state;
    dma_lane *lane = &self->lanes[number];
    uint16_t last;
    bool has_error = false;
    uint16_t count = rte_dma_completed(lane->device, CHANNEL, DEPTH, &last, &has_error);
    for (uint16_t i = 0; i < count; i++)
        df__device_finish(self->setup.regions, lane->jobs[lane->done++ % DEPTH], UINT32_MAX);
    return has_error ? "the device reports a copy that failed" : NULL;
}

/* The memory is given back afterwards. */
static void detach(const dma_state *self)
{
    for (uint32_t i = 0; i < self->setup.regions_count; i++) {
        const df_region *region = &self->setup.regions[i];
        uint64_t start = (uint64_t)(uintptr_t)region->start;
        if (!self->attached[i])
            continue;
        rte_vfio_container_dma_unmap(RTE_VFIO_DEFAULT_CONTAINER_FD, start, start, region->bytes);
        rte_extmem_unregister(region->start, (size_t)region->bytes);
    }
}

/* The device ends what it has begun, and begins nothing more. */
static bool stop(void *state, uint32_t number)
{
    dma_state *self = state;
    dma_lane *lane = &self->lanes[number];
    if (lane->runs)
        are_used[lane->device] = lane->runs = rte_dma_stop(lane->device) != 0;
    return !lane->runs;
}

static void close(void *state)
{
    dma_state *self = state;
    for (uint32_t i = 0; i < self->lanes_count; i++)
        stop(self, i);
    detach(self);
    free(self->attached);
    free(self);
}

/* --- open ---------------------------------------- */

static dma_state *take_state(const df_engine_setup *setup)
{
    dma_state *self = calloc(1, sizeof *self + setup->cores * sizeof self->lanes[0]);
    if (self == NULL)
        return NULL;
    self->setup = *setup;
    self->attached = calloc(setup->regions_count, sizeof self->attached[0]);
    if (self->attached != NULL)
        return self;
    free(self);
    return NULL;
}

static const char *open_devices(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    bool with_skeleton = is_skeleton(df_engine_option(setup, "device"));
    const char *problem =
        initialise(!with_skeleton, setup->spare_cpus_count > 0 ? (int)setup->spare_cpus[0] : -1);
    if (problem == NULL && with_skeleton)
        problem = add_skeleton();
    if (problem != NULL)
        return problem;
    dma_state *self = take_state(setup);
    if (self == NULL)
        return "there is no memory left";
    self->is_software = with_skeleton;
    problem = find_devices(self);
    for (uint32_t i = 0; i < self->lanes_count && problem == NULL; i++)
        if (!start(&self->lanes[i]))
            problem = "the device does not start";
    if (problem != NULL) {
        close(self);
        return problem;
    }
    *facts = (df_engine_facts){.operations = DF_OPERATION_COPY,
                               .lanes = self->lanes_count,
                               .depth = DEPTH,
                               .batch = DEPTH,
                               .min_bytes = MIN_BYTES,
                               .max_bytes = max_bytes,
                               .chunk_bytes = CHUNK_BYTES};
    for (uint32_t i = 0; i < self->lanes_count; i++)
        facts->operations |= fills(self->lanes[i].device) ? DF_OPERATION_FILL : 0u;
    *state = self;
    return NULL;
}

/* So that the IOMMU lets devices at the memory. It does so already where an engine with other options has seen to that. */
static const char *attach(void *state, uint16_t region, const df_region *what)
{
    const dma_state *self = state;
    if (self->is_software || what->kind != DF_REGION_MEMORY)
        return NULL;
    uint64_t start = (uint64_t)(uintptr_t)what->start;
    if (rte_extmem_register(what->start, (size_t)what->bytes, NULL, 0, PAGE_BYTES) != 0)
        return rte_errno == EEXIST ? NULL : "DPDK takes no memory of the processor";
    if (rte_vfio_container_dma_map(RTE_VFIO_DEFAULT_CONTAINER_FD, start, start, what->bytes) != 0) {
        rte_extmem_unregister(what->start, (size_t)what->bytes);
        return "VFIO maps no memory: raise 'ulimit -l'";
    }
    self->attached[region] = true;
    return NULL;
}

const df_engine df_engine_dpdk = {
    .name = "dpdk",
    .open = open_devices,
    .attach = attach,
    .give = give,
    .ring = ring,
    .poll = poll,
    .stop = stop,
    .close = close,
};

#endif
