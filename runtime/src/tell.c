/* SPDX-License-Identifier: Apache-2.0 */
/* Messages: a program prints them, a library keeps them for its caller. */
#include <stdarg.h>
#include <stdio.h>

#include "df/internal.h"

/* What does not fit is cut. */
static void keep(df__told *told, const char *begin, const char *format, va_list arguments)
{
    pthread_mutex_lock(&told->lock);
    size_t left = sizeof told->text - told->length;
    int begun = snprintf(told->text + told->length, left, "%s%s", told->length == 0 ? "" : "\n", begin);
    told->length += (size_t)begun < left ? (size_t)begun : left - 1;
    left = sizeof told->text - told->length;
    int added = vsnprintf(told->text + told->length, left, format, arguments);
    told->length += added < 0 ? 0 : (size_t)added < left ? (size_t)added : left - 1;
    pthread_mutex_unlock(&told->lock);
}

/* In one piece, also where several cores print. */
static void print(const char *begin, const char *format, va_list arguments)
{
    char line[2048];
    vsnprintf(line, sizeof line, format, arguments);
    fprintf(stderr, "%s%s\n", begin, line);
}

void df__tell_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const df__run_state *state = df__run();
    if (state == NULL || state->told == NULL)
        print("error: ", format, arguments);
    else
        keep(state->told, "", format, arguments);
    va_end(arguments);
}

void df__tell_more(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const df__run_state *state = df__run();
    if (state->told == NULL)
        print("       ", format, arguments);
    else
        keep(state->told, "  ", format, arguments);
    va_end(arguments);
}

/* Callers of a library get what counts for its instance. */
void df__tell_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const df__run_state *state = df__run();
    if (state->told == NULL)
        print("warning: ", format, arguments);
    else
        keep(state->warned, "", format, arguments);
    va_end(arguments);
}
