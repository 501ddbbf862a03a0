/* SPDX-License-Identifier: Apache-2.0 */
/* What programs write into the files of their figures. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "df/internal.h"

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

/* The error of an earlier write is known by the mark that it has left; what it was, the next attempt tells in most cases. */
int df__end_file(FILE *file)
{
    bool failed = ferror(file) != 0;
    errno = 0;
    if ((file == stdout ? fflush(file) : fclose(file)) != 0)
        failed = true;
    return !failed ? 0 : errno != 0 ? errno : EIO;
}
