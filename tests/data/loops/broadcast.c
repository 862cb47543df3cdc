void broadcast(long i, long n, float *out, const float *in)
{
    out[i] = in[0] + in[i / 64];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads in 1 32 1 1
 * 3 reads in 1 32 1 1
 * 3 writes out 1 32 4 1 */
