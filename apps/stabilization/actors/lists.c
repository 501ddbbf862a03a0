/* SPDX-License-Identifier: Apache-2.0 */
#include "stabilization.h"

void list_numbers(int count, int32_t *number)
{
    for (int i = 0; i < count; i++)
        number[i] = i;
}
