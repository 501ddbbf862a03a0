/* SPDX-License-Identifier: Apache-2.0 */
/* A ring of cores: in each pass a core writes random pieces, gives them to an engine that copies them to the next core,
 * and checks what it got from the core before. Each piece is published by itself, so order matters.
 *
 * CORES, DEPTH (slots), PIECES (a pass), BYTES (of a piece at most, FIXED: always), SEED; ENGINE, MIN and CHUNK bytes.
 * LANES, ENTRIES and PLACE of the engine; CUT_MIN, CUT_CHUNK and CUT_HINTS of each copy.
 * FIRST is an engine that the program has, too, and does not use, with the options of the other one if ALIKE. SYNC waits for the engine on the spot; EARLY changes
 * the source before the engine is known to be done with it; UNAWAITED gives all and waits for nothing; OVERLAP gives
 * windows that overlap, OUTSIDE windows that no engine reaches; FAIL_AT and STOP_AT end the program with copies in flight,
 * TRAP_AT the context of the GPU; from NO_CONTEXT_AT on the cores' threads have no context of it. */
#include "check.h"
#include "gpu_trap.h"
#include "offload_engines.h"

enum { CORES_MAX = 8, DEPTH_MAX = 4 };

static uint32_t cores;
static uint64_t depth;
static uint64_t pieces;
static size_t bytes_max;
static bool fixed_bytes;
static bool sync_mode;
static bool early;
static bool unawaited;
static bool overlap;
static bool outside;
static uint64_t fail_at;
static uint64_t stop_at;
static uint64_t trap_at;
static uint64_t no_context_at;
static uint64_t seed;
static uint32_t engine;
static df_cut cut;

/* What one core sends to the next. */
static struct {
    size_t source_at; /* in the arena: slot by slot, piece by piece */
    size_t target_at;
    unsigned char *source;
    unsigned char *target;
    unsigned char *expected; /* of the core that checks */
    df_counter arrived;      /* pieces, set by the engine */
    df_counter released;     /* passes, set by the core that checks */
    df_gate arrived_for_reader;
    df_gate arrived_for_writer;
    df_gate released_for_writer;
    uint64_t checked;
} fifos[CORES_MAX];

static uint64_t scramble(uint64_t value)
{
    value = (value ^ (value >> 31)) * 0x9E3779B97F4A7C15u;
    value = (value ^ (value >> 29)) * 0xBF58476D1CE4E5B9u;
    return value ^ (value >> 32);
}

static uint64_t piece_seed(uint32_t fifo, uint64_t pass, uint64_t piece)
{
    return scramble(seed + scramble(fifo + scramble(pass * pieces + piece)));
}

/* Small ones, large ones, none at all. */
static size_t piece_bytes(uint32_t fifo, uint64_t pass, uint64_t piece)
{
    uint64_t dice = piece_seed(fifo, pass, piece);
    if (fixed_bytes)
        return bytes_max;
    return (dice & 3) == 0 ? (dice >> 8) % 64 : (dice >> 8) % (bytes_max + 1);
}

static void write_piece(unsigned char *piece, uint64_t first, size_t bytes)
{
    uint64_t word = first;
    for (size_t i = 0; i < bytes; i++) {
        if (i % 64 == 0)
            word = scramble(word + i);
        piece[i] = (unsigned char)(word >> (i % 8 * 8));
    }
}

static size_t piece_at(uint64_t pass, uint64_t piece)
{
    return ((pass % depth) * pieces + piece) * bytes_max;
}

/* The slot of this pass was read by the engine and, at the other end, by the next core. */
static bool wait_for_slot(df_core *core, uint32_t fifo, uint64_t pass)
{
    uint64_t passes_back = pass < depth ? 0 : pass + 1 - depth;
    if (unawaited)
        return true;
    if (!df_wait(core, &fifos[fifo].arrived_for_writer, passes_back * pieces))
        return false;
    return df_wait(core, &fifos[fifo].released_for_writer, passes_back);
}

static bool send(df_core *core, uint32_t fifo, uint64_t pass)
{
    for (uint64_t k = 0; k < pieces; k++) {
        size_t at = piece_at(pass, k);
        size_t bytes = piece_bytes(fifo, pass, k);
        unsigned char *source = fifos[fifo].source + at;
        write_piece(source, piece_seed(fifo, pass, k), bytes);
        df_offload_copy_cut(core, engine, &cut, overlap ? source + 1 : fifos[fifo].target + at, source,
                            bytes);
        if (pass == fail_at && k == pieces / 2)
            df_fail("in flight");
        if (fifo == 0 && pass == trap_at && k == pieces / 2)
            trap_gpu();
        if (!sync_mode)
            df_offload_publish(core, engine, &fifos[fifo].arrived, pass * pieces + k + 1);
        else if (df_offload_finish(core, engine))
            df_publish(core, &fifos[fifo].arrived, pass * pieces + k + 1);
        else
            return false;
        if (early && bytes > 0)
            source[0]++;
    }
    return true;
}

static bool receive(df_core *core, uint32_t fifo, uint64_t pass)
{
    for (uint64_t k = 0; k < pieces; k++) {
        size_t bytes = piece_bytes(fifo, pass, k);
        if (!df_wait(core, &fifos[fifo].arrived_for_reader, pass * pieces + k + 1))
            return false;
        write_piece(fifos[fifo].expected, piece_seed(fifo, pass, k), bytes);
        CHECK(early || memcmp(fifos[fifo].expected, fifos[fifo].target + piece_at(pass, k), bytes) == 0);
        fifos[fifo].checked++;
    }
    df_publish(core, &fifos[fifo].released, pass + 1);
    return true;
}

static const df_actor actors[CORES_MAX];

static void run_core(df_core *core)
{
    uint32_t to = core->index;
    uint32_t from = (core->index + cores - 1) % cores;
    for (uint64_t pass = 0; df_core_continues(core, pass); pass++) {
        core->actor = &actors[core->index == 0 ? 0 : 1];
        core->firing = core->iteration = pass;
        if (pass == no_context_at)
            choose_no_context();
        if (!wait_for_slot(core, to, pass) || !send(core, to, pass))
            return;
        if (!unawaited && !receive(core, from, pass))
            return;
        if (core->index == 0 && pass == stop_at)
            df_stop();
    }
}

/* Buffers start on a cache line. With `outside`, they lie out of the engine's reach. */
static size_t buffer_bytes(void)
{
    return (depth * pieces * bytes_max + 1 + 63) / 64 * 64;
}

static void place_buffers(char *arena)
{
    for (uint32_t i = 0; i < cores; i++) {
        fifos[i].source = outside ? calloc(1, buffer_bytes()) : (unsigned char *)arena + fifos[i].source_at;
        fifos[i].target = outside ? calloc(1, buffer_bytes()) : (unsigned char *)arena + fifos[i].target_at;
        CHECK(fifos[i].source != NULL && fifos[i].target != NULL);
    }
}

static void connect_core(uint32_t index)
{
    uint32_t reader = (index + 1) % cores;
    fifos[index].source_at = 2 * index * buffer_bytes();
    fifos[index].target_at = (2 * index + 1) * buffer_bytes();
    fifos[index].expected = calloc(1, bytes_max + 1);
    CHECK(fifos[index].expected != NULL);
    fifos[index].arrived.waiters = (uint64_t)1 << index | (uint64_t)1 << reader;
    fifos[index].released.waiters = (uint64_t)1 << index;
    fifos[index].arrived_for_reader =
        (df_gate){.counter = &fifos[index].arrived, .fifo = "arrived", .peer = index};
    fifos[index].arrived_for_writer =
        (df_gate){.counter = &fifos[index].arrived, .fifo = "arrived", .peer = index};
    fifos[index].released_for_writer =
        (df_gate){.counter = &fifos[index].released, .fifo = "released", .peer = reader};
}

/* After an orderly end all has arrived, whether or not somebody waited for it: the cores have left, the arena is there
 * yet. */
static void check_unawaited(df_core *core)
{
    if (no_context_at <= core->pass)
        check_no_context();
    for (uint32_t i = 0; i < cores && unawaited; i++) {
        CHECK(memcmp(fifos[i].source, fifos[i].target, depth * pieces * bytes_max) == 0);
        CHECK(atomic_load(&fifos[i].arrived.value) % pieces == 0);
    }
}

static const df_actor actors[CORES_MAX] = {
    {.name = "a", .place = "offload.sdf:1:5", .core = 0, .stops = true, .end = check_unawaited},
    {.name = "b", .place = "offload.sdf:2:5", .core = 1},
};

static uint64_t count_pieces(void)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < cores; i++) {
        all += unawaited ? atomic_load(&fifos[i].arrived.value) : fifos[i].checked;
        free(fifos[i].expected);
        free(outside ? fifos[i].source : NULL);
        free(outside ? fifos[i].target : NULL);
    }
    return all;
}

int main(int argc, char **argv)
{
    static void (*run[CORES_MAX])(df_core *);
    cores = (uint32_t)shape("CORES", 2);
    depth = shape("DEPTH", 2);
    pieces = shape("PIECES", 3);
    bytes_max = (size_t)shape("BYTES", 50000);
    fixed_bytes = shape("FIXED", 0) != 0;
    sync_mode = shape("SYNC", 0) != 0;
    early = shape("EARLY", 0) != 0;
    unawaited = shape("UNAWAITED", 0) != 0;
    overlap = shape("OVERLAP", 0) != 0;
    outside = shape("OUTSIDE", 0) != 0;
    fail_at = shape("FAIL_AT", UINT64_MAX);
    stop_at = shape("STOP_AT", UINT64_MAX);
    trap_at = shape("TRAP_AT", UINT64_MAX);
    no_context_at = shape("NO_CONTEXT_AT", UINT64_MAX);
    seed = shape("SEED", 1);
    cut = (df_cut){.min_bytes = (size_t)shape("CUT_MIN", 0),
                   .chunk_bytes = (size_t)shape("CUT_CHUNK", 0),
                   .hints = (uint8_t)shape("CUT_HINTS", DF_HINT_NONE)};
    CHECK(cores <= CORES_MAX && depth <= DEPTH_MAX);
    for (uint32_t i = 0; i < cores; i++) {
        run[i] = run_core;
        connect_core(i);
    }
    df_engine_use uses[2] = {{.engine = test_engine(getenv("FIRST")),
                              .options = shape("ALIKE", 0) != 0 ? device_options() : NULL}};
    engine = getenv("FIRST") == NULL ? 0 : 1;
    uses[engine] = (df_engine_use){.engine = test_engine(getenv("ENGINE")),
                                   .min_bytes = (size_t)shape("MIN", 0),
                                   .chunk_bytes = (size_t)shape("CHUNK", 0),
                                   .lanes = (uint32_t)shape("LANES", 0),
                                   .place = (df_place)shape("PLACE", DF_PLACE_ANY),
                                   .entries = (uint32_t)shape("ENTRIES", 0),
                                   .options = device_options()};
    df_program program = {
        .abi = DF_RUNTIME_ABI,
        .name = "offload",
        .cores = cores,
        .iterations_per_pass = 1,
        .depth_passes = cores,
        .arena_bytes = 2 * cores * buffer_bytes(),
        .fill = place_buffers,
        .actors = actors,
        .actors_count = cores < 2 ? cores : 2,
        .run = run,
        .default_iterations = 100,
        .engines = uses,
        .engines_count = engine + 1,
    };
    int status = df_main(argc, argv, &program);
    printf("pieces %" PRIu64 "\n", count_pieces());
    return status;
}
