static float down(const float *in, long i)
{
    return in[i] + down(in, i + 1);
}
void recursion(long i, long n, float *out, const float *in)
{
    out[i] = down(in, i);
}
/* says: 3: iteration 0 of 1024 needs more stack than there is; use smaller local arrays, or let its
 * recursion end earlier */
