void large_frame(long i, long n, float *out, const float *in)
{
    volatile float t[1 << 28];
    t[i] = in[i];
    out[i] = t[i];
}
/* says: 2: iteration 0 of 1024 needs more stack than there is; use smaller local arrays, or let its
 * recursion end earlier */
