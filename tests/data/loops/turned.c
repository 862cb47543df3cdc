enum { width = 1024 };
void turned(long i, long n, float *out, const float *in, long width)
{
    long height = n / width, x = i % width, y = i / width;
    out[x * height + y] = in[i];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 5 reads in 1 32 4 1
 * 5 writes out 1 32 32 32 */
