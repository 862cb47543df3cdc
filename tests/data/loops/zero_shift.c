/* The values of parameters may be 0. */
enum { width = 4, shift = 0 };
void zero_shift(long i, long n, float *out, const float *in, long width, long shift)
{
    out[i] = in[width * i + shift];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 5 reads in 1 32 16 4
 * 5 writes out 1 32 4 1 */
