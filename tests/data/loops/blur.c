/* A mean of nine: the first 2048 iterations are its border. */
enum { width = 2048 };
void blur(long i, long n, float *out, const float *in)
{
    long x = i % width, y = i / width;
    if (x < 1 || x > width - 2 || y < 1 || y > n / width - 2)
        return;
    float sum = 0;
    for (long dy = -1; dy <= 1; dy++)
        for (long dx = -1; dx <= 1; dx++)
            sum += in[(y + dy) * width + x + dx];
    out[i] = sum * 0.125f;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 11 reads in 9 31.97 4.66 1.66
 * 12 writes out 1 31.97 4 1 */
