void reversed(long i, long n, float *out, const float *in)
{
    out[i] = in[n - 1 - i];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads in 1 32 4 1
 * 3 writes out 1 32 4 1 */
