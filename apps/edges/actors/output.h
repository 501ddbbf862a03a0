/* SPDX-License-Identifier: Apache-2.0 */
/* What reader and writer share: grey planes, and files that take their final name only when complete. */
#ifndef EDGES_OUTPUT_H
#define EDGES_OUTPUT_H

#include "edges.h"

/* size_bytes bytes of the chroma value that means grey; fails the program where there is no memory. */
uint8_t *grey_bytes(size_t size_bytes);
/* Starts the file NAME as NAME.part, or opens the device or pipe NAME; fails the program on an error. */
void output_begin(struct output_file *output, const char *name);
/* Appends size_bytes bytes; on an error drops the unfinished file and fails the program. */
void output_append(struct output_file *output, const uint8_t *bytes, size_t size_bytes);
/* Closes the file and renames it; does nothing where none was begun. */
void output_finish(struct output_file *output);
/* Releases the names; to be called last. */
void output_forget(struct output_file *output);

#endif
