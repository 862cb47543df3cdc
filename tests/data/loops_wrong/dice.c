#include <stdlib.h>
void dice(long i, long n, float *out, const float *in)
{
    out[i] = in[i] + (float)(1 + rand() % 6);
}
void init(long n, float *out, float *in)
{
    for (long i = 0; i < n; i++)
        in[i] = (float)rand();
}
/* says: 4: iteration 0 of 1024 calls rand, whose result does not depend on i and the arrays alone;
 * take a hash of i, or numbers that init stores in an array */
