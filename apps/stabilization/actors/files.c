/* SPDX-License-Identifier: Apache-2.0 */
#include "files.h"

#include <df/df.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define DEGREES (180 / 3.14159265358979323846)

static _Noreturn void give_up(struct new_file *file)
{
    int reason = errno;
    if (file->file != NULL)
        fclose(file->file);
    file->file = NULL;
    if (file->part_name[0] != '\0')
        remove(file->part_name);
    df_fail("cannot write %s: %s", file->name, strerror(reason));
}

/* Renaming would put a file where a device or a pipe was. */
static int is_special(const char *name)
{
    struct stat status;
    return stat(name, &status) == 0 && !S_ISREG(status.st_mode);
}

void file_begin(struct new_file *file, const char *name)
{
    file->name = name;
    file->part_name[0] = '\0';
    if (!is_special(name) &&
        snprintf(file->part_name, sizeof file->part_name, "%s.part", name) >= (int)sizeof file->part_name)
        df_fail("the name %.40s... is too long", name);
    file->file = fopen(file->part_name[0] != '\0' ? file->part_name : name, "wb");
    if (file->file == NULL)
        df_fail("cannot create %s: %s", name, strerror(errno));
}

void file_append(struct new_file *file, const void *bytes, size_t size_bytes)
{
    if (fwrite(bytes, 1, size_bytes, file->file) != size_bytes)
        give_up(file);
}

void file_append_pose(struct new_file *file, const struct pose *pose)
{
    const double one = (double)ONE;
    if (fprintf(file->file, " %.4f %.4f %.5f", (double)pose->x / one, (double)pose->y / one,
                (double)pose->roll / one * DEGREES) < 0)
        give_up(file);
}

int file_finish(struct new_file *file)
{
    FILE *open = file->file;
    if (open == NULL)
        return 0;
    file->file = NULL;
    if (fclose(open) != 0 || (file->part_name[0] != '\0' && rename(file->part_name, file->name) != 0))
        give_up(file);
    return 1;
}

int64_t number_option(const char *name, int64_t otherwise)
{
    const char *text = df_option(name);
    if (text == NULL)
        return otherwise;
    char *rest;
    errno = 0;
    long long number = strtoll(text, &rest, 10);
    if (errno != 0 || rest == text || *rest != '\0' || number < 0)
        df_fail("%s=%s: give a whole number, 0 or more", name, text);
    return number;
}
