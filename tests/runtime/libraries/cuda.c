/* SPDX-License-Identifier: Apache-2.0 */
/* A driver of CUDA without a GPU. Streams are queues; what stands in them is done by whoever asks, at each third
 * question, up to the next event. The GPU sees memory of the processor and its own at addresses of its own, and reaches
 * none but what was registered or taken. Where a driver would have its caller wait for the GPU, which engines must not, it
 * ends the program. Built with FAKE_OLD it lacks a function, as drivers before CUDA 11 do.
 *
 * FAKE_CUDA says what goes wrong, FAKE_CUDA_NTH at which call of that kind, 1 by default:
 *   none       there is no GPU
 *   context    the GPU gives no context
 *   module     the kernels cannot be compiled
 *   memory     the GPU has no memory left
 *   register   no memory of the processor can be registered
 *   launch     this and all later copies and kernels are refused
 *   lost       this copy or kernel and all later calls fail
 *   hang       this copy or kernel and all later ones never end
 *   away       from this copy or kernel on no thread has a context
 *   wrong      this copy leaves one wrong byte */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUT_OF_MEMORY = 2,
    DEINITIALIZED = 4,
    NO_DEVICE = 100,
    INVALID_CONTEXT = 201,
    INVALID_PTX = 218,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    ALREADY_REGISTERED = 712,
    NOT_REGISTERED = 713,
    LAUNCH_FAILED = 719,
};
enum { QUESTIONS = 3, STEPS_MOST = 2048, RANGES_MOST = 256, WORD_BYTES = 16, ARGUMENTS = 5 };

typedef unsigned long long address;

/* --- what goes wrong ---------------------------------------- */

static bool goes_wrong(const char *what)
{
    const char *wish = getenv("FAKE_CUDA");
    return wish != NULL && strcmp(wish, what) == 0;
}

/* Of calls of that kind; counted from 1. */
static bool is_at(const char *what, uint64_t call)
{
    const char *text = getenv("FAKE_CUDA_NTH");
    return goes_wrong(what) && call >= (text == NULL ? 1 : strtoull(text, NULL, 10));
}

/* --- memory as the GPU sees it ---------------------------------------- */

typedef struct range {
    char *start;
    size_t bytes;
    address offset;
} range;

static const address registered_offset = 1ull << 52, taken_offset = 1ull << 53;
static range ranges[RANGES_MOST];
static uint64_t registrations;

static address add_range(char *start, size_t bytes, address offset)
{
    for (int i = 0; i < RANGES_MOST; i++)
        if (ranges[i].start == NULL) {
            ranges[i] = (range){start, bytes, offset};
            return (address)(uintptr_t)start + offset;
        }
    abort();
}

static range *range_of(const void *start)
{
    for (int i = 0; i < RANGES_MOST; i++)
        if (ranges[i].start == start)
            return &ranges[i];
    return NULL;
}

static bool is_locked(const char *here, size_t bytes)
{
    for (int i = 0; i < RANGES_MOST; i++)
        if (ranges[i].start != NULL && ranges[i].offset == registered_offset && here >= ranges[i].start &&
            here + bytes <= ranges[i].start + ranges[i].bytes)
            return true;
    return false;
}

/* Null: the GPU has nothing there. */
static char *reach(address at, size_t bytes)
{
    for (int i = 0; i < RANGES_MOST; i++) {
        address first = (address)(uintptr_t)ranges[i].start + ranges[i].offset;
        if (ranges[i].start != NULL && at >= first && at + bytes <= first + ranges[i].bytes)
            return ranges[i].start + (at - first);
    }
    return NULL;
}

/* --- streams ---------------------------------------- */

typedef enum step_kind { COPY_IN, COPY_OUT, SET, KERNEL, EVENT, WAIT } step_kind;
typedef enum kernel_kind { NO_KERNEL, KERNEL_COPY, KERNEL_FILL, KERNEL_COMPARE, KERNEL_TRAP } kernel_kind;

typedef struct step {
    step_kind kind;
    kernel_kind kernel;
    uint64_t blocks, threads;
    uint64_t arguments[ARGUMENTS];
    address there;
    char *here;
    size_t bytes;
    unsigned word;
    bool is_wrong;
    struct stream *other; /* to wait for, up to that step */
    uint64_t other_at;
} step;

typedef struct stream {
    step steps[STEPS_MOST];
    uint64_t given, done, questions;
    int error;
    bool hangs;
} stream;

typedef struct event {
    stream *stream;
    uint64_t at; /* the step of its stream */
} event;

static char primary; /* the context */
static _Thread_local void *current;
static _Atomic bool are_away, is_hung;
static _Atomic int lost_error; /* of the context, after a kernel that traps: all calls fail */
static uint64_t works;         /* copies that arrive, and kernels */

static bool has_context(void)
{
    return current == &primary && !are_away;
}

static void must_not_wait(bool waits, const char *what)
{
    if (!waits)
        return;
    fprintf(stderr, "%s would wait for the GPU\n", what);
    abort();
}

static int error_of(const stream *of)
{
    return lost_error != 0 ? lost_error : of->error;
}

static int add(stream *into, step next)
{
    bool is_work = next.kind == KERNEL || next.kind == COPY_OUT;
    uint64_t number = is_work ? __atomic_add_fetch(&works, 1, __ATOMIC_RELAXED) : 0;
    are_away = are_away || (is_work && is_at("away", number));
    if (!has_context())
        return INVALID_CONTEXT;
    if (error_of(into) != 0)
        return error_of(into);
    if (is_work && is_at("launch", number))
        return LAUNCH_FAILED;
    if (is_work && is_at("lost", number)) {
        into->error = LAUNCH_FAILED;
        return 0;
    }
    into->hangs = into->hangs || (is_work && is_at("hang", number));
    is_hung = is_hung || into->hangs;
    next.is_wrong = is_work && is_at("wrong", number) && !is_at("wrong", number - 1);
    if (into->given - into->done == STEPS_MOST)
        abort();
    into->steps[into->given++ % STEPS_MOST] = next;
    return 0;
}

/* The word that a thread of a kernel begins with, and then each one `threads` further, `turns` of them. */
static bool run_thread(const step *kernel, uint64_t block, uint64_t thread)
{
    const uint64_t *given = kernel->arguments;
    uint64_t words = given[2], turns = given[3], at = block * kernel->threads * turns + thread;
    for (uint64_t turn = 0; turn < turns && at < words; turn++, at += kernel->threads) {
        char *to = reach(given[0] + at * WORD_BYTES, WORD_BYTES);
        char *from = kernel->kernel == KERNEL_FILL ? to : reach(given[1] + at * WORD_BYTES, WORD_BYTES);
        if (to == NULL || from == NULL)
            return false;
        if (kernel->kernel == KERNEL_FILL) {
            memcpy(to, &given[1], sizeof given[1]);
            memcpy(to + sizeof given[1], &given[1], sizeof given[1]);
        } else if (kernel->kernel == KERNEL_COPY)
            memcpy(to, from, WORD_BYTES);
        else if (memcmp(to, from, WORD_BYTES) != 0) {
            uint32_t *first = (uint32_t *)(void *)reach(given[4], sizeof *first);
            if (first == NULL)
                return false;
            *first = at < *first ? (uint32_t)at : *first;
            break;
        }
    }
    return true;
}

static bool run_kernel(const step *kernel)
{
    for (uint64_t block = 0; block < kernel->blocks; block++)
        for (uint64_t thread = 0; thread < kernel->threads; thread++)
            if (!run_thread(kernel, block, thread))
                return false;
    if (kernel->is_wrong)
        *reach(kernel->arguments[0], 1) ^= 0x40;
    return true;
}

/* False: there is no such memory. */
static bool run(const step *next)
{
    if (next->kind == KERNEL)
        return run_kernel(next);
    if (next->kind == EVENT || next->kind == WAIT)
        return true;
    char *there = reach(next->there, next->bytes);
    if (there == NULL)
        return false;
    if (next->kind == COPY_IN)
        memcpy(there, next->here, next->bytes);
    else if (next->kind == COPY_OUT)
        memcpy(next->here, there, next->bytes);
    for (size_t at = 0; next->kind == SET && at < next->bytes; at += sizeof next->word)
        memcpy(there + at, &next->word, sizeof next->word);
    if (next->is_wrong)
        *next->here ^= 0x40;
    return true;
}

static bool make_step(stream *of)
{
    const step *next = &of->steps[of->done % STEPS_MOST];
    while (next->kind == WAIT && next->other->done <= next->other_at)
        if (next->other->hangs || !make_step(next->other))
            return false;
    if (next->kind == KERNEL && next->kernel == KERNEL_TRAP)
        lost_error = LAUNCH_FAILED;
    else if (!run(next))
        of->error = ILLEGAL_ADDRESS;
    if (error_of(of) != 0)
        return false;
    of->done++;
    return true;
}

static void go_on(stream *of)
{
    if (of->hangs || error_of(of) != 0 || ++of->questions % QUESTIONS != 0)
        return;
    while (of->done < of->given && make_step(of))
        if (of->steps[(of->done - 1) % STEPS_MOST].kind == EVENT)
            return;
}

/* --- the driver ---------------------------------------- */

int cuInit(unsigned flags);
int cuInit(unsigned flags)
{
    (void)flags;
    return goes_wrong("none") ? NO_DEVICE : 0;
}

int cuGetErrorName(int error, const char **name);
int cuGetErrorName(int error, const char **name)
{
    *name = error == NO_DEVICE         ? "CUDA_ERROR_NO_DEVICE"
            : error == LAUNCH_FAILED   ? "CUDA_ERROR_LAUNCH_FAILED"
            : error == ILLEGAL_ADDRESS ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                                       : NULL;
    return *name == NULL ? 1 : 0;
}

int cuDeviceGet(int *device, int number);
int cuDeviceGet(int *device, int number)
{
    *device = number;
    return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device);
int cuDevicePrimaryCtxRetain(void **context, int device)
{
    (void)device;
    *context = &primary;
    return goes_wrong("context") ? OUT_OF_MEMORY : 0;
}

#if !defined(FAKE_OLD)
int cuDevicePrimaryCtxRelease_v2(int device);
int cuDevicePrimaryCtxRelease_v2(int device)
{
    (void)device;
    return 0;
}
#endif

int cuCtxSetCurrent(void *context);
int cuCtxSetCurrent(void *context)
{
    current = context;
    return are_away ? DEINITIALIZED : 0;
}

int cuCtxGetCurrent(void **context);
int cuCtxGetCurrent(void **context)
{
    *context = are_away ? NULL : current;
    return 0;
}

int cuModuleLoadData(void **module, const void *text);
int cuModuleLoadData(void **module, const void *text)
{
    *module = (void *)(uintptr_t)text;
    return goes_wrong("module") || strncmp(text, ".version ", 9) != 0 ? INVALID_PTX : 0;
}

int cuModuleUnload(void *module);
int cuModuleUnload(void *module)
{
    (void)module;
    return 0;
}

int cuModuleGetFunction(void **function, const char *module, const char *name);
int cuModuleGetFunction(void **function, const char *module, const char *name)
{
    static char kernels[] = {KERNEL_COPY, KERNEL_FILL, KERNEL_COMPARE, KERNEL_TRAP};
    static const char *const names[] = {"copy", "fill", "compare", "trap"};
    char entry[64];
    snprintf(entry, sizeof entry, ".visible .entry %s(", name);
    for (size_t i = 0; i < sizeof kernels; i++)
        if (strcmp(names[i], name) == 0 && strstr(module, entry) != NULL) {
            *function = &kernels[i];
            return 0;
        }
    return NOT_FOUND;
}

int cuLaunchKernel(const char *function, unsigned blocks, unsigned blocks_y, unsigned blocks_z,
                   unsigned threads, unsigned threads_y, unsigned threads_z, unsigned shared_bytes,
                   stream *into, void **arguments, void **extra);
int cuLaunchKernel(const char *function, unsigned blocks, unsigned blocks_y, unsigned blocks_z,
                   unsigned threads, unsigned threads_y, unsigned threads_z, unsigned shared_bytes,
                   stream *into, void **arguments, void **extra)
{
    (void)shared_bytes, (void)extra;
    step next = {.kind = KERNEL, .kernel = (kernel_kind)*function, .blocks = blocks, .threads = threads};
    if (blocks_y * blocks_z * threads_y * threads_z != 1 || blocks == 0)
        abort();
    for (int i = 0; next.kernel != KERNEL_TRAP && i < ARGUMENTS - (next.kernel != KERNEL_COMPARE); i++)
        memcpy(&next.arguments[i], arguments[i], sizeof next.arguments[i]);
    return add(into, next);
}

int cuMemHostRegister_v2(void *start, size_t bytes, unsigned flags);
int cuMemHostRegister_v2(void *start, size_t bytes, unsigned flags)
{
    if (!has_context())
        return INVALID_CONTEXT;
    if (is_at("register", ++registrations) || flags == 0)
        return OUT_OF_MEMORY;
    if (range_of(start) != NULL)
        return ALREADY_REGISTERED;
    add_range(start, bytes, registered_offset);
    return 0;
}

int cuMemHostUnregister(void *start);
int cuMemHostUnregister(void *start)
{
    range *known = range_of(start);
    must_not_wait(is_hung, "cuMemHostUnregister");
    if (!has_context() || known == NULL)
        return has_context() ? NOT_REGISTERED : INVALID_CONTEXT;
    *known = (range){0};
    return 0;
}

int cuMemHostGetDevicePointer_v2(address *found, void *start, unsigned flags);
int cuMemHostGetDevicePointer_v2(address *found, void *start, unsigned flags)
{
    (void)flags;
    *found = (address)(uintptr_t)start + range_of(start)->offset;
    return 0;
}

int cuMemAlloc_v2(address *found, size_t bytes);
int cuMemAlloc_v2(address *found, size_t bytes)
{
    char *start = goes_wrong("memory") || !has_context() ? NULL : malloc(bytes);
    if (start == NULL)
        return OUT_OF_MEMORY;
    *found = add_range(start, bytes, taken_offset);
    return 0;
}

int cuMemFree_v2(address at);
int cuMemFree_v2(address at)
{
    char *start = reach(at, 1);
    must_not_wait(is_hung, "cuMemFree");
    *range_of(start) = (range){0};
    free(start);
    return 0;
}

int cuMemcpyHtoDAsync_v2(address to, void *from, size_t bytes, stream *into);
int cuMemcpyHtoDAsync_v2(address to, void *from, size_t bytes, stream *into)
{
    must_not_wait(!is_locked(from, bytes), "cuMemcpyHtoDAsync");
    return add(into, (step){.kind = COPY_IN, .there = to, .here = from, .bytes = bytes});
}

int cuMemcpyDtoHAsync_v2(void *to, address from, size_t bytes, stream *into);
int cuMemcpyDtoHAsync_v2(void *to, address from, size_t bytes, stream *into)
{
    must_not_wait(!is_locked(to, bytes), "cuMemcpyDtoHAsync");
    return add(into, (step){.kind = COPY_OUT, .there = from, .here = to, .bytes = bytes});
}

int cuMemsetD32Async(address to, unsigned word, size_t count, stream *into);
int cuMemsetD32Async(address to, unsigned word, size_t count, stream *into)
{
    return add(into, (step){.kind = SET, .there = to, .word = word, .bytes = count * sizeof word});
}

int cuStreamCreate(stream **made, unsigned flags);
int cuStreamCreate(stream **made, unsigned flags)
{
    (void)flags;
    *made = calloc(1, sizeof **made);
    return *made == NULL ? OUT_OF_MEMORY : 0;
}

int cuStreamDestroy_v2(stream *of);
int cuStreamDestroy_v2(stream *of)
{
    free(of);
    return 0;
}

int cuStreamWaitEvent(stream *of, const event *on, unsigned flags);
int cuStreamWaitEvent(stream *of, const event *on, unsigned flags)
{
    (void)flags;
    if (on->stream == NULL) /* never recorded: there is nothing to wait for */
        return error_of(of);
    return add(of, (step){.kind = WAIT, .other = on->stream, .other_at = on->at});
}

int cuStreamQuery(stream *of);
int cuStreamQuery(stream *of)
{
    if (!has_context())
        return INVALID_CONTEXT;
    go_on(of);
    return error_of(of) != 0 ? error_of(of) : of->done < of->given ? NOT_READY : 0;
}

int cuEventCreate(event **made, unsigned flags);
int cuEventCreate(event **made, unsigned flags)
{
    (void)flags;
    *made = calloc(1, sizeof **made);
    return *made == NULL ? OUT_OF_MEMORY : 0;
}

int cuEventDestroy_v2(event *of);
int cuEventDestroy_v2(event *of)
{
    free(of);
    return 0;
}

int cuEventRecord(event *of, stream *into);
int cuEventRecord(event *of, stream *into)
{
    int error = add(into, (step){.kind = EVENT});
    *of = (event){.stream = into, .at = into->given - 1};
    return error;
}

int cuEventQuery(event *of);
int cuEventQuery(event *of)
{
    if (!has_context())
        return INVALID_CONTEXT;
    go_on(of->stream);
    return error_of(of->stream) != 0 ? error_of(of->stream) : of->stream->done <= of->at ? NOT_READY : 0;
}
