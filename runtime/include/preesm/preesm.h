/* SPDX-License-Identifier: Apache-2.0 */
/* For projects that have no preesm.h of their own; one of theirs is found first. */
#ifndef DF_PREESM_PROJECT_H
#define DF_PREESM_PROJECT_H

#define IN
#define OUT

#include "preesm_gen.h"

#endif
