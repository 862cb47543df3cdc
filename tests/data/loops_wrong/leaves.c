#include <stdlib.h>
void leaves(long i, long n, float *out, const float *in)
{
    if (i == 100)
        exit(0);
    out[i] = in[i];
}
/* says: 5: iteration 100 of 1024 calls exit, which would end the program; remove that */
