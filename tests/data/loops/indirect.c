void indirect(long i, long n, float *out, const float *in, const int *at)
{
    out[i] = in[at[i]];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads at 1 32 4 1
 * 3 reads in 1 32 32 32
 * 3 writes out 1 32 4 1 */
