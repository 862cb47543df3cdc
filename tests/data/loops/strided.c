enum { step = 3 };
void strided(long i, long n, float *out, const float *in, long step)
{
    out[i] = in[i * step];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads in 1 32 12 3
 * 4 writes out 1 32 4 1 */
