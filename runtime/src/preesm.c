/* SPDX-License-Identifier: Apache-2.0 */
/* The end of programs made from PREESM projects, and what lets them run without a screen. */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <string.h>

#include "df/df.h"
#include "df/preesm.h"

/* Weak: a project may define the variables itself. */
__attribute__((weak)) int preesmStopThreads;
__attribute__((weak)) int stopThreads;

void df_preesm_look(void)
{
    if (__atomic_load_n(&preesmStopThreads, __ATOMIC_RELAXED) != 0 ||
        __atomic_load_n(&stopThreads, __ATOMIC_RELAXED) != 0)
        df_stop();
}

/* SDL has no accelerated renderer on a machine without a screen, and projects ask for one; where the user chose such
 * a machine and no renderer, SDL shall take the one that it has. */
__attribute__((constructor)) static void choose_renderer(void)
{
    const char *driver = getenv("SDL_VIDEODRIVER");
    if (driver != NULL && strcmp(driver, "dummy") == 0)
        setenv("SDL_RENDER_DRIVER", "software", 0);
}
