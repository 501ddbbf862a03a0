/* SPDX-License-Identifier: Apache-2.0 */
/* What programs write into the files of their figures. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "df/internal.h"
#include "df/parts.h"

/* Actors may have called setlocale, after which "%f" prints the point of the user's language. */
void df__write_fixed(FILE *file, double value, unsigned decimals)
{
    uint64_t scale = 1;
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    uint64_t whole = (uint64_t)value;
    uint64_t parts = (uint64_t)((value - (double)whole) * (double)scale + 0.5);
    fprintf(file, "%" PRIu64 ".%0*" PRIu64, whole + parts / scale, (int)decimals, parts % scale);
}

void df__write_text(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text != '\0'; text++) {
        unsigned char letter = (unsigned char)*text;
        if (letter == '"' || letter == '\\')
            fprintf(file, "\\%c", letter);
        else if (letter < ' ')
            fprintf(file, "\\u%04x", letter);
        else
            fputc(letter, file);
    }
    fputc('"', file);
}

static void tell_unwritable(const char *path, const char *what, int error)
{
    fprintf(stderr, "error: %s: the %s cannot be written: %s\n", path, what, strerror(error));
}

bool df__output_open(const char *path, const char *what, df__output *output)
{
    *output = (df__output){.path = path, .what = what};
    if (df__hands_on())
        output->file = df__os_text_file(&output->text, &output->bytes);
    else {
        output->file = fopen(path, "wx");
        output->is_new = output->file != NULL;
        if (!output->is_new)
            output->file = fopen(path, "w");
    }
    if (output->file == NULL)
        tell_unwritable(path, what, errno);
    return output->file != NULL;
}

bool df__output_is_same(const df__output *one, const df__output *other)
{
    return one->file != NULL && other->file != NULL && df__os_is_saved_as(one->file, other->path);
}

/* Its name may be another file's by now. */
static bool may_remove(const df__output *output)
{
    return output->is_new && df__os_is_saved_as(output->file, output->path);
}

void df__output_drop(df__output *output)
{
    bool removes = may_remove(output);
    fclose(output->file);
    output->file = NULL;
    if (removes)
        remove(output->path);
}

bool df__output_end(df__output *output)
{
    bool removes = may_remove(output);
    int error = df__end_file(output->file);
    output->file = NULL;
    if (error == 0)
        return true;
    tell_unwritable(output->path, output->what, error);
    if (removes)
        remove(output->path);
    return false;
}

/* The error of an earlier write is known by the mark that it has left; what it was, the next attempt tells in most cases. */
int df__end_file(FILE *file)
{
    bool failed = ferror(file) != 0;
    errno = 0;
    if ((file == stdout ? fflush(file) : fclose(file)) != 0)
        failed = true;
    return !failed ? 0 : errno != 0 ? errno : EIO;
}
