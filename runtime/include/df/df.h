/* SPDX-License-Identifier: Apache-2.0 */
/* What an actor may ask of the running program. This is the only header of dfgen that actor code includes.
 *
 * Every function acts on behalf of the actor whose init, fire or end function is running on the calling
 * thread. */
#ifndef DF_DF_H
#define DF_DF_H

#if defined(__GNUC__)
#define DF_PRINTF_LIKE(format_index, first_index) __attribute__((format(printf, format_index, first_index)))
#else
#define DF_PRINTF_LIKE(format_index, first_index)
#endif

/* The value given as NAME=VALUE on the program's command line, or a null pointer. The text lives until exit.
 */
const char *df_option(const char *name);

/* Ends the program after the current graph iteration, which every actor completes. The actor must be declared
 * `stops`. Called from an init function, no iteration runs. */
void df_stop(void);

/* Ends the program before the current graph iteration: what this firing writes is never seen by an actor with
 * effects. The actor must be declared `stops`. */
void df_end_of_input(void);

/* Prints the message with the actor's name, place and firing, ends the program with status 1 and does not
 * return to the actor. The end functions of all actors that were initialised still run. */
_Noreturn void df_fail(const char *format, ...) DF_PRINTF_LIKE(1, 2);

#endif
