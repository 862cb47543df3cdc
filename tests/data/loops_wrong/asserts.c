#include <assert.h>
void asserts(long i, long n, float *out, const float *in)
{
    assert(in[i] > 16);
    out[i] = in[i];
}
/* says: 4: iteration 0 of 1024 aborts */
