void large_frame(long i, long n, float *out, const float *in)
{
    volatile float t[8 << 20];
    t[i] = in[i];
    out[i] = t[i];
}
/* says: 6: the function that ends here needs 32 MiB of stack for its local variables, and at most 1
 * MiB is possible; use smaller local arrays, or an argument that has separate elements for each
 * iteration */
