/* SPDX-License-Identifier: Apache-2.0 */
/* The recorder of memory accesses (`dfgen explore`). Only programs generated for it have runtime/record; the others have
 * nothing of this. Their actors are compiled with -fsanitize=thread, so that each access calls a function __tsan_*, which
 * the recorder defines: no library of the sanitizer is linked. */
#ifndef DF_RECORD_H
#define DF_RECORD_H

#include <stddef.h>
#include <stdint.h>

#include "df/program.h"

/* The windows of the firing that comes next, by their place among the actor's ports; behind these its state. */
void df_record_window(df_core *core, uint32_t number, const void *start, size_t bytes);

/* Around the call of the actor's function. */
void df_record_begin(df_core *core);
void df_record_end(df_core *core);

#endif
