/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PREESM_H
#define PREESM_H
#define IN
#define OUT
#include "weave.h"
#endif
