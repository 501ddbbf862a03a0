/* SPDX-License-Identifier: Apache-2.0 */
/* What an actor may ask of the running program. This is the only header of dfgen that actor code includes.
 *
 * Every function acts on behalf of the actor whose init, fire or end function is running on the calling
 * thread. Parameters have names that no macro of an actor's code has. */
#ifndef DF_DF_H
#define DF_DF_H

#include <stddef.h>

#ifdef __cplusplus
#include <cstdarg>
#include <cstdio>
#include <exception>
#endif

#if defined(__GNUC__)
#define DF_PRINTF_LIKE(format_index, first_index) \
    __attribute__((__format__(__printf__, format_index, first_index)))
#else
#define DF_PRINTF_LIKE(format_index, first_index)
#endif

#ifdef __cplusplus
extern "C++" {
/* Ends the actor's function by an exception, which ends the program with this message: what is on the way has its
 * destructors run. */
namespace df
{

class failure : public std::exception
{
  public:
    const char *what() const noexcept override
    {
        return text;
    }
    char text[1024] = "";
};

} // namespace df

[[noreturn]] void df_fail(const char *df__format, ...) DF_PRINTF_LIKE(1, 2);

[[noreturn]] inline void df_fail(const char *df__format, ...)
{
    df::failure failure;
    va_list arguments;
    va_start(arguments, df__format);
    std::vsnprintf(failure.text, sizeof failure.text, df__format, arguments);
    va_end(arguments);
    throw failure;
}
} // extern "C++"

extern "C" {
#else
/* Prints the message with the actor's name, place and firing, ends the program with status 1 and does not
 * return to the actor. The end functions of all actors that were initialised still run. */
_Noreturn void df_fail(const char *df__format, ...) DF_PRINTF_LIKE(1, 2);
#endif

/* The value given as NAME=VALUE on the program's command line, or a null pointer. The text lives until exit.
 */
const char *df_option(const char *df__name);

/* The two below, but for a refusal, which they give as a text. */
const char *df__try_stop(void);
const char *df__try_end_of_input(void);

#ifndef __cplusplus
/* Ends the program after the current graph iteration, which every actor completes. The actor must be declared
 * `stops`. Called from an init function, no iteration runs. */
void df_stop(void);

/* Ends the program before the current graph iteration: what this firing writes is never seen by an actor with
 * effects. The actor must be declared `stops`. */
void df_end_of_input(void);
#endif

/* What the calling core does next with the target of a copy. A hint changes the time that it takes, never the
 * bytes. */
typedef enum df_copy_hint {
    DF_COPY_REUSED,  /* reads it soon: the copy stays in the caches */
    DF_COPY_STREAMED /* reads it late or never: from 4 KiB on written past the caches, which keep what they
                      * hold. A copy is faster so from about the size of the L2 cache (some MiB) on. */
} df_copy_hint;

/* Copies bytes from the source to the target, which must not overlap. Any alignment and length. */
void df_copy(void *df__target, const void *df__source, size_t df__bytes, df_copy_hint df__hint);

/* Sets each byte of the target. */
void df_fill(void *df__target, int df__byte, size_t df__bytes, df_copy_hint df__hint);

/* Bulk operations: on windows of a firing of which an output is declared `@by(engine = ...)`, an engine does them.
 * Copies and fills then return at once, and what they write is there when the output's reader gets it. Until then the
 * actor changes no byte that it has given as a source and touches none that it has given as a target, and no two
 * operations of a firing may depend on each other. Anywhere else, on any other memory and below the engine's threshold
 * the core does them, before they return. */

/* Copies bytes from the source to the target, which must not overlap. Any alignment and length. */
void df_bulk_copy(void *df__target, const void *df__source, size_t df__bytes);

/* Sets each byte of the target. */
void df_bulk_fill(void *df__target, int df__byte, size_t df__bytes);

/* The first byte in which the two differ, counted from 0; the number of bytes if they do not. Known when it returns: core
 * and engine compare a part each. */
size_t df_bulk_compare(const void *df__one, const void *df__other, size_t df__bytes);

#ifdef __cplusplus
} // extern "C"

extern "C++" {
/* As in C; where the actor may not, an exception leaves it, as of df_fail. */
[[gnu::always_inline]] inline void df_stop()
{
    if (const char *refusal = df__try_stop())
        df_fail("%s", refusal);
}

[[gnu::always_inline]] inline void df_end_of_input()
{
    if (const char *refusal = df__try_end_of_input())
        df_fail("%s", refusal);
}
} // extern "C++"
#endif

#endif
