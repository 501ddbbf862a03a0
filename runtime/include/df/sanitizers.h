/* SPDX-License-Identifier: Apache-2.0 */
/* Tells the sanitizers of accesses that they cannot see: those made by instructions that the compiler does not
 * instrument. In other builds these functions do nothing. */
#ifndef DF_SANITIZERS_H
#define DF_SANITIZERS_H

#include <stddef.h>

/* A program that is built for recording (df/record.h) is compiled as for the thread sanitizer, and has none. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) && !defined(DF_RECORDING)
#define DF__WATCHES_RACES 1
#endif
#if __has_feature(address_sanitizer)
#define DF__WATCHES_BOUNDS 1
#endif
#endif
#if defined(__SANITIZE_THREAD__) && !defined(DF_RECORDING)
#define DF__WATCHES_RACES 1
#endif
#if defined(__SANITIZE_ADDRESS__)
#define DF__WATCHES_BOUNDS 1
#endif

/* What instrumented code calls for an access of a size that is known at run time only. */
#if defined(DF__WATCHES_RACES)
void __tsan_read_range(void *address, long bytes);
void __tsan_write_range(void *address, long bytes);
#endif
#if defined(DF__WATCHES_BOUNDS)
void *__asan_region_is_poisoned(void *address, size_t bytes); /* its first byte that is, or null */
void __asan_loadN(void *address, long bytes);
void __asan_storeN(void *address, long bytes);
void __asan_poison_memory_region(void const volatile *address, size_t bytes);
void __asan_unpoison_memory_region(void const volatile *address, size_t bytes);
void __lsan_ignore_object(const void *memory);
#endif

static inline void df__tell_read(const void *address, size_t bytes)
{
#if defined(DF__WATCHES_RACES)
    __tsan_read_range((void *)(size_t)address, bytes);
#elif defined(DF__WATCHES_BOUNDS)
    void *bad = __asan_region_is_poisoned((void *)(size_t)address, bytes);
    if (bad != NULL)
        __asan_loadN(bad, 1);
#else
    (void)address, (void)bytes;
#endif
}

static inline void df__tell_write(void *address, size_t bytes)
{
#if defined(DF__WATCHES_RACES)
    __tsan_write_range(address, bytes);
#elif defined(DF__WATCHES_BOUNDS)
    void *bad = __asan_region_is_poisoned(address, bytes);
    if (bad != NULL)
        __asan_storeN(bad, 1);
#else
    (void)address, (void)bytes;
#endif
}

/* From now on an access of these bytes is an error; and is none any more. */
static inline void df__forbid(const void *address, size_t bytes)
{
#if defined(DF__WATCHES_BOUNDS)
    __asan_poison_memory_region(address, bytes);
#else
    (void)address, (void)bytes;
#endif
}

static inline void df__permit(const void *address, size_t bytes)
{
#if defined(DF__WATCHES_BOUNDS)
    __asan_unpoison_memory_region(address, bytes);
#else
    (void)address, (void)bytes;
#endif
}

/* Nobody gives this piece of memory back, on purpose, nor what it leads to. */
static inline void df__tell_kept(const void *memory)
{
#if defined(DF__WATCHES_BOUNDS)
    __lsan_ignore_object(memory);
#else
    (void)memory;
#endif
}

/* What such a function reads of other cores is theirs: a torn or stale value makes a line of a message wrong at worst. */
#if defined(DF__WATCHES_RACES)
#define DF__UNWATCHED __attribute__((no_sanitize("thread")))
#else
#define DF__UNWATCHED
#endif

#endif
