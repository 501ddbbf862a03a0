/* SPDX-License-Identifier: Apache-2.0 */
#include "output.h"

#include <df/df.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { GREY = 128 };

uint8_t *grey_bytes(size_t size_bytes)
{
    uint8_t *bytes = malloc(size_bytes);
    if (bytes == NULL)
        df_fail("no memory for %zu bytes of a frame", size_bytes);
    memset(bytes, GREY, size_bytes);
    return bytes;
}

static char *joined(const char *head, const char *tail)
{
    size_t size_bytes = strlen(head) + strlen(tail) + 1;
    char *text = malloc(size_bytes);
    if (text == NULL)
        df_fail("no memory for the name of %s", head);
    snprintf(text, size_bytes, "%s%s", head, tail);
    return text;
}

static _Noreturn void abandon(struct output_file *output)
{
    int error = errno;
    if (output->file != NULL)
        fclose(output->file);
    output->file = NULL;
    if (output->temporary_name != NULL)
        remove(output->temporary_name);
    df_fail("cannot write %s: %s", output->name, strerror(error));
}

/* A device or a pipe must be written itself: a renamed file would take its place. */
static int must_be_written_in_place(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode);
}

void output_begin(struct output_file *output, const char *name)
{
    output->name = joined(name, "");
    if (!must_be_written_in_place(name))
        output->temporary_name = joined(name, ".part");
    const char *opened = output->temporary_name != NULL ? output->temporary_name : name;
    output->file = fopen(opened, "wb");
    if (output->file == NULL)
        df_fail("cannot create %s: %s", opened, strerror(errno));
}

void output_append(struct output_file *output, const uint8_t *bytes, size_t size_bytes)
{
    if (fwrite(bytes, 1, size_bytes, output->file) != size_bytes)
        abandon(output);
}

void output_finish(struct output_file *output)
{
    FILE *file = output->file;
    if (file == NULL)
        return;
    output->file = NULL;
    if (fclose(file) != 0)
        abandon(output);
    if (output->temporary_name != NULL && rename(output->temporary_name, output->name) != 0)
        abandon(output);
}

void output_forget(struct output_file *output)
{
    free(output->name);
    free(output->temporary_name);
}
