/* SPDX-License-Identifier: Apache-2.0 */
/* What programs made from PREESM projects need beside the rest of the runtime. */
#ifndef DF_PREESM_H
#define DF_PREESM_H

/* Actors of such projects set this to ask for the end. */
extern int preesmStopThreads;
/* Its name in old projects. */
extern int stopThreads;

/* After a call of an actor that may have set it. */
void df_preesm_look(void);

#endif
