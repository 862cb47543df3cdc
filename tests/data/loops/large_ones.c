/* Stores where a condition holds, here for half of the iterations: the last one need not store. */
void large_ones(long i, long n, float *out, const float *in)
{
    if (in[i] > 8)
        out[i] = 1;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads in 1 32 4 1
 * 5 writes out 1 16 3.98 1 */
