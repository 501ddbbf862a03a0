/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the copy thread: the copy thread with faults around it. The build puts the thread's own source before this,
 * under the name `df_engine_thread_inside`. */
#include "faulty_engine.h"

static __attribute__((constructor)) void wrap(void)
{
    faulty.inner = &df_engine_thread_inside;
}

extern const df_engine df_engine_thread;
const df_engine df_engine_thread = FAULTY_ENGINE("thread", 1);
