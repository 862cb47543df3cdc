void three_points(long i, long n, float *out, const float *in)
{
    if (i > 0 && i < n - 1)
        out[i] = in[i - 1] + in[i] + in[i + 1];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads in 1 32 5 2
 * 4 reads in 1 32 4 1
 * 4 reads in 1 32 5 2
 * 4 writes out 1 32 4 1 */
