/* SPDX-License-Identifier: Apache-2.0 */
/* The program's command line: flags of the runtime and NAME=VALUE options of the actors. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/internal.h"

enum { POISON_DEFAULT = 0xA5 };

static void print_usage(const df_program *program)
{
    printf("Usage: %s [-n N] [-q] [--json FILE]%s [NAME=VALUE]...\n\n", program->name,
           program->guard ? " [--poison BYTE]" : "");
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
    puts("  -h, --help     print this text\n"
         "  NAME=VALUE     an option that actors read with df_option(\"NAME\")");
}

/* Decimal digits, or 0x and hexadecimal ones; nothing else before, between or behind. */
static bool read_number(const char *text, uint64_t most, uint64_t *number)
{
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = is_hexadecimal ? text + 2 : text;
    if (*digits == '\0' ||
        strspn(digits, is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789") != strlen(digits))
        return false;
    errno = 0;
    *number = strtoull(digits, NULL, is_hexadecimal ? 16 : 10);
    return errno == 0 && *number <= most;
}

static bool complain(const df_program *program, const char *problem, const char *argument)
{
    fprintf(stderr, "error: %s: %s\n       `%s --help` lists what can be given\n", argument, problem,
            program->name);
    return false;
}

static bool read_flag(int flag, const char *given, const df_program *program, df__arguments *arguments)
{
    uint64_t number = 0;
    switch (flag) {
    case 'n':
        if (!read_number(optarg, UINT64_MAX, &arguments->iterations))
            return complain(program, "-n wants a number of iterations, 0 or more", optarg);
        return true;
    case 'j':
        arguments->json = optarg;
        return true;
    case 'q':
        arguments->quiet = true;
        return true;
    case 'p':
        if (!program->guard)
            return complain(program, "only a program compiled with --guard fills outputs", "--poison");
        if (!read_number(optarg, UINT8_MAX, &number))
            return complain(program, "--poison wants a byte, 0 to 255 or 0x00 to 0xFF", optarg);
        arguments->poison = (unsigned char)number;
        return true;
    case ':':
        return complain(program, "this flag wants a value", given);
    default:
        return complain(program, "there is no such flag", given);
    }
}

static bool read_assignments(int argc, char **argv, const df_program *program, df__arguments *arguments)
{
    for (int i = optind; i < argc; i++) {
        const char *equals = strchr(argv[i], '=');
        if (equals == NULL || equals == argv[i])
            return complain(program, "arguments other than flags are NAME=VALUE", argv[i]);
    }
    arguments->assignments = argv + optind;
    arguments->assignments_count = argc - optind;
    return true;
}

bool df__arguments_read(int argc, char **argv, const df_program *program, df__arguments *arguments,
                        int *status)
{
    static const struct option flags[] = {
        {"help", no_argument, NULL, 'h'},
        {"json", required_argument, NULL, 'j'},
        {"poison", required_argument, NULL, 'p'},
        {NULL, 0, NULL, 0},
    };
    *arguments = (df__arguments){
        .iterations = program->default_iterations == 0 ? UINT64_MAX : program->default_iterations,
        .poison = POISON_DEFAULT,
    };
    *status = DF__EXIT_USAGE;
    opterr = 0;
    for (;;) {
        const char *given = optind < argc ? argv[optind] : "";
        int flag = getopt_long(argc, argv, ":n:qh", flags, NULL);
        if (flag == -1)
            return read_assignments(argc, argv, program, arguments);
        if (flag == 'h') {
            print_usage(program);
            *status = DF__EXIT_DONE;
            return false;
        }
        if (!read_flag(flag, given, program, arguments))
            return false;
    }
}
