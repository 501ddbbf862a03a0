/* SPDX-License-Identifier: Apache-2.0 */
/* Values of live parameters as text: `gain=2`, `gain=2@1000`. */
#define _POSIX_C_SOURCE 200809L
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "df/live_state.h"

enum { TEXT_BYTES_MAX = 64 };

static bool is_integer(df_live_kind kind)
{
    return kind != DF_LIVE_FLOAT && kind != DF_LIVE_DOUBLE;
}

static uint64_t most_of(df_live_kind kind)
{
    static const uint64_t most[] = {
        [DF_LIVE_BOOL] = 1,
        [DF_LIVE_INT8] = INT8_MAX,
        [DF_LIVE_INT16] = INT16_MAX,
        [DF_LIVE_INT32] = INT32_MAX,
        [DF_LIVE_INT64] = INT64_MAX,
        [DF_LIVE_UINT8] = UINT8_MAX,
        [DF_LIVE_UINT16] = UINT16_MAX,
        [DF_LIVE_UINT32] = UINT32_MAX,
        [DF_LIVE_UINT64] = UINT64_MAX,
    };
    return most[kind];
}

/* Whole numbers lie in memory as their low bytes do, in the order of the machine. */
static void store_integer(uint64_t number, size_t bytes, void *place)
{
    uint8_t narrow = (uint8_t)number;
    uint16_t middle = (uint16_t)number;
    uint32_t wide = (uint32_t)number;
    const void *source = bytes == 1   ? (const void *)&narrow
                         : bytes == 2 ? (const void *)&middle
                         : bytes == 4 ? (const void *)&wide
                                      : (const void *)&number;
    df_copy_disjoint(place, source, bytes);
}

static bool read_integer(const df_live_parameter *parameter, const char *text, void *place)
{
    bool is_signed = parameter->kind >= DF_LIVE_INT8 && parameter->kind <= DF_LIVE_INT64;
    bool is_negative = is_signed && text[0] == '-';
    uint64_t most = most_of(parameter->kind) + (is_negative ? 1 : 0), number;
    if (!df__number_read(text + is_negative, most, &number))
        return false;
    store_integer(is_negative ? 0 - number : number, parameter->bytes, place);
    return true;
}

/* In every locale of the process a point stands before decimals. */
static bool read_float(const df_live_parameter *parameter, const char *text, void *place)
{
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0), before = uselocale(plain);
    char *end;
    double wide = strtod(text, &end);
    float narrow = strtof(text, NULL);
    uselocale(before);
    freelocale(plain);
    if (end == text || *end != '\0' || !isfinite(wide))
        return false;
    if (parameter->kind == DF_LIVE_DOUBLE)
        df_copy_disjoint(place, &wide, sizeof wide);
    else
        df_copy_disjoint(place, &narrow, sizeof narrow);
    return parameter->kind == DF_LIVE_DOUBLE || isfinite(narrow);
}

static bool read_value(const df_live_parameter *parameter, const char *text, void *place)
{
    if (!is_integer(parameter->kind))
        return read_float(parameter, text, place);
    if (parameter->kind == DF_LIVE_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) {
        store_integer(text[0] == 't', 1, place);
        return true;
    }
    return read_integer(parameter, text, place);
}

static const char *type_name(df_live_kind kind)
{
    static const char *const names[] = {
        [DF_LIVE_BOOL] = "bool",     [DF_LIVE_INT8] = "int8",     [DF_LIVE_INT16] = "int16",
        [DF_LIVE_INT32] = "int32",   [DF_LIVE_INT64] = "int64",   [DF_LIVE_UINT8] = "uint8",
        [DF_LIVE_UINT16] = "uint16", [DF_LIVE_UINT32] = "uint32", [DF_LIVE_UINT64] = "uint64",
        [DF_LIVE_FLOAT] = "float",   [DF_LIVE_DOUBLE] = "double",
    };
    return names[kind];
}

static const df_live_parameter *named(const df_live_table *table, const char *name, size_t length)
{
    for (uint32_t i = 0; i < table->count; i++)
        if (strlen(table->parameters[i].name) == length &&
            strncmp(table->parameters[i].name, name, length) == 0)
            return &table->parameters[i];
    return NULL;
}

bool df__live_read(const df_live_table *table, const char *assignment, void *record, uint64_t *mask,
                   uint64_t *from, char *problem, size_t problem_bytes)
{
    size_t length = strcspn(assignment, "=");
    const df_live_parameter *parameter = named(table, assignment, length);
    *mask = 0;
    *from = UINT64_MAX;
    if (parameter == NULL || assignment[length] != '=')
        return true;
    const char *value = assignment + length + 1, *at = strchr(value, '@');
    size_t bytes = at == NULL ? strlen(value) : (size_t)(at - value);
    char text[TEXT_BYTES_MAX] = "";
    if (bytes < sizeof text)
        df_copy_disjoint(text, value, bytes);
    if (!read_value(parameter, text, (char *)record + parameter->offset_bytes)) {
        snprintf(problem, problem_bytes, "this is not a value of type %s", type_name(parameter->kind));
        return false;
    }
    if (at != NULL && !df__number_read(at + 1, UINT64_MAX - 1, from)) {
        snprintf(problem, problem_bytes, "behind the @ stands the number of an iteration");
        return false;
    }
    *mask = UINT64_C(1) << (parameter - table->parameters);
    return true;
}
