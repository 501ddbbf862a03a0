/* SPDX-License-Identifier: Apache-2.0 */
/* The OS layer for files of the user (df/os_file.h) on Linux: their ends, and the parts that become files then. */
#define _GNU_SOURCE
#include "df/os_file.h"

#include "df/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_folder_of(const char *path, int *file)
{
    char *folder = strdup(path);
    if (folder == NULL)
        return ENOMEM;
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder] = '\0';
    *file = open(slash == NULL ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return *file < 0 ? errno : 0;
}

int df__os_part_rename(const char *part, const char *target, bool durable, int *not_durable)
{
    int folder = -1, error = durable ? open_folder_of(target, &folder) : 0;
    *not_durable = 0;
    if (error == 0 && rename(part, target) != 0)
        error = errno;
    if (folder < 0)
        return error;
    if (error == 0)
        *not_durable = df__os_sync(folder);
    close(folder);
    return error;
}

void df__os_part_remove(const char *part)
{
    unlink(part);
}

int df__os_part_cut(int file, uint64_t bytes)
{
    while (ftruncate(file, (off_t)bytes) != 0)
        if (errno != EINTR)
            return errno;
    return 0;
}

/* A disk without so much room gives what it has before it says so. */
void df__os_part_allocate(int file, uint64_t bytes)
{
    if (fallocate(file, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes) != 0)
        (void)df__os_part_cut(file, 0);
}

/* What cannot be synchronised, as a pipe, has nothing to keep. */
int df__os_sync(int file)
{
    while (fsync(file) != 0)
        if (errno != EINTR)
            return errno == EINVAL || errno == EROFS ? 0 : errno;
    return 0;
}

/* Linux has closed the file also where it says that it was interrupted. */
int df__os_close(int file)
{
    return close(file) == 0 || errno == EINTR ? 0 : errno;
}
