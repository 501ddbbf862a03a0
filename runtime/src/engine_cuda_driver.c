/* SPDX-License-Identifier: Apache-2.0 */
/* NVIDIA's driver, and the kernels that it compiles for the GPU that is there. */
#include "df/cuda.h"

#include <stdio.h>

#include "df/copy.h"
#include "df/os.h"

enum { PROBLEM_BYTES = 160 };

static char problem[PROBLEM_BYTES]; /* engines are opened one after the other */

typedef struct symbol {
    const char *name;
    size_t at;
} symbol;

static const char *find_functions(df__cuda *cuda, void *library)
{
#define DF__CUDA_SYMBOL(name, symbol, arguments) {symbol, offsetof(df__cuda, name)},
    static const symbol symbols[] = {DF__CUDA_FUNCTIONS(DF__CUDA_SYMBOL)};
#undef DF__CUDA_SYMBOL
    for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
        void *found = df__os_library_symbol(library, symbols[i].name);
        if (found == NULL) {
            snprintf(problem, sizeof problem,
                     "the driver of the GPU is too old: it has no %s; 450 or later will do", symbols[i].name);
            return problem;
        }
        df_copy_disjoint((char *)cuda + symbols[i].at, &found, sizeof found);
    }
    return NULL;
}

const char *df__cuda_find(df__cuda *cuda)
{
    void *library = df__os_library_open("libcuda.so.1");
    if (library == NULL)
        return "there is no driver for GPUs of NVIDIA (libcuda.so.1)";
    const char *missing = find_functions(cuda, library);
    if (missing != NULL)
        return missing;
    df__cuda_result error = cuda->init(0);
    if (error == 0)
        return NULL;
    snprintf(problem, sizeof problem,
             "the driver of the GPU says %s; 'nvidia-smi' lists the GPUs that are here",
             df__cuda_error(cuda, error));
    return problem;
}

df__cuda_context df__cuda_enter(const df__cuda *cuda, df__cuda_context context)
{
    df__cuda_context before = NULL;
    cuda->context_get(&before);
    if (before != context)
        cuda->context_set(context);
    return before;
}

void df__cuda_leave(const df__cuda *cuda, df__cuda_context context, df__cuda_context before)
{
    if (before != context)
        cuda->context_set(before);
}

/* An engine with other options may have had it locked already. */
df__cuda_address df__cuda_share(const df__cuda *cuda, void *start, size_t bytes)
{
    df__cuda_address address = 0;
    unsigned flags = DF__CUDA_REGISTER_PORTABLE | DF__CUDA_REGISTER_MAPPED;
    df__cuda_result error = cuda->host_register(start, bytes, flags);
    if (error != 0 && error != DF__CUDA_ALREADY_REGISTERED)
        return 0;
    if (cuda->host_address(&address, start, 0) == 0)
        return address;
    if (error == 0)
        cuda->host_unregister(start);
    return 0;
}

const char *df__cuda_error(const df__cuda *cuda, df__cuda_result error)
{
    const char *name = NULL;
    if (error == 0)
        return "no error";
    return cuda->error_name(error, &name) == 0 && name != NULL ? name : "an unknown error";
}

/* Thread t of a block of n takes the words t, t + n, t + 2n, ... of what the block has to move, `turns` of them. */
#define FIRST_WORD                       \
    "    mov.u32 %r1, %ctaid.x;\n"       \
    "    mov.u32 %r2, %ntid.x;\n"        \
    "    mov.u32 %r3, %tid.x;\n"         \
    "    mul.wide.u32 %rd5, %r1, %r2;\n" \
    "    mul.lo.u64 %rd5, %rd5, %rd4;\n" \
    "    cvt.u64.u32 %rd6, %r3;\n"       \
    "    add.u64 %rd5, %rd5, %rd6;\n"    \
    "    cvt.u64.u32 %rd7, %r2;\n"
#define NEXT_WORD                     \
    "    add.u64 %rd5, %rd5, %rd7;\n" \
    "    sub.u64 %rd4, %rd4, 1;\n"    \
    "    bra NEXT;\n"                 \
    "DONE:\n"                         \
    "    ret;\n"                      \
    "}\n"
#define UNTIL_DONE                       \
    "NEXT:\n"                            \
    "    setp.eq.u64 %p1, %rd4, 0;\n"    \
    "    @%p1 bra DONE;\n"               \
    "    setp.ge.u64 %p1, %rd5, %rd3;\n" \
    "    @%p1 bra DONE;\n"               \
    "    shl.b64 %rd8, %rd5, 4;\n"
#define REGISTERS             \
    "    .reg .pred %p<3>;\n" \
    "    .reg .b32 %r<5>;\n"  \
    "    .reg .b64 %rd<16>;\n"

const char df__cuda_kernels[] =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    ".visible .entry copy(.param .u64 to, .param .u64 from, .param .u64 words, .param .u64 turns)\n"
    "{\n" REGISTERS "    ld.param.u64 %rd1, [to];\n"
    "    ld.param.u64 %rd2, [from];\n"
    "    ld.param.u64 %rd3, [words];\n"
    "    ld.param.u64 %rd4, [turns];\n" FIRST_WORD UNTIL_DONE "    add.u64 %rd9, %rd2, %rd8;\n"
    "    ld.global.v2.u64 {%rd10, %rd11}, [%rd9];\n"
    "    add.u64 %rd9, %rd1, %rd8;\n"
    "    st.global.v2.u64 [%rd9], {%rd10, %rd11};\n" NEXT_WORD
    ".visible .entry fill(.param .u64 to, .param .u64 pattern, .param .u64 words, .param .u64 turns)\n"
    "{\n" REGISTERS "    ld.param.u64 %rd1, [to];\n"
    "    ld.param.u64 %rd2, [pattern];\n"
    "    ld.param.u64 %rd3, [words];\n"
    "    ld.param.u64 %rd4, [turns];\n" FIRST_WORD UNTIL_DONE "    add.u64 %rd9, %rd1, %rd8;\n"
    "    st.global.v2.u64 [%rd9], {%rd2, %rd2};\n" NEXT_WORD
    ".visible .entry compare(.param .u64 one, .param .u64 other, .param .u64 words, .param .u64 turns,\n"
    "                        .param .u64 first)\n"
    "{\n" REGISTERS "    ld.param.u64 %rd1, [one];\n"
    "    ld.param.u64 %rd2, [other];\n"
    "    ld.param.u64 %rd3, [words];\n"
    "    ld.param.u64 %rd4, [turns];\n"
    "    ld.param.u64 %rd12, [first];\n" FIRST_WORD UNTIL_DONE "    add.u64 %rd9, %rd1, %rd8;\n"
    "    ld.global.v2.u64 {%rd10, %rd11}, [%rd9];\n"
    "    add.u64 %rd9, %rd2, %rd8;\n"
    "    ld.global.v2.u64 {%rd13, %rd14}, [%rd9];\n"
    "    xor.b64 %rd10, %rd10, %rd13;\n"
    "    xor.b64 %rd11, %rd11, %rd14;\n"
    "    or.b64 %rd10, %rd10, %rd11;\n"
    "    setp.eq.u64 %p2, %rd10, 0;\n"
    "    @%p2 bra SAME;\n"
    "    cvt.u32.u64 %r4, %rd5;\n"
    "    red.global.min.u32 [%rd12], %r4;\n"
    "    bra DONE;\n"
    "SAME:\n" NEXT_WORD;
