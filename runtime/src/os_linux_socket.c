/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer (df/os.h) on Linux: a socket by which other processes of the user reach this one. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "df/os.h"

enum { PATIENCE_MS = 1000, BACKLOG = 8, NS_PER_MS = 1000000 };

/* A folder that is the user's alone. dfgen/control.py has the same names. */
static int own_folder(char *path, size_t bytes)
{
    const char *of_session = getenv("XDG_RUNTIME_DIR");
    if (of_session != NULL && of_session[0] == '/')
        snprintf(path, bytes, "%s/dfgen", of_session);
    else
        snprintf(path, bytes, "%s/dfgen-%ld", P_tmpdir, (long)getuid());
    struct stat status;
    if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST)
        return errno;
    if (lstat(path, &status) != 0)
        return errno;
    bool is_own = S_ISDIR(status.st_mode) && status.st_uid == getuid() && (status.st_mode & 077) == 0;
    return is_own ? 0 : EPERM;
}

int df__os_socket_open(df__os_socket *opened)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int error = own_folder(opened->path, sizeof opened->path);
    size_t length = strlen(opened->path);
    snprintf(opened->path + length, sizeof opened->path - length, "/%ld", df__os_process_number());
    if (error != 0)
        return error;
    int needed = snprintf(address.sun_path, sizeof address.sun_path, "%s", opened->path);
    if (needed < 0 || (size_t)needed >= sizeof address.sun_path)
        return ENAMETOOLONG;
    unlink(opened->path); /* of a process that is dead: its number is ours now */
    opened->file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (opened->file < 0)
        return errno;
    if (bind(opened->file, (const struct sockaddr *)&address, sizeof address) == 0 &&
        listen(opened->file, BACKLOG) == 0)
        return 0;
    error = errno;
    close(opened->file);
    return error;
}

/* Until then: who sends a little now and then must not keep the program from its end. */
static bool is_readable(int file, uint64_t until_ns)
{
    struct pollfd wait = {.fd = file, .events = POLLIN};
    uint64_t now_ns = df__os_now_ns();
    return now_ns < until_ns && poll(&wait, 1, (int)((until_ns - now_ns) / NS_PER_MS) + 1) > 0;
}

static bool is_of_user(int file)
{
    struct ucred who;
    socklen_t bytes = sizeof who;
    return getsockopt(file, SOL_SOCKET, SO_PEERCRED, &who, &bytes) == 0 &&
           (who.uid == getuid() || who.uid == 0);
}

/* To the end of what is sent; false where it does not come in time, or does not fit. */
static bool read_all(int file, char *text, size_t bytes)
{
    uint64_t until_ns = df__os_now_ns() + (uint64_t)PATIENCE_MS * NS_PER_MS;
    for (size_t length = 0; length + 1 < bytes && is_readable(file, until_ns);) {
        ssize_t got = recv(file, text + length, bytes - 1 - length, 0);
        if (got < 0)
            return false;
        length += (size_t)got;
        text[length] = '\0';
        if (got == 0)
            return true;
    }
    return false;
}

bool df__os_socket_take(df__os_socket *opened, char *text, size_t bytes)
{
    for (;;) {
        opened->caller = accept4(opened->file, NULL, NULL, SOCK_CLOEXEC);
        if (opened->caller < 0 && (errno == EINVAL || errno == EBADF))
            return false;
        if (opened->caller < 0) {
            poll(NULL, 0, PATIENCE_MS / 10); /* out of files, for a while */
            continue;
        }
        if (is_of_user(opened->caller) && read_all(opened->caller, text, bytes))
            return true;
        close(opened->caller);
    }
}

void df__os_socket_answer(df__os_socket *opened, const char *text, size_t bytes)
{
    ssize_t sent = send(opened->caller, text, bytes, MSG_NOSIGNAL);
    (void)sent; /* who does not listen is not told */
    close(opened->caller);
}

void df__os_socket_shut(df__os_socket *opened)
{
    shutdown(opened->file, SHUT_RDWR);
}

void df__os_socket_close(df__os_socket *opened)
{
    close(opened->file);
    unlink(opened->path);
}
