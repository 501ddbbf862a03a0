/* SPDX-License-Identifier: Apache-2.0 */
/* What engine `cuda` uses of NVIDIA's driver (its documentation: CUDA Driver API). The driver's library is looked for as
 * the program starts, so neither its headers nor its library are needed to build. */
#ifndef DF_CUDA_H
#define DF_CUDA_H

#include <stddef.h>

typedef int df__cuda_result; /* 0: all is well */
typedef int df__cuda_device;
typedef struct df__cuda_context_of *df__cuda_context;
typedef struct df__cuda_module_of *df__cuda_module;
typedef struct df__cuda_function_of *df__cuda_function;
typedef struct df__cuda_stream_of *df__cuda_stream;
typedef struct df__cuda_event_of *df__cuda_event;
typedef unsigned long long df__cuda_address;

enum {
    DF__CUDA_INVALID_CONTEXT = 201,
    DF__CUDA_NOT_READY = 600,
    DF__CUDA_ALREADY_REGISTERED = 712,
    DF__CUDA_STREAM_NON_BLOCKING = 1,
    DF__CUDA_EVENT_UNTIMED = 2,
    DF__CUDA_REGISTER_PORTABLE = 1,
    DF__CUDA_REGISTER_MAPPED = 2,
};

/* What it is called here and in the library, and its arguments. */
#define DF__CUDA_FUNCTIONS(F)                                                                               \
    F(init, "cuInit", (unsigned flags))                                                                     \
    F(error_name, "cuGetErrorName", (df__cuda_result error, const char **name))                             \
    F(device_get, "cuDeviceGet", (df__cuda_device * device, int number))                                    \
    F(context_retain, "cuDevicePrimaryCtxRetain", (df__cuda_context * context, df__cuda_device device))     \
    F(context_release, "cuDevicePrimaryCtxRelease_v2", (df__cuda_device device))                            \
    F(context_get, "cuCtxGetCurrent", (df__cuda_context * context))                                         \
    F(context_set, "cuCtxSetCurrent", (df__cuda_context context))                                           \
    F(module_load, "cuModuleLoadData", (df__cuda_module * module, const void *text))                        \
    F(module_unload, "cuModuleUnload", (df__cuda_module module))                                            \
    F(module_function, "cuModuleGetFunction",                                                               \
      (df__cuda_function * function, df__cuda_module module, const char *name))                             \
    F(launch, "cuLaunchKernel",                                                                             \
      (df__cuda_function function, unsigned blocks, unsigned blocks_y, unsigned blocks_z, unsigned threads, \
       unsigned threads_y, unsigned threads_z, unsigned shared_bytes, df__cuda_stream stream,               \
       void **arguments, void **extra))                                                                     \
    F(host_register, "cuMemHostRegister_v2", (void *start, size_t bytes, unsigned flags))                   \
    F(host_unregister, "cuMemHostUnregister", (void *start))                                                \
    F(host_address, "cuMemHostGetDevicePointer_v2",                                                         \
      (df__cuda_address * address, void *start, unsigned flags))                                            \
    F(memory_take, "cuMemAlloc_v2", (df__cuda_address * address, size_t bytes))                             \
    F(memory_give_back, "cuMemFree_v2", (df__cuda_address address))                                         \
    F(copy_to_device, "cuMemcpyHtoDAsync_v2",                                                               \
      (df__cuda_address to, const void *from, size_t bytes, df__cuda_stream stream))                        \
    F(copy_to_host, "cuMemcpyDtoHAsync_v2",                                                                 \
      (void *to, df__cuda_address from, size_t bytes, df__cuda_stream stream))                              \
    F(set_words, "cuMemsetD32Async",                                                                        \
      (df__cuda_address to, unsigned word, size_t count, df__cuda_stream stream))                           \
    F(stream_open, "cuStreamCreate", (df__cuda_stream * stream, unsigned flags))                            \
    F(stream_close, "cuStreamDestroy_v2", (df__cuda_stream stream))                                         \
    F(stream_wait, "cuStreamWaitEvent", (df__cuda_stream stream, df__cuda_event event, unsigned flags))     \
    F(stream_query, "cuStreamQuery", (df__cuda_stream stream))                                              \
    F(event_open, "cuEventCreate", (df__cuda_event * event, unsigned flags))                                \
    F(event_close, "cuEventDestroy_v2", (df__cuda_event event))                                             \
    F(event_record, "cuEventRecord", (df__cuda_event event, df__cuda_stream stream))                        \
    F(event_query, "cuEventQuery", (df__cuda_event event))

typedef struct df__cuda {
#define DF__CUDA_MEMBER(name, symbol, arguments) df__cuda_result(*name) arguments;
    DF__CUDA_FUNCTIONS(DF__CUDA_MEMBER)
#undef DF__CUDA_MEMBER
} df__cuda;

/* Finds the driver and initialises it. Null, or why there is none to be had. */
const char *df__cuda_find(df__cuda *cuda);

/* Makes the context the one of this thread, and undoes that. Code of the program may have chosen another one, or none. */
df__cuda_context df__cuda_enter(const df__cuda *cuda, df__cuda_context context);
void df__cuda_leave(const df__cuda *cuda, df__cuda_context context, df__cuda_context before);

/* Has the driver lock the memory. Its address as the device sees it; 0 if that cannot be. */
df__cuda_address df__cuda_share(const df__cuda *cuda, void *start, size_t bytes);

/* What the driver calls the error, for messages; "no error" for 0. */
const char *df__cuda_error(const df__cuda *cuda, df__cuda_result error);

/* In PTX, for all GPUs since 2014: copy(to, from, words, turns), fill(to, pattern, words, turns) and
 * compare(one, other, words, turns, first). All arguments have 64 bits; a word has 16 bytes. The threads of a block take
 * words in turn, so that those that run side by side read side by side; `first` becomes the least word that differs. */
extern const char df__cuda_kernels[];

#endif
