/* SPDX-License-Identifier: Apache-2.0 */
#include "a_header_of_another_machine.h"

void interrupt_handler(void)
{
    enable_all();
}
