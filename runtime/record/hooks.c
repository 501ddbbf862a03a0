/* SPDX-License-Identifier: Apache-2.0 */
/* What instrumented code calls for each access (gcc and clang, -fsanitize=thread), and the functions of the C library and
 * of the runtime that move bytes for actors, by --wrap of the linker. */
#include <string.h>

#include "df/df.h"
#include "df/stream.h"
#include "record.h"

/* --- accesses ---------------------------------------- */

#define RECORD_SIZE(bytes)                                  \
    void __tsan_read##bytes(void *address);                 \
    void __tsan_write##bytes(void *address);                \
    void __tsan_unaligned_read##bytes(void *address);       \
    void __tsan_unaligned_write##bytes(void *address);      \
    void __tsan_read##bytes(void *address)                  \
    {                                                       \
        df__record_access((uintptr_t)address, false);       \
    }                                                       \
    void __tsan_write##bytes(void *address)                 \
    {                                                       \
        df__record_access((uintptr_t)address, true);        \
    }                                                       \
    void __tsan_unaligned_read##bytes(void *address)        \
    {                                                       \
        record_unaligned((uintptr_t)address, bytes, false); \
    }                                                       \
    void __tsan_unaligned_write##bytes(void *address)       \
    {                                                       \
        record_unaligned((uintptr_t)address, bytes, true);  \
    }

/* It may reach into the next line. */
static void record_unaligned(uintptr_t address, size_t bytes, bool writes)
{
    df__record_access(address, writes);
    df__record_reach(address + bytes - 1, writes);
}

RECORD_SIZE(1)
RECORD_SIZE(2)
RECORD_SIZE(4)
RECORD_SIZE(8)
RECORD_SIZE(16)

void __tsan_init(void);
void __tsan_func_entry(void *caller);
void __tsan_func_exit(void);
void __tsan_read_range(void *address, long bytes);
void __tsan_write_range(void *address, long bytes);

void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void)
{
}

void __tsan_read_range(void *address, long bytes)
{
    df__record_range(address, (size_t)bytes, false);
}

void __tsan_write_range(void *address, long bytes)
{
    df__record_range(address, (size_t)bytes, true);
}

/* --- atomic accesses, in the strictest order ---------------------------------------- */

#define RECORD_UPDATE(bits, type, name)                                          \
    type __tsan_atomic##bits##_##name(volatile type *at, type value, int order); \
    type __tsan_atomic##bits##_##name(volatile type *at, type value, int order)  \
    {                                                                            \
        (void)order;                                                             \
        df__record_access((uintptr_t)at, true);                                  \
        return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                     \
    }

#define RECORD_EXCHANGE(bits, type, name)                                                                   \
    int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type value, int order, int failed); \
    int __tsan_atomic##bits##_##name(volatile type *at, type *expected, type value, int order, int failed)  \
    {                                                                                                       \
        (void)order, (void)failed;                                                                          \
        df__record_access((uintptr_t)at, true);                                                             \
        return __atomic_compare_exchange_n(at, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }

#define RECORD_ATOMIC(bits, type)                                                                            \
    type __tsan_atomic##bits##_load(const volatile type *at, int order);                                     \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order);                              \
    type __tsan_atomic##bits##_exchange(volatile type *at, type value, int order);                           \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type value, int order, \
                                                    int failed);                                             \
    type __tsan_atomic##bits##_load(const volatile type *at, int order)                                      \
    {                                                                                                        \
        (void)order;                                                                                         \
        df__record_access((uintptr_t)at, false);                                                             \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                        \
    }                                                                                                        \
    void __tsan_atomic##bits##_store(volatile type *at, type value, int order)                               \
    {                                                                                                        \
        (void)order;                                                                                         \
        df__record_access((uintptr_t)at, true);                                                              \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                       \
    }                                                                                                        \
    type __tsan_atomic##bits##_exchange(volatile type *at, type value, int order)                            \
    {                                                                                                        \
        (void)order;                                                                                         \
        df__record_access((uintptr_t)at, true);                                                              \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                             \
    }                                                                                                        \
    type __tsan_atomic##bits##_compare_exchange_val(volatile type *at, type expected, type value, int order, \
                                                    int failed)                                              \
    {                                                                                                        \
        (void)order, (void)failed;                                                                           \
        df__record_access((uintptr_t)at, true);                                                              \
        __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);        \
        return expected;                                                                                     \
    }                                                                                                        \
    RECORD_EXCHANGE(bits, type, compare_exchange_strong)                                                     \
    RECORD_EXCHANGE(bits, type, compare_exchange_weak)                                                       \
    RECORD_UPDATE(bits, type, fetch_add)                                                                     \
    RECORD_UPDATE(bits, type, fetch_sub)                                                                     \
    RECORD_UPDATE(bits, type, fetch_and)                                                                     \
    RECORD_UPDATE(bits, type, fetch_or)                                                                      \
    RECORD_UPDATE(bits, type, fetch_xor)                                                                     \
    RECORD_UPDATE(bits, type, fetch_nand)

RECORD_ATOMIC(8, uint8_t)
RECORD_ATOMIC(16, uint16_t)
RECORD_ATOMIC(32, uint32_t)
RECORD_ATOMIC(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* --- copies and fills ---------------------------------------- */

void *__real_memcpy(void *target, const void *source, size_t bytes);
void *__real_memmove(void *target, const void *source, size_t bytes);
void *__real_memset(void *target, int byte, size_t bytes);
void __real_df_copy(void *target, const void *source, size_t bytes, df_copy_hint hint);
void __real_df_fill(void *target, int byte, size_t bytes, df_copy_hint hint);

void *__wrap_memcpy(void *target, const void *source, size_t bytes);
void *__wrap_memmove(void *target, const void *source, size_t bytes);
void *__wrap_memset(void *target, int byte, size_t bytes);
void __wrap_df_copy(void *target, const void *source, size_t bytes, df_copy_hint hint);
void __wrap_df_fill(void *target, int byte, size_t bytes, df_copy_hint hint);
size_t __real_df_bulk_compare(const void *one, const void *other, size_t bytes);
size_t __wrap_df_bulk_compare(const void *one, const void *other, size_t bytes);

/* Bulk copies and fills come here as those that they are made by. */
size_t __wrap_df_bulk_compare(const void *one, const void *other, size_t bytes)
{
    df__record_range(one, bytes, false);
    df__record_range(other, bytes, false);
    return __real_df_bulk_compare(one, other, bytes);
}

void *__wrap_memcpy(void *target, const void *source, size_t bytes)
{
    df__record_copy(target, source, bytes);
    return __real_memcpy(target, source, bytes);
}

void *__wrap_memmove(void *target, const void *source, size_t bytes)
{
    df__record_copy(target, source, bytes);
    return __real_memmove(target, source, bytes);
}

void *__wrap_memset(void *target, int byte, size_t bytes)
{
    df__record_range(target, bytes, true);
    return __real_memset(target, byte, bytes);
}

static bool is_streamed(size_t bytes, df_copy_hint hint)
{
    return hint == DF_COPY_STREAMED && bytes >= DF__STREAM_BYTES_MIN;
}

/* What these call is recorded here already. */
void __wrap_df_copy(void *target, const void *source, size_t bytes, df_copy_hint hint)
{
    if (is_streamed(bytes, hint)) {
        df__record_range(source, bytes, false);
        df__record_streamed(target, bytes);
    } else {
        df__record_copy(target, source, bytes);
    }
    bool was_on = df__record_is_on;
    df__record_is_on = false;
    __real_df_copy(target, source, bytes, hint);
    df__record_is_on = was_on;
}

void __wrap_df_fill(void *target, int byte, size_t bytes, df_copy_hint hint)
{
    if (is_streamed(bytes, hint))
        df__record_streamed(target, bytes);
    else
        df__record_range(target, bytes, true);
    bool was_on = df__record_is_on;
    df__record_is_on = false;
    __real_df_fill(target, byte, bytes, hint);
    df__record_is_on = was_on;
}
