void halves(long i, long n, float *out, const float *in)
{
    if (i & 1)
        out[i] = in[i] * 2;
    else
        out[i] = in[i] + 1;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads in 1 32 4 1
 * 4 writes out 1 32 4 1 */
