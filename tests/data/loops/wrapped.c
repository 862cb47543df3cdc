/* The row below, and of the last row the first. Fewer iterations than a row have no height. */
enum { width = 4096 };
void wrapped(long i, long n, float *out, const float *in)
{
    long height = n / width, x = i % width, y = i / width;
    out[i] = in[(y + 1) % height * width + x];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads in 1 32 4 1
 * 6 writes out 1 32 4 1 */
