/* SPDX-License-Identifier: Apache-2.0 */
/* Engine `opencl`: a device of OpenCL that works on the memory of the processor. Regions become buffers over the memory
 * that is there (CL_MEM_USE_HOST_PTR), so that kernels copy, fill and compare in place. Devices differ in whether they
 * really do so; what a device says of itself is therefore tried when it is opened, before it gets a job.
 *
 * Each lane has a queue, kept in order, so that only its oldest job has to be asked about. A work item of a kernel moves
 * `stride` bytes: much for processors, whose items run one after another, little for GPUs, whose items run side by side.
 *
 * Where the device is the processor, its threads are started bound to the CPUs that no core is bound to: they would
 * preempt cores otherwise. */
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/offload.h"

#if !defined(DF_HAS_OPENCL)

static const char *open_device(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    (void)setup, (void)facts, (void)state;
    return "OpenCL was not there when the program was built; on Debian: apt-get install ocl-icd-opencl-dev";
}

const df_engine df_engine_opencl = {.name = "opencl", .threads = 1, .open = open_device};

#else

#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

#include "df/device.h"
#include "df/sanitizers.h"

enum {
    PLATFORMS_MAX = 8,
    DEVICES_MAX = 16,
    DEPTH = 4,
    MIN_BYTES = 256 * 1024, /* giving takes 4 to 9 us, in which a core copies 50 to 100 KiB */
    CHUNK_BYTES = 2 * 1024 * 1024,
    CPU_STRIDE_BYTES = 16 * 1024,
    GPU_STRIDE_BYTES = 128,
    NAP_NS = 100000,
    TRIAL_TIMES = 10, /* drivers that compile a kernel as it first runs may take so much longer then */
};

static const uint64_t max_bytes = 1u << 30; /* differences are counted in 32 bits */

/* Drivers for processors make groups of 64 items and more, of which a chunk has too few for all threads. */
static const size_t one_item = 1;

/* The items of all three kernels divide the bytes alike; `words` are of 16 bytes. */
static const char source_text[] =
    "#define ITEM \\\n"
    "    const size_t begin = get_global_id(0) * stride;\\\n"
    "    const size_t end = min(begin + stride, (size_t)words);\n"
    "kernel void copy(global ulong2 *restrict to, global const ulong2 *restrict from, ulong to_at, ulong "
    "from_at,\n"
    "                 ulong words, ulong stride)\n"
    "{\n"
    "    ITEM\n"
    "    for (size_t i = begin; i < end; i++)\n"
    "        to[to_at + i] = from[from_at + i];\n"
    "}\n"
    "kernel void fill(global ulong2 *to, ulong to_at, ulong words, ulong stride, ulong pattern)\n"
    "{\n"
    "    ITEM\n"
    "    for (size_t i = begin; i < end; i++)\n"
    "        to[to_at + i] = (ulong2)(pattern);\n"
    "}\n"
    "kernel void compare(global const ulong2 *one, global const ulong2 *other, ulong one_at, ulong "
    "other_at,\n"
    "                    ulong words, ulong stride, volatile global uint *first)\n"
    "{\n"
    "    ITEM\n"
    "    size_t i = begin;\n"
    "    while (i < end && all(one[one_at + i] == other[other_at + i]))\n"
    "        i++;\n"
    "    if (i < end)\n"
    "        atomic_min(first, (uint)i);\n"
    "}\n";

typedef struct given_job {
    df_job *job;
    cl_event done;
} given_job;

/* `first` of lane and place: the word of a compared job in which it differs. */
typedef struct device_lane {
    cl_command_queue queue;
    cl_kernel copy, fill, compare;
    given_job jobs[DEPTH];
    uint64_t given;
    uint64_t taken;
    cl_mem first[DEPTH];
    uint32_t *first_at[DEPTH];
} device_lane;

typedef struct device_state {
    df_engine_setup setup;
    cl_device_id device;
    cl_context context;
    cl_program program;
    uint64_t stride_bytes;
    const size_t *group; /* how many items one of its processors takes at once; NULL: as the driver likes */
    cl_mem *regions;
    uint32_t *firsts; /* on a page of its own */
    bool hangs;       /* it has been waited for in vain */
    uint32_t lanes_count;
    device_lane lanes[];
} device_state;

/* --- the device ---------------------------------------- */

static bool says_to_share(cl_device_id device)
{
    cl_bool shares = CL_FALSE;
    clGetDeviceInfo(device, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof shares, &shares, NULL);
    return shares == CL_TRUE;
}

static bool is_cpu(cl_device_id device)
{
    cl_device_type type = 0;
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    return (type & CL_DEVICE_TYPE_CPU) != 0;
}

/* `wanted` is "cpu", "gpu" or null. */
static bool is_wanted(cl_device_id device, const char *wanted)
{
    return wanted == NULL || is_cpu(device) == (strcmp(wanted, "cpu") == 0);
}

/* A device beside the processor is taken before the processor itself. */
static cl_device_id better_of(cl_device_id one, cl_device_id other)
{
    return one == NULL || (is_cpu(one) && !is_cpu(other)) ? other : one;
}

static const char *find_device(const char *wanted, cl_device_id *found)
{
    cl_platform_id platforms[PLATFORMS_MAX];
    cl_uint platforms_count = 0;
    bool is_there = false;
    *found = NULL;
    if (clGetPlatformIDs(PLATFORMS_MAX, platforms, &platforms_count) != CL_SUCCESS || platforms_count == 0)
        return "there is no driver of OpenCL; on Debian: apt-get install pocl-opencl-icd, or the driver of "
               "the device";
    for (cl_uint i = 0; i < platforms_count && i < PLATFORMS_MAX; i++) {
        cl_device_id devices[DEVICES_MAX];
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_ALL, DEVICES_MAX, devices, &count) != CL_SUCCESS)
            continue;
        for (cl_uint k = 0; k < count && k < DEVICES_MAX; k++) {
            is_there = is_there || is_wanted(devices[k], wanted);
            if (is_wanted(devices[k], wanted) && says_to_share(devices[k]))
                *found = better_of(*found, devices[k]);
        }
    }
    if (*found != NULL)
        return NULL;
    return is_there ? "the device has memory of its own; only one that shares the processor's will do"
                    : "there is no such device; 'dfgen doctor' lists those that are here";
}

static void close_lane(device_lane *lane)
{
    for (int i = 0; i < DEPTH; i++)
        if (lane->first[i] != NULL)
            clReleaseMemObject(lane->first[i]);
    cl_kernel kernels[] = {lane->copy, lane->fill, lane->compare};
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i] != NULL)
            clReleaseKernel(kernels[i]);
    if (lane->queue != NULL)
        clReleaseCommandQueue(lane->queue);
}

/* A device that hangs may yet use all of it, and would be waited for. */
static void release(device_state *self)
{
    if (self->hangs) {
        df__tell_kept(self);
        return;
    }
    for (uint32_t i = 0; i < self->lanes_count; i++)
        close_lane(&self->lanes[i]);
    for (uint32_t i = 0; self->regions != NULL && i < self->setup.regions_count; i++)
        if (self->regions[i] != NULL)
            clReleaseMemObject(self->regions[i]);
    if (self->program != NULL)
        clReleaseProgram(self->program);
    if (self->context != NULL)
        clReleaseContext(self->context);
    free(self->regions);
    free(self->firsts);
    free(self);
}

static cl_mem share(const device_state *self, void *memory, size_t bytes)
{
    cl_int error;
    return clCreateBuffer(self->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, memory, &error);
}

static bool open_lane(device_state *self, uint32_t number)
{
    device_lane *lane = &self->lanes[number];
    cl_int error;
    lane->queue = clCreateCommandQueue(self->context, self->device, 0, &error);
    lane->copy = clCreateKernel(self->program, "copy", &error);
    lane->fill = clCreateKernel(self->program, "fill", &error);
    lane->compare = clCreateKernel(self->program, "compare", &error);
    for (uint32_t i = 0; i < DEPTH; i++) {
        lane->first_at[i] =
            self->firsts + ((size_t)number * DEPTH + i) * DF_CACHE_LINE_BYTES / sizeof(uint32_t);
        lane->first[i] = share(self, lane->first_at[i], DF_CACHE_LINE_BYTES);
        if (lane->first[i] == NULL)
            return false;
    }
    return lane->queue != NULL && lane->copy != NULL && lane->fill != NULL && lane->compare != NULL;
}

/* --- jobs ---------------------------------------- */

static bool set_words(cl_kernel kernel, cl_uint first, const uint64_t *values, cl_uint count)
{
    for (cl_uint i = 0; i < count; i++)
        if (clSetKernelArg(kernel, first + i, sizeof values[i], &values[i]) != CL_SUCCESS)
            return false;
    return true;
}

static bool set_buffer(cl_kernel kernel, cl_uint at, const cl_mem *buffer)
{
    return clSetKernelArg(kernel, at, sizeof *buffer, buffer) == CL_SUCCESS;
}

/* The kernel of the job with its arguments; null if the library refuses one. */
static cl_kernel prepare(device_state *self, device_lane *lane, const df_job *job)
{
    uint64_t to = job->to / DF__DEVICE_ALIGN, from = job->from / DF__DEVICE_ALIGN,
             words = job->bytes / DF__DEVICE_ALIGN;
    uint64_t stride = df__device_stride(job, self->stride_bytes);
    uint32_t place = (uint32_t)(lane->given % DEPTH);
    const cl_mem *to_buffer = &self->regions[job->to_region], *from_buffer = &self->regions[job->from_region];
    if (job->operation == DF_OPERATION_FILL) {
        uint64_t values[] = {to, words, stride, job->pattern};
        return set_buffer(lane->fill, 0, to_buffer) && set_words(lane->fill, 1, values, 4) ? lane->fill
                                                                                           : NULL;
    }
    uint64_t values[] = {to, from, words, stride};
    cl_kernel kernel = job->operation == DF_OPERATION_COMPARE ? lane->compare : lane->copy;
    bool fits = set_buffer(kernel, 0, to_buffer) && set_buffer(kernel, 1, from_buffer) &&
                set_words(kernel, 2, values, 4);
    if (fits && job->operation == DF_OPERATION_COMPARE) {
        *lane->first_at[place] = UINT32_MAX;
        fits = set_buffer(kernel, 6, &lane->first[place]);
    }
    return fits ? kernel : NULL;
}

static bool begin(device_state *self, device_lane *lane, df_job *job)
{
    given_job *given = &lane->jobs[lane->given % DEPTH];
    cl_kernel kernel = prepare(self, lane, job);
    uint64_t words = job->bytes / DF__DEVICE_ALIGN, stride = df__device_stride(job, self->stride_bytes);
    size_t items = (size_t)((words + stride - 1) / stride);
    if (kernel == NULL || clEnqueueNDRangeKernel(lane->queue, kernel, 1, NULL, &items, self->group, 0, NULL,
                                                 &given->done) != CL_SUCCESS)
        return false;
    given->job = job;
    lane->given++;
    return true;
}

static uint32_t give(void *state, uint32_t number, df_job *const *jobs, uint32_t count)
{
    device_state *self = state;
    device_lane *lane = &self->lanes[number];
    uint32_t taken = 0;
    while (taken < count && lane->given - lane->taken < DEPTH && begin(self, lane, jobs[taken]))
        taken++;
    return taken;
}

static void ring(void *state, uint32_t number)
{
    device_state *self = state;
    clFlush(self->lanes[number].queue);
}

/* CL_COMPLETE, a status before that, or an error of the kernel. What the library does not tell may yet run. */
static cl_int status_of(const given_job *given)
{
    cl_int status;
    cl_int error =
        clGetEventInfo(given->done, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return error == CL_SUCCESS ? status : CL_QUEUED;
}

static given_job forget_oldest(device_lane *lane)
{
    given_job given = lane->jobs[lane->taken++ % DEPTH];
    clReleaseEvent(given.done);
    return given;
}

static const char *poll(void *state, uint32_t number)
{
    device_state *self = state;
    device_lane *lane = &self->lanes[number];
    while (lane->taken < lane->given) {
        uint32_t place = (uint32_t)(lane->taken % DEPTH);
        cl_int status = status_of(&lane->jobs[place]);
        if (status < 0)
            return "a kernel ended with an error";
        if (status != CL_COMPLETE)
            return NULL;
        uint32_t first = *lane->first_at[place];
        df__device_finish(self->setup.regions, forget_oldest(lane).job, first);
    }
    return NULL;
}

/* False: the device does not answer for so long. */
static bool await_oldest(device_state *self, const device_lane *lane, uint64_t most_ns)
{
    _Atomic uint32_t word = 0;
    uint64_t waited_ns = 0;
    for (; status_of(&lane->jobs[lane->taken % DEPTH]) > CL_COMPLETE; waited_ns += NAP_NS) {
        self->hangs = waited_ns > most_ns;
        if (self->hangs)
            return false;
        df__os_futex_wait_briefly(&word, 0, NAP_NS);
    }
    return true;
}

/* What runs is waited for: nothing can take it back. */
static bool stop(void *state, uint32_t number)
{
    device_state *self = state;
    device_lane *lane = &self->lanes[number];
    for (; lane->taken < lane->given; forget_oldest(lane))
        if (!await_oldest(self, lane, self->setup.timeout_ns))
            return false;
    return true;
}

static void close(void *state)
{
    device_state *self = state;
    for (uint32_t i = 0; i < self->lanes_count && !self->hangs; i++)
        stop(self, i);
    release(self);
}

/* --- open ---------------------------------------- */

static const char *copy_once(void *state, df_job *job)
{
    device_state *self = state;
    device_lane *lane = &self->lanes[0];
    if (!begin(self, lane, job))
        return "the device starts no kernel";
    clFlush(lane->queue);
    if (!await_oldest(self, lane, TRIAL_TIMES * self->setup.timeout_ns))
        return "the device does not answer";
    bool is_done = status_of(&lane->jobs[lane->taken % DEPTH]) == CL_COMPLETE;
    forget_oldest(lane);
    return is_done ? NULL : "a kernel ended with an error";
}

static const char *try_to_share(device_state *self)
{
    char *memory = aligned_alloc(DF__DEVICE_TRIAL_BYTES, 2 * DF__DEVICE_TRIAL_BYTES);
    cl_mem buffer = memory == NULL ? NULL : share(self, memory, 2 * DF__DEVICE_TRIAL_BYTES);
    cl_mem *regions = self->regions;
    self->regions = &buffer;
    const char *problem = buffer == NULL ? "the device takes no memory of the processor"
                                         : df__device_try(self, copy_once, memory);
    self->regions = regions;
    if (self->hangs) {
        df__tell_kept(memory);
        return problem;
    }
    if (buffer != NULL)
        clReleaseMemObject(buffer);
    free(memory);
    return problem;
}

static const char *build(device_state *self)
{
    const char *text = source_text;
    cl_int error;
    self->context = clCreateContext(NULL, 1, &self->device, NULL, NULL, &error);
    if (self->context == NULL)
        return "the device gives no context";
    self->program = clCreateProgramWithSource(self->context, 1, &text, NULL, &error);
    if (self->program == NULL ||
        clBuildProgram(self->program, 1, &self->device, "", NULL, NULL) != CL_SUCCESS)
        return "the device does not compile the kernels";
    uint32_t lanes = df__device_lanes(&self->setup);
    while (self->lanes_count < lanes) {
        self->lanes_count++;
        if (!open_lane(self, self->lanes_count - 1))
            return "the device gives no queue";
    }
    return try_to_share(self);
}

static device_state *take_state(const df_engine_setup *setup)
{
    device_state *self = calloc(1, sizeof *self + setup->cores * sizeof self->lanes[0]);
    size_t firsts_bytes = df__whole_pages((size_t)setup->cores * DEPTH * DF_CACHE_LINE_BYTES);
    if (self == NULL)
        return NULL;
    self->setup = *setup;
    self->regions = calloc(setup->regions_count, sizeof self->regions[0]);
    self->firsts = aligned_alloc(DF__DEVICE_TRIAL_BYTES, firsts_bytes);
    if (self->regions != NULL && self->firsts != NULL)
        return self;
    release(self);
    return NULL;
}

static const char *open_unpinned(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    device_state *self = take_state(setup);
    if (self == NULL)
        return "there is no memory left";
    const char *problem = find_device(df_engine_option(setup, "device"), &self->device);
    if (problem == NULL) {
        self->stride_bytes = is_cpu(self->device) ? CPU_STRIDE_BYTES : GPU_STRIDE_BYTES;
        self->group = is_cpu(self->device) ? &one_item : NULL;
        problem = build(self);
    }
    if (problem != NULL) {
        release(self);
        return problem;
    }
    *facts = (df_engine_facts){.operations = DF_OPERATION_COPY | DF_OPERATION_FILL | DF_OPERATION_COMPARE,
                               .lanes = self->lanes_count,
                               .depth = DEPTH,
                               .batch = 1,
                               .align = DF__DEVICE_ALIGN,
                               .min_bytes = MIN_BYTES,
                               .max_bytes = max_bytes,
                               .chunk_bytes = CHUNK_BYTES};
    *state = self;
    return NULL;
}

static const char *open_device(const df_engine_setup *setup, df_engine_facts *facts, void **state)
{
    if (setup->spare_cpus_count > 0)
        df__os_pin_to(setup->spare_cpus, setup->spare_cpus_count);
    const char *problem = open_unpinned(setup, facts, state);
    if (setup->spare_cpus_count > 0)
        df__os_unpin();
    return problem;
}

static const char *attach(void *state, uint16_t region, const df_region *what)
{
    device_state *self = state;
    if (what->kind != DF_REGION_MEMORY)
        return NULL;
    self->regions[region] = share(self, what->start, (size_t)what->bytes);
    return self->regions[region] == NULL ? "the device takes no memory of the processor" : NULL;
}

const df_engine df_engine_opencl = {
    .name = "opencl",
    .threads = 1,
    .open = open_device,
    .attach = attach,
    .give = give,
    .ring = ring,
    .poll = poll,
    .stop = stop,
    .close = close,
};

#endif
