static float down(const float *in, long i)
{
    return in[i] + down(in, i + 1);
}
void recursion(long i, long n, float *out, const float *in)
{
    out[i] = down(in, i);
}
/* says: 3: iteration 0 of 1024 accesses memory that is in no array, or more than 64 GiB after
 * its start */
