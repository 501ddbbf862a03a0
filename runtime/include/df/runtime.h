/* SPDX-License-Identifier: Apache-2.0 */
/* Everything that generated code needs. Generated code checks DF_RUNTIME_ABI with #if and #error. */
#ifndef DF_RUNTIME_H
#define DF_RUNTIME_H

#define DF_RUNTIME_ABI 1

#include "df/copy.h"
#include "df/counter.h"
#include "df/df.h"
#include "df/engine.h"
#include "df/helped.h"
#include "df/offload.h"
#include "df/own.h"
#include "df/pace.h"
#include "df/program.h"
#include "df/record.h"
#include "df/trace.h"
#include "df/transfer.h"
#include "df/trips.h"
#include "df/view.h"

#define DF_GUARD_WINDOWS_MAX 64

/* Guard mode only (src/guard.c). Tells the window of one port before the firing: index counts up from 0
 * within the firing, after core->actor and core->firing were set. More than DF_GUARD_WINDOWS_MAX windows are
 * not recorded. */
void df_guard_window(df_core *core, uint32_t index, const char *port, const void *window, size_t bytes,
                     bool read_only);

/* Guard mode only: the firing has returned and its windows are about to be released. The thread sanitizer
 * then reports a release that was published too early. */
void df_guard_done(df_core *core);

/* Guard mode only: fills an output window with the poison byte (`--poison`), so that unwritten bytes show. */
void df_guard_poison(void *window, size_t bytes);

#endif
