void spins(long i, long n, float *out, const float *in)
{
    long k = i;
    out[i] = in[i];
    while ((k = k % 2 ? 3 * k + 2 : k / 2 + 1) != 1)
        ;
    out[i] += (float)k;
}
/* says: 5: iteration 1 of 1024 does not end, or makes too many accesses */
