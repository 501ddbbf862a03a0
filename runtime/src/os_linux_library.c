/* SPDX-License-Identifier: Apache-2.0 */
/* Libraries that a program finds as it starts, and does without where they are absent. */
#include "df/os.h"

#include <dlfcn.h>

void *df__os_library_open(const char *name)
{
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void *df__os_library_symbol(void *library, const char *name)
{
    return dlsym(library, name);
}
