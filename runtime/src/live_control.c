/* SPDX-License-Identifier: Apache-2.0 */
/* `--control`: a program takes values of live parameters by a socket, for its user alone. A request is lines NAME=VALUE up to
 * the end of what is sent; all of them count from one iteration on. The answer is a line, `ok` or what is wrong. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "df/live_state.h"
#include "df/parts.h"

static df__os_thread listener;
static df__os_socket opened;

static void refuse(char *answer, size_t bytes, const char *line, const char *problem)
{
    snprintf(answer, bytes, "%.100s: %s\n", line, problem);
}

/* One line into the record. */
static bool read_line(df__live_state *state, const char *line, char *record, uint64_t *mask, char *answer,
                      size_t bytes)
{
    uint64_t one, from;
    char problem[128];
    if (!df__live_read(state->table, line, record, &one, &from, problem, sizeof problem)) {
        refuse(answer, bytes, line, problem);
        return false;
    }
    if (one == 0 || from != UINT64_MAX) {
        refuse(answer, bytes, line,
               one == 0 ? "the program has no such live parameter"
                        : "an iteration is only given at the start");
        return false;
    }
    *mask |= one;
    return true;
}

static void answer_request(char *request, char *answer, size_t bytes)
{
    df__live_state *state = df__run()->live;
    df__change *change = df__live_change(state->table, 0, 0, state->table->start);
    bool is_right = change != NULL;
    uint64_t mask = 0;
    snprintf(answer, bytes, "there is no memory\n");
    for (char *line = request, *end; is_right && *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n' ? (*end = '\0', 1) : 0;
        is_right = read_line(state, line, change->values, &mask, answer, bytes);
    }
    if (is_right && df__live.set(state, mask, change->values))
        snprintf(answer, bytes, "ok\n");
    df__live_forget(change);
}

static void listen_on(void *unused)
{
    enum { REQUEST_BYTES = 8192, ANSWER_BYTES = 512 };
    static char request[REQUEST_BYTES], answer[ANSWER_BYTES];
    (void)unused;
    while (df__os_socket_take(&opened, request, sizeof request)) {
        answer_request(request, answer, sizeof answer);
        df__os_socket_answer(&opened, answer, strlen(answer));
    }
}

/* About the folder of the socket, where that is why there is none. */
static void tell_what_to_do(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
    case EACCES:
    case EROFS:
        df__tell_more(
            "set XDG_RUNTIME_DIR to a folder that is there and in which you may write, or unset it");
        break;
    case EPERM:
        df__tell_more("its folder must be yours alone (chmod 700), or absent: the program makes it");
        break;
    case ENAMETOOLONG:
        df__tell_more(
            "sockets have short names: set XDG_RUNTIME_DIR to a folder with a shorter one, or unset it");
        break;
    default:
        break;
    }
}

static bool control_open(void)
{
    int error = df__os_socket_open(&opened);
    if (error == 0) {
        error = df__os_thread_start(&listener, listen_on, NULL);
        if (error != 0)
            df__os_socket_close(&opened);
    }
    if (error != 0) {
        df__tell_error("--control: no socket at '%s': %s", opened.path, strerror(error));
        tell_what_to_do(error);
    } else if (!df__run()->arguments.quiet)
        fprintf(stderr, "* `dfgen set %ld NAME=VALUE` sets live parameters\n", df__os_process_number());
    return error == 0;
}

static void control_close(void)
{
    df__os_socket_shut(&opened);
    df__os_thread_join(&listener);
    df__os_socket_close(&opened);
}

const df__live_control_hooks df__live_control = {.open = control_open, .close = control_close};
