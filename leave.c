#include "leave.h"
#include <stdlib.h>

void count(int *next, int *out)
{
    *out = (*next)++;
}

void leave(int at, const int *in)
{
    if (*in == at)
        exit(7);
}
