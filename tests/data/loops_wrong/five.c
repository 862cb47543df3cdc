void five(long i, long n, float *out, long a, long b, long c, long d, long e)
{
    out[i] = a + b + c + d + e;
}
/* says: 1: e is parameter number 5; a loop has at most 4, so make it a constant */
