/* SPDX-License-Identifier: Apache-2.0 */
/* Linked into programs whose coverage is counted: ends that pass libc by keep their counts, too. */
#include <signal.h>
#include <stddef.h>

extern void __gcov_dump(void);

_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__exit(int status)
{
    __gcov_dump();
    __real__exit(status);
}

_Noreturn void __real_abort(void);
_Noreturn void __wrap_abort(void);
_Noreturn void __wrap_abort(void)
{
    __gcov_dump();
    __real_abort();
}

/* Whoever puts the default action of a fault back is about to die of it. A test may have a function of its own here. */
int __real_sigaction(int number, const struct sigaction *action, struct sigaction *before);
__attribute__((weak)) int __wrap_sigaction(int number, const struct sigaction *action,
                                           struct sigaction *before);
__attribute__((weak)) int __wrap_sigaction(int number, const struct sigaction *action,
                                           struct sigaction *before)
{
    if (action != NULL && action->sa_handler == SIG_DFL)
        __gcov_dump();
    return __real_sigaction(number, action, before);
}
