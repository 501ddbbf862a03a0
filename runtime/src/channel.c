/* SPDX-License-Identifier: Apache-2.0 */
/* Channels: transfers whose strategy keeps something between firings, or is chosen as the program starts.
 *
 * DFGEN_TRANSFER='FIFO=strategy;...' chooses among the candidates that the graph was compiled with. FIFO is its
 * name, its source port, or a name pattern over either; later wishes win. */
#include "df/transfer.h"

#include <stdio.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

enum { NAME_BYTES = 1024 };

/* One wish of the variable. */
typedef struct wish {
    char pattern[NAME_BYTES];
    char strategy[NAME_BYTES];
} wish;

void df_channel_open(df_core *core, df_channel *channel)
{
    channel->core = core;
    if (channel->strategy->open != NULL)
        channel->strategy->open(core, channel);
}

void df_channel_close(df_channel *channel)
{
    if (channel->strategy->close != NULL)
        channel->strategy->close(channel);
}

/* Takes the part of the text up to the end into the buffer, without spaces around it. */
static bool take(const char *text, const char *end, char *buffer)
{
    while (text < end && *text == ' ')
        text++;
    while (text < end && end[-1] == ' ')
        end--;
    size_t length = (size_t)(end - text);
    if (length == 0 || length >= NAME_BYTES)
        return false;
    df_copy_disjoint(buffer, text, length);
    buffer[length] = '\0';
    return true;
}

static bool read_wish(const char *text, const char *end, wish *found)
{
    const char *sign = memchr(text, '=', (size_t)(end - text));
    if (sign != NULL && take(text, sign, found->pattern) && take(sign + 1, end, found->strategy))
        return true;
    fprintf(stderr, "error: DFGEN_TRANSFER: '%.*s' is not FIFO=strategy\n", (int)(end - text), text);
    return false;
}

/* `*` stands for any characters, `?` for one, all others for themselves: names have brackets (`band[2]`). */
static bool matches(const char *pattern, const char *text)
{
    const char *star = NULL;
    const char *behind = NULL; /* what the last star has not taken */
    while (*text != '\0') {
        if (*pattern == '*') {
            star = pattern++;
            behind = text;
        } else if (*pattern == '?' || *pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star + 1;
            text = ++behind;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static bool names(const char *pattern, const df_channel *channel)
{
    char source[NAME_BYTES] = "";
    const char *fifo = channel->view.fifo;
    const char *colon = strchr(fifo, ':');
    if (colon != NULL)
        (void)take(fifo, colon, source);
    return matches(pattern, fifo) || matches(pattern, source);
}

static void tell_candidates(const df_channel *channel, const char *strategy)
{
    fprintf(stderr, "error: DFGEN_TRANSFER: FIFO '%s' was not compiled for '%s', but for", channel->view.fifo,
            strategy);
    for (const df_strategy *const *candidate = channel->candidates; *candidate != NULL; candidate++)
        fprintf(stderr, " %s", (*candidate)->name);
    fprintf(stderr, "; compile the graph with --transfer-candidates\n");
}

static bool grant(df_channel *channel, const char *strategy)
{
    for (const df_strategy *const *candidate = channel->candidates; *candidate != NULL; candidate++) {
        if (strcmp((*candidate)->name, strategy) == 0) {
            channel->strategy = *candidate;
            return true;
        }
    }
    return false;
}

/* A pattern may name FIFOs that cannot have the strategy beside some that can: they stay as they are. */
static bool grant_wish(const wish *wanted)
{
    const df_channel *refused = NULL;
    size_t granted = 0;
    for (size_t i = 0; i < df__run()->program->channels_count; i++) {
        df_channel *channel = df__run()->program->channels[i];
        if (channel->candidates == NULL || !names(wanted->pattern, channel))
            continue;
        if (grant(channel, wanted->strategy))
            granted++;
        else
            refused = channel;
    }
    if (granted == 0 && refused != NULL)
        tell_candidates(refused, wanted->strategy);
    else if (granted == 0)
        fprintf(
            stderr,
            "error: DFGEN_TRANSFER: no FIFO of this program that has a choice matches '%s'; plan.txt lists "
            "the transfers\n",
            wanted->pattern);
    return granted > 0;
}

static bool choose(const char *wishes)
{
    while (*wishes != '\0') {
        wish wanted;
        const char *end = wishes + strcspn(wishes, ";");
        bool blank = wishes + strspn(wishes, " ") == end;
        if (!blank && !(read_wish(wishes, end, &wanted) && grant_wish(&wanted)))
            return false;
        wishes = *end == ';' ? end + 1 : end;
    }
    return true;
}

const df__channel_hooks df__channels = {.choose = choose, .open = df_channel_open, .close = df_channel_close};
