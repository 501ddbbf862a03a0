/* SPDX-License-Identifier: Apache-2.0 */
/* A program's own CUDA code, also some that goes wrong: it takes the context of the whole process with it. */
#ifndef GPU_TRAP_H
#define GPU_TRAP_H

#include "check.h"
#include "df/cuda.h"

/* Other CUDA code of the thread: it chooses no context, and finds it so again. */
static inline void choose_no_context(void)
{
    df__cuda cuda;
    CHECK(df__cuda_find(&cuda) == NULL && cuda.context_set(NULL) == 0);
}

static inline void check_no_context(void)
{
    df__cuda cuda;
    df__cuda_context context;
    CHECK(df__cuda_find(&cuda) == NULL && cuda.context_get(&context) == 0 && context == NULL);
}

static inline void trap_gpu(void)
{
    static const char text[] = ".version 6.0\n"
                               ".target sm_50\n"
                               ".address_size 64\n"
                               ".visible .entry trap()\n"
                               "{\n"
                               "    trap;\n"
                               "}\n";
    df__cuda cuda;
    df__cuda_context context;
    df__cuda_module module;
    df__cuda_function trap;
    df__cuda_stream stream;
    CHECK(df__cuda_find(&cuda) == NULL);
    CHECK(cuda.context_retain(&context, 0) == 0 && cuda.context_set(context) == 0);
    CHECK(cuda.module_load(&module, text) == 0 && cuda.module_function(&trap, module, "trap") == 0);
    CHECK(cuda.stream_open(&stream, DF__CUDA_STREAM_NON_BLOCKING) == 0);
    CHECK(cuda.launch(trap, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL) == 0);
    while (cuda.stream_query(stream) == DF__CUDA_NOT_READY)
        continue;
    cuda.stream_close(stream);
}

#endif
