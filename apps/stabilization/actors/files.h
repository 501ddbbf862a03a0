/* SPDX-License-Identifier: Apache-2.0 */
/* Files that appear complete or not at all. Every function ends the program with a message on an error. */
#ifndef STABILIZATION_FILES_H
#define STABILIZATION_FILES_H

#include <stdio.h>

#include "pose.h"

enum { FILE_NAME_ROOM = 4096 };

struct new_file {
    FILE *file; /* NULL: none is open */
    const char *name;
    char part_name[FILE_NAME_ROOM]; /* where it grows until it is complete; empty: in its place */
};

/* Begins the file; the name must live until it is finished. A device or a pipe is written in its place. */
void file_begin(struct new_file *file, const char *name);
void file_append(struct new_file *file, const void *bytes, size_t size_bytes);
/* Appends " x y roll" in pixels and degrees. */
void file_append_pose(struct new_file *file, const struct pose *pose);
/* Gives the file its name. Returns 0, and does nothing, where none is open. */
int file_finish(struct new_file *file);

/* The option NAME= as a whole number of at least 0, or otherwise where it is absent. */
int64_t number_option(const char *name, int64_t otherwise);

#endif
