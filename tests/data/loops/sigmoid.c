/* Functions of the C library, in the loop and in `init`, and a name that the library has, too. */
#include <math.h>
#include <stdlib.h>
static float index(float x)
{
    return 1 / (1 + expf(-x));
}
void sigmoid(long i, long n, float *out, const float *in)
{
    out[i] = index(in[i]) + powf(fabsf(in[i]), 1.5f);
}
void init(long n, float *out, float *in)
{
    for (long i = 0; i < n; i++)
        in[i] = (float)(drand48() - rand() % 3);
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 10 reads in 1 32 4 1
 * 10 writes out 1 32 4 1 */
