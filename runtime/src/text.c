/* SPDX-License-Identifier: Apache-2.0 */
/* Lines of text built without libc, so that signal handlers can print them. Too long a line is cut. */
#include "df/internal.h"

void df__text_add(df__text *text, const char *words)
{
    while (*words != '\0' && text->length < sizeof text->bytes - 1)
        text->bytes[text->length++] = *words++;
}

static void add_digits(df__text *text, uint64_t number, unsigned base)
{
    char digits[24];
    size_t first = sizeof digits - 1;
    digits[first] = '\0';
    do {
        digits[--first] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number != 0);
    df__text_add(text, digits + first);
}

void df__text_add_number(df__text *text, uint64_t number)
{
    add_digits(text, number, 10);
}

void df__text_add_address(df__text *text, const void *address)
{
    df__text_add(text, "0x");
    add_digits(text, (uintptr_t)address, 16);
}

void df__text_add_named(df__text *text, const df_actor *actor)
{
    df__text_add(text, "actor '");
    df__text_add(text, actor->name);
    df__text_add(text, "' (");
    df__text_add(text, actor->place);
    df__text_add(text, ")");
}

void df__text_add_actor(df__text *text, const df__worker *worker)
{
    const df_actor *actor = worker == NULL ? NULL : worker->core.actor;
    if (worker == NULL) {
        df__text_add(text, "a thread of no core");
        return;
    }
    if (actor == NULL) {
        df__text_add(text, "core ");
        df__text_add_number(text, worker->core.index);
        return;
    }
    df__text_add_named(text, actor);
    df__text_add(text, ", ");
    if (worker->phase != DF__PHASE_FIRE) {
        df__text_add(text, worker->phase == DF__PHASE_INIT ? "in init" : "in end");
    } else {
        uint64_t first = worker->core.firing, firings = worker->core.firings;
        df__text_add(text, firings > 1 ? "firings " : "firing ");
        df__text_add_number(text, first);
        if (firings > 1) {
            df__text_add(text, " to ");
            df__text_add_number(text, first + firings - 1);
        }
    }
}

void df__text_write(df__text *text)
{
    text->bytes[text->length++] = '\n'; /* df__text_add leaves one byte free */
    df__os_write_error(text->bytes, text->length);
    text->length = 0;
}
