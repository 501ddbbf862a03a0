/* SPDX-License-Identifier: Apache-2.0 */
/* For projects whose preesm.h is not among their files; one of theirs is found first. It has the headers of the system
 * that theirs have; those of the project are included ahead of each source. */
#ifndef DF_PREESM_PROJECT_H
#define DF_PREESM_PROJECT_H

#define IN
#define OUT

#include <complex.h>
#include <math.h>
#include <time.h>

#include "preesm_gen.h"

#endif
