/* Iteration i reads i % 32 elements. */
void ragged(long i, long n, float *out, const float *in)
{
    float sum = 0;
    for (long k = 0; k < i % 32; k++)
        sum += in[32 * (i / 32) + k];
    out[i] = sum;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads in 31 16 1 1
 * 7 writes out 1 32 4 1 */
