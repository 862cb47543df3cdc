/* Fewer iterations end just before the next element. */
void hundredth(long i, long n, float *out, const float *in)
{
    if (i % 100 == 99)
        out[i / 100] = in[i];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 5 reads in 0.32 1 1 1
 * 5 writes out 0.32 1 1 1 */
