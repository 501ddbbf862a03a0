/* SPDX-License-Identifier: Apache-2.0 */
/* Programs on several nodes: the life of the process and of its post (network_state.h). */
#include "df/network.h"
#include "df/parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "network_state.h"

/* Naps of the post. Each takes some 20 us of a virtual machine's CPU, so they are longer the longer nothing has come; while no
 * core waits, they grow until they find something. While one waits, what the network holds without the post is the limit.
 * Where a message takes about as long as a nap, the post looks on as long as it should take. */
enum {
    NAP_NS = 20000,
    NAP_BYTES = 48 << 10,
    NAP_MOST_NS = 1000000,
    NAPS_IN_IDLE_TIME = 5,
    LOOK_ON_MOST_NS = 200000,
    TURN_NAP_NS = 100000,
    BYTES_IN_ORDER = 0x01020304
};

df__network_state df__net;

void df__post_nap(uint32_t ns)
{
    df__os_futex_wait_briefly(&df__net.bell, atomic_load(&df__net.bell), ns);
}

static void await(_Atomic bool *turn)
{
    while (!atomic_load(turn))
        df__post_nap(TURN_NAP_NS);
}

/* --- the post ---------------------------------------- */

static const char *unlike(const uint64_t *one, const uint64_t *other)
{
    static const char *const what[] = {"is another program, or another version of it",
                                       "was built with another version of the runtime",
                                       "has another order of bytes", "has addresses of another size"};
    for (size_t i = 0; i < sizeof what / sizeof what[0]; i++)
        if (one[i] != other[i])
            return what[i];
    return NULL;
}

/* The first node tells it. */
static void tell_problem(const char *begins, const char *what, const char *help)
{
    df__net.problem = begins;
    if (df__net.rank == 0)
        fprintf(stderr, "%s: %s\nhelp: %s\n", begins, what, help);
}

/* All processes must be of one program. */
static bool fits_others(void)
{
    const df_nodes *nodes = df__net.nodes;
    uint64_t own[4] = {nodes->plan_hash, DF_RUNTIME_ABI, 0, sizeof(void *)};
    uint32_t bytes = BYTES_IN_ORDER;
    df_copy_disjoint(&own[2], &bytes, sizeof bytes);
    uint64_t *all = malloc(nodes->count * sizeof own);
    if (all == NULL)
        abort();
    MPI_Allgather(own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, MPI_COMM_WORLD);
    for (uint32_t node = 0; node < nodes->count && df__net.problem == NULL; node++) {
        const char *problem = unlike(&all[4 * (size_t)node], own);
        char what[256];
        if (problem == NULL)
            continue;
        snprintf(what, sizeof what, "the process of node '%s' %s than that of node '%s'",
                 nodes->nodes[node].name, problem, nodes->nodes[df__net.rank].name);
        tell_problem(nodes->unlike, what, "Build the program once, and copy it to all hosts.");
    }
    free(all);
    return df__net.problem == NULL;
}

static bool has_right_count(int processes)
{
    char what[128], help[96];
    unsigned nodes = df__net.nodes->count;
    if ((unsigned)processes == nodes)
        return true;
    snprintf(what, sizeof what, "the program runs on %u nodes, and %d process%s started", nodes, processes,
             processes == 1 ? " was" : "es were");
    snprintf(help, sizeof help, "Use mpirun -np %u, or dfgen run.", nodes);
    tell_problem(df__net.nodes->wrong_count, what, help);
    return false;
}

/* Processes that a launcher has bound have CPUs of their own. */
static void look_beside(void)
{
    const df_nodes *nodes = df__net.nodes;
    uint64_t own = df__os_cpus_key(), *all = malloc(nodes->count * sizeof own);
    if (all == NULL)
        abort();
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, MPI_COMM_WORLD);
    for (uint32_t node = 0; node < nodes->count; node++)
        if (node != (uint32_t)df__net.rank && all[node] == own)
            df__net.threads_beside += nodes->programs[node]->cores + 1;
    free(all);
}

static bool begin_mpi(void)
{
    static const char help[] =
        "Install one that has threads, as Open MPI and MPICH have, and build the program again.";
    int provided, size;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
        tell_problem(df__net.nodes->without_threads, "MPI cannot be initialised", help);
        return false;
    }
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &df__net.rank);
    if (provided < MPI_THREAD_FUNNELED)
        tell_problem(df__net.nodes->without_threads,
                     "this MPI cannot be used by a program with threads (MPI_THREAD_FUNNELED)", help);
    else if (has_right_count(size) && fits_others()) {
        look_beside();
        MPI_Comm_dup(MPI_COMM_WORLD, &df__net.notes);
        if (df__net.nodes->programs[df__net.rank]->trace != NULL)
            df__clocks_compare();
        return true;
    }
    MPI_Finalize();
    return false;
}

/* What is wrong with the command line, or its help, the first node tells for all. */
static bool first_goes_on(void)
{
    if (df__net.rank == 0)
        await(&df__net.has_read);
    MPI_Bcast(&df__net.first_status, 1, MPI_INT, 0, MPI_COMM_WORLD);
    atomic_store(&df__net.is_read, true);
    return df__net.first_status == DF__HAS_NO_STATUS;
}

static bool is_awaited(void)
{
    if (!atomic_load(&df__net.began) || atomic_load(&df__net.is_closing))
        return true;
    for (uint32_t i = 0; i < df__net.program->cores; i++)
        if (atomic_load_explicit(&df__run()->workers[i].core.waiting, memory_order_seq_cst) != NULL)
            return true;
    return false;
}

/* Cores end a long nap (df__post_stir): first they change what is looked at here, then they look whether it is one. */
static void nap_long(void)
{
    uint32_t bell = atomic_load(&df__net.bell);
    atomic_store(&df__net.naps_long, true);
    if (!is_awaited() && !df__links_have_more())
        df__os_futex_wait_briefly(&df__net.bell, bell, df__net.nap_ns);
    atomic_store(&df__net.naps_long, false);
}

static uint32_t within(uint64_t ns, uint32_t most_ns)
{
    return ns < NAP_NS ? NAP_NS : ns < most_ns ? (uint32_t)ns : most_ns;
}

/* By the fastest link. */
static void choose_rest(void)
{
    df__net.awaited_nap_ns = NAP_MOST_NS;
    df__net.look_on_ns = 0;
    for (uint32_t i = 0; i < df__net.program->links_count; i++) {
        const df_link *link = &df__net.program->links[i];
        if (link->bytes == 0)
            continue;
        uint64_t bytes = link->bytes > NAP_BYTES ? link->bytes : NAP_BYTES;
        df__net.awaited_nap_ns = within(link->way_ns * NAP_BYTES / bytes, df__net.awaited_nap_ns);
        if (2 * link->way_ns > df__net.look_on_ns && 2 * link->way_ns <= LOOK_ON_MOST_NS)
            df__net.look_on_ns = 2 * link->way_ns;
    }
}

static void rest_awaited(void)
{
    uint64_t idle_ns = df__net.looked_ns - df__net.moved_ns;
    if (idle_ns < df__net.look_on_ns)
        df__os_pause();
    else
        df__post_nap(within(idle_ns / NAPS_IN_IDLE_TIME, df__net.awaited_nap_ns));
}

static void rest(bool has_moved)
{
    if (has_moved) {
        df__net.moved_ns = df__net.looked_ns;
        df__net.nap_ns = within(df__net.nap_ns / 2, NAP_MOST_NS);
    } else if (is_awaited())
        rest_awaited();
    else {
        nap_long();
        df__net.nap_ns = within(2 * (uint64_t)df__net.nap_ns, NAP_MOST_NS);
    }
}

void df__post_stir(void)
{
    if (!atomic_load_explicit(&df__net.naps_long, memory_order_seq_cst) ||
        !atomic_exchange(&df__net.naps_long, false))
        return;
    atomic_fetch_add(&df__net.bell, 1);
    df__os_futex_wake(&df__net.bell);
}

/* For the nodes at the other ends of links, and for the first one, which listens for all. */
static void listen(void)
{
    df__net.looked_ns = df__os_now_ns();
    for (uint32_t node = 0; node < df__net.nodes->count; node++)
        if (node != (uint32_t)df__net.rank && (node == 0 || df__net.rank == 0))
            df__net.heard_ns[node] = df__net.looked_ns;
    for (uint32_t i = 0; i < df__net.program->links_count; i++)
        df__net.heard_ns[df__net.program->links[i].peer] = df__net.looked_ns;
}

/* Before the links are open there is nothing to be told: notes wait. */
void df__post_carry(void)
{
    bool has_moved = false;
    if (atomic_load(&df__net.is_open)) {
        if (df__net.looked_ns == 0) {
            choose_rest();
            listen();
        }
        has_moved = df__notes_take();
        df__control_look();
        df__going_look();
        has_moved |= df__links_move();
    }
    rest(has_moved);
}

/* All nodes leave together: until then each serves the others. Who has no figures to tell yet will have them. */
static void end_mpi(void)
{
    MPI_Request request;
    int have_all = 0;
    while (atomic_load(&df__net.is_open) && !df__links_are_over())
        df__post_carry();
    atomic_store(&df__net.links_are_over, true);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (MPI_Test(&request, &have_all, MPI_STATUS_IGNORE), !have_all)
        df__post_carry();
    df__figures_serve();
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (MPI_Test(&request, &have_all, MPI_STATUS_IGNORE), !have_all)
        df__post_carry();
    while (!df__notes_are_sent())
        df__post_carry();
    df__notes_close();
    if (atomic_load(&df__net.is_open))
        df__links_close();
    MPI_Comm_free(&df__net.notes);
    if (!df__launcher_ends())
        MPI_Finalize();
}

static void post(void *argument)
{
    (void)argument;
    df__os_nap_exactly();
    bool runs = begin_mpi();
    atomic_store(&df__net.is_up, true);
    if (!runs)
        return;
    if (!first_goes_on()) {
        MPI_Comm_free(&df__net.notes);
        MPI_Finalize();
        return;
    }
    df__notes_open();
    while (!atomic_load(&df__net.is_closing))
        df__post_carry();
    if (df__net.status != DF__EXIT_DONE && !df__net.has_lived)
        MPI_Abort(MPI_COMM_WORLD,
                  df__net.status); /* others may be waiting for what this node has not begun */
    end_mpi();
}

/* --- what the runtime calls ---------------------------------------- */

static uint32_t threads_beside(void)
{
    return df__net.threads_beside;
}

static uint32_t node(void)
{
    return (uint32_t)df__net.rank;
}

static const char *node_name(void)
{
    return df__net.nodes->nodes[df__net.rank].name;
}

static const char *node_host(void)
{
    return df__net.nodes->nodes[df__net.rank].host;
}

static uint64_t zero_ns(void)
{
    return df__net.zero_ns;
}

static void tell_of_cpus(void)
{
    unsigned cores = df__net.program->cores, cpus = df__run()->cpus_count;
    if (cpus >= cores || df__run()->arguments.quiet)
        return;
    fprintf(stderr, "%s: node '%s' runs %u cores on %u CPU%s\n",
            df__net.nodes->nodes[df__net.rank].lacks_cores, node_name(), cores, cpus, cpus == 1 ? "" : "s");
    fprintf(stderr,
            "help: Launchers that bind processes to CPUs have --bind-to none; if the machine has no more, "
            "say so by 'cores' of the node.\n");
}

static bool may_read(int *status)
{
    if (df__net.rank == 0)
        return true;
    await(&df__net.is_read);
    *status = df__net.first_status;
    return *status == DF__HAS_NO_STATUS;
}

static void has_read(bool goes_on, int status)
{
    if (df__net.rank != 0 || atomic_load(&df__net.has_read))
        return;
    df__net.first_status = goes_on ? DF__HAS_NO_STATUS : status;
    atomic_store(&df__net.has_read, true);
}

static bool open(void)
{
    if (!df__links_open()) {
        fprintf(stderr, "error: there is no memory for the links between nodes\n");
        return false;
    }
    tell_of_cpus();
    df__net.timeout_ns = df__run()->arguments.peer_timeout_ns;
    df__net.told_end = df__run()->end_asked;
    atomic_store(&df__run()->shared.limits.signalled, true); /* so that core 0 tells of each pass */
    atomic_store(&df__net.is_open, true);
    return true;
}

static void take_turn(void)
{
    if (df__net.rank != 0)
        await(&df__net.turn);
}

static void give_turn(void)
{
    atomic_store(&df__net.gave_turn, true);
    await(&df__net.began);
}

static void take_turn_back(void)
{
    if (df__net.rank + 1 != (int)df__net.nodes->count)
        await(&df__net.turn_back);
}

static void give_turn_back(void)
{
    df__net.has_lived = true;
    atomic_store(&df__net.gave_turn_back, true);
    atomic_store(&df__net.is_closing, true);
    await(&df__net.links_are_over);
}

/* Where passes have stages, core 0 comes back to earlier ones in between. */
static void begin_pass(df_core *core)
{
    if (core->pass > atomic_load_explicit(&df__net.pass, memory_order_relaxed))
        atomic_store(&df__net.pass, core->pass);
    while (core->pass >= atomic_load(&df__net.hold))
        df__post_nap(NAP_NS);
}

const df__network_hooks df__network = {
    .may_read = may_read,
    .has_read = has_read,
    .open = open,
    .take_turn = take_turn,
    .give_turn = give_turn,
    .take_turn_back = take_turn_back,
    .give_turn_back = give_turn_back,
    .begin_pass = begin_pass,
    .stir = df__post_stir,
    .describe = df__links_describe,
    .tell_going = df__going_tell,
    .threads_beside = threads_beside,
    .node = node,
    .node_name = node_name,
    .node_host = node_host,
    .exchange = df__figures_exchange,
    .zero_ns = zero_ns,
};

int df_main_of_nodes(int argc, char **argv, const df_nodes *nodes)
{
    df__net.nodes = nodes;
    atomic_store(&df__net.hold, UINT64_MAX);
    df__net.heard_ns = calloc(nodes->count, sizeof *df__net.heard_ns);
    df__net.going_of = calloc(nodes->count, sizeof *df__net.going_of);
    df__net.has_answered = calloc(nodes->count, sizeof *df__net.has_answered);
    int error = df__net.heard_ns == NULL || df__net.going_of == NULL || df__net.has_answered == NULL
                    ? ENOMEM
                    : df__os_thread_start(&df__net.post, post, NULL);
    if (error != 0) {
        fprintf(stderr, "error: the thread for messages cannot be started: %s\n", strerror(error));
        return DF__EXIT_FAILED;
    }
    await(&df__net.is_up);
    int status = DF__EXIT_FAILED;
    if (df__net.problem == NULL) {
        df__net.program = nodes->programs[df__net.rank];
        status = df_main(argc, argv, df__net.program);
        has_read(false, status);
        df__net.status = status;
        atomic_store(&df__net.is_closing, true);
        atomic_store(&df__net.is_over, true);
    }
    df__os_thread_join(&df__net.post);
    free(df__net.heard_ns);
    free(df__net.going_of);
    free(df__net.has_answered);
    return status;
}
