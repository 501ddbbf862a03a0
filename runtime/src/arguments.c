/* SPDX-License-Identifier: Apache-2.0 */
/* The program's command line: flags of the runtime and NAME=VALUE options of the actors. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"
#include "df/live.h"
#include "df/parts.h"

static const uint64_t PEER_TIMEOUT_NS_DEFAULT = 10000000000;

enum { POISON_DEFAULT = 0xA5, TRACE_EVENTS_DEFAULT = 65536, TRACE_EVENTS_MAX = 1 << 28 };

/* As it is started: on several nodes each has a program of another name. */
static const char *command = "";

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Those that the compiler has seen in the actors, and live parameters. */
static void print_options(const df_program *program)
{
    const char *before = "\n                 Here: ";
    for (const char *const *name = program->options; name != NULL && *name != NULL; name++) {
        printf("%s%s=", before, *name);
        before = ", ";
    }
    for (uint32_t i = 0; program->live != NULL && i < program->live->count; i++) {
        printf("%s%s=", before, program->live->parameters[i].name);
        before = ", ";
    }
    puts("");
}

static void print_usage(const df_program *program)
{
    printf("Usage: %s [OPTION]... [NAME=VALUE]...\n\n", command);
    if (program->default_iterations == 0)
        puts("  -n N           run N iterations of the graph (default: until an actor or Ctrl-C ends it)");
    else
        printf("  -n N           run N iterations of the graph (default: %" PRIu64 ")\n",
               program->default_iterations);
    puts("  --json FILE    write the figures of the run to FILE; - is the standard output\n"
         "  -q             print no warnings");
    if (program->guard)
        printf("  --poison BYTE  fill outputs with this value before each firing (default: 0x%X)\n",
               POISON_DEFAULT);
    if (program->trace != NULL)
        printf("  --trace FILE   write what happened, for chrome://tracing or ui.perfetto.dev\n"
               "  --profile FILE write what took the time, for dfgen\n"
               "  --trace-events N  keep the last N events of each core (default: %d)\n",
               TRACE_EVENTS_DEFAULT);
    if (&df__network != NULL)
        puts("  --peer-timeout TIME  end when a node gives no sign of life for so long (default: 10s)");
    if (program->live != NULL)
        puts("  --control      let `dfgen set` of this user set live parameters while it runs");
    puts("  --watchdog TIME  end when nothing happens for so long, such as 5s or 500ms (0s: never)\n"
         "  -h, --help     print this text");
    printf("  NAME=VALUE     an option that actors read, a file, or a live parameter");
    print_options(program);
    df__environment_print();
}

/* A whole number and its unit. */
static bool read_time(const char *text, uint64_t *time_ns)
{
    static const struct {
        const char *name;
        uint64_t ns;
    } units[] = {{"ms", 1000000}, {"s", 1000000000}, {"min", 60000000000}};
    char digits[16] = "";
    size_t length = strspn(text, "0123456789");
    uint64_t number;
    if (length == 0 || length >= sizeof digits)
        return false;
    df_copy_disjoint(digits, text, length);
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(text + length, units[i].name) != 0 || !df__number_read(digits, UINT32_MAX, &number))
            continue;
        *time_ns = number * units[i].ns;
        return true;
    }
    return false;
}

static bool complain(const char *problem, const char *argument)
{
    fprintf(stderr, "error: %s: %s\n       `%s --help` lists what can be given\n", argument, problem,
            command);
    return false;
}

static bool read_trace_flag(int flag, const df_program *program, df__arguments *arguments)
{
    const char *name = flag == 't' ? "--trace" : flag == 'f' ? "--profile" : "--trace-events";
    if (program->trace == NULL)
        return complain("only a program compiled with --trace knows what happens", name);
    if (flag != 'e' && strcmp(optarg, "-") == 0)
        return complain("name a file: the standard output is the actors'", name);
    if (flag == 't')
        arguments->trace = optarg;
    else if (flag == 'f')
        arguments->profile = optarg;
    else if (!df__number_read(optarg, TRACE_EVENTS_MAX, &arguments->trace_events))
        return complain("--trace-events wants a number of events", optarg);
    return true;
}

static bool read_flag(int flag, const char *given, const df_program *program, df__arguments *arguments)
{
    uint64_t number = 0;
    switch (flag) {
    case 't':
    case 'f':
    case 'e':
        return read_trace_flag(flag, program, arguments);
    case 'w':
        if (!read_time(optarg, &arguments->watchdog_ns))
            return complain("--watchdog wants a time such as 5s or 500ms", optarg);
        return true;
    case 'g':
        if (&df__network == NULL)
            return complain("only a program that runs on several nodes has peers", "--peer-timeout");
        if (!read_time(optarg, &arguments->peer_timeout_ns) || arguments->peer_timeout_ns == 0)
            return complain("--peer-timeout wants a time such as 5s or 500ms", optarg);
        return true;
    case 'c':
        if (program->live == NULL)
            return complain("the graph has no live parameters", "--control");
        arguments->control = true;
        return true;
    case 'n':
        if (!df__number_read(optarg, UINT64_MAX, &arguments->iterations))
            return complain("-n wants a number of iterations, 0 to 18446744073709551615", optarg);
        return true;
    case 'j':
        arguments->json = optarg;
        return true;
    case 'q':
        arguments->quiet = true;
        return true;
    case 'p':
        if (!program->guard)
            return complain("only a program compiled with --guard fills outputs", "--poison");
        if (!df__number_read(optarg, UINT8_MAX, &number))
            return complain("--poison wants a byte, 0 to 255 or 0x00 to 0xFF", optarg);
        arguments->poison = (unsigned char)number;
        return true;
    case ':':
        return complain("this flag wants a value", given);
    default:
        return complain("there is no such flag", given);
    }
}

static bool read_assignments(int argc, char **argv, df__arguments *arguments)
{
    for (int i = optind; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (equals == NULL || equals == argv[i])
            return complain("arguments other than flags are NAME=VALUE", argv[i]);
    }
    arguments->assignments = argv + optind;
    arguments->assignments_count = argc - optind;
    return true;
}

bool df__arguments_read(int argc, char **argv, const df_program *program, df__arguments *arguments,
                        int *status)
{
    static const struct option flags[] = {
        {"control", no_argument, NULL, 'c'},
        {"help", no_argument, NULL, 'h'},
        {"json", required_argument, NULL, 'j'},
        {"poison", required_argument, NULL, 'p'},
        {"profile", required_argument, NULL, 'f'},
        {"trace", required_argument, NULL, 't'},
        {"trace-events", required_argument, NULL, 'e'},
        {"watchdog", required_argument, NULL, 'w'},
        {"peer-timeout", required_argument, NULL, 'g'},
        {NULL, 0, NULL, 0},
    };
    *arguments = (df__arguments){
        .iterations = program->default_iterations == 0 ? UINT64_MAX : program->default_iterations,
        .poison = POISON_DEFAULT,
        .trace_events = TRACE_EVENTS_DEFAULT,
        .watchdog_ns = program->watchdog_ns,
        .peer_timeout_ns = PEER_TIMEOUT_NS_DEFAULT,
    };
    *status = DF__EXIT_USAGE;
    command = name_of(argc > 0 ? argv[0] : program->name);
    opterr = 0;
    for (;;) {
        const char *given = optind < argc ? argv[optind] : "";
        int flag = getopt_long(argc, argv, ":n:qh", flags, NULL);
        if (flag == -1)
            return read_assignments(argc, argv, arguments);
        if (flag == 'h') {
            print_usage(program);
            *status = DF__EXIT_DONE;
            return false;
        }
        if (!read_flag(flag, given, program, arguments))
            return false;
    }
}
