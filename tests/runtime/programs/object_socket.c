/* SPDX-License-Identifier: Apache-2.0 */
/* Graphs sent to another process that uses them as they come: it tells at which address they will lie, and the sender
 * relocates them for that one. The process is this program anew, so that its addresses are its own. */
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "df/os.h"
#include "df/runtime.h"
#include "object_types.h"

enum { UP_TO = 256 * 1024 };

/* What goes before the objects. */
typedef struct envelope {
    uint64_t bytes;
    void *root;
} envelope;

static void send_all(int socket, const void *bytes, size_t count)
{
    for (size_t done = 0; done < count;) {
        ssize_t sent = write(socket, (const char *)bytes + done, count - done);
        CHECK(sent > 0);
        done += (size_t)sent;
    }
}

static void receive_all(int socket, void *bytes, size_t count)
{
    for (size_t done = 0; done < count;) {
        ssize_t received = read(socket, (char *)bytes + done, count - done);
        CHECK(received > 0);
        done += (size_t)received;
    }
}

/* Answers each graph with its digest, until an empty one comes. */
static int receiver(int socket)
{
    char *arena;
    envelope next;
    CHECK(df__os_memory_map(UP_TO, df__os_page_bytes(), &arena) == 0);
    send_all(socket, &arena, sizeof arena);
    for (receive_all(socket, &next, sizeof next); next.bytes > 0; receive_all(socket, &next, sizeof next)) {
        CHECK(next.bytes <= UP_TO);
        receive_all(socket, arena, next.bytes);
        uint64_t found = digest_of(next.root);
        send_all(socket, &found, sizeof found);
    }
    df__os_memory_release(arena, UP_TO);
    return 0;
}

static int sender(int socket, uint64_t seed, uint64_t rounds)
{
    static char buffer[UP_TO];
    static df_core core;
    char *base;
    df_ref token;
    envelope next = {.bytes = 0};
    df_arena *arena = make_arena(UP_TO, "a.out");
    receive_all(socket, &base, sizeof base);
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t found;
        df_objects_begin(&core, &token, 1, (char *)arena, 0);
        maker by = {.token = &token, .random = (seed + round) * UINT64_C(0x9E3779B97F4A7C15)};
        token.root = make_random(&by, 1 + below(&by.random, 60), 30);
        df_objects_end(&core, &token, 1);
        next.bytes = df_relocate(buffer, sizeof buffer, &token, base, &next.root);
        send_all(socket, &next, sizeof next);
        send_all(socket, buffer, next.bytes);
        receive_all(socket, &found, sizeof found);
        CHECK(found == digest_of(token.root));
    }
    printf("base %p, own arena %p\n", (void *)base, (void *)arena);
    send_all(socket, &(envelope){.bytes = 0}, sizeof next);
    free_arena(arena);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2)
        return receiver(atoi(argv[1]));
    int sockets[2], status;
    char number[16];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
    snprintf(number, sizeof number, "%d", sockets[1]);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        close(sockets[0]);
        execl(argv[0], argv[0], number, (char *)NULL);
        _exit(127);
    }
    close(sockets[1]);
    sender(sockets[0], shape("SEED", 1), shape("ROUNDS", 50));
    CHECK(waitpid(child, &status, 0) == child && status == 0);
    return 0;
}
