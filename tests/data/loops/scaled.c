void scaled(long i, long n, float *a, float factor)
{
    a[i] = factor * a[i] + 1;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads a 1 32 4 1
 * 3 writes a 1 32 4 1 */
