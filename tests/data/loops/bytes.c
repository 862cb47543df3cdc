void bytes(long i, long n, unsigned char *restrict out, const unsigned char *restrict in)
{
    out[i] = in[2 * i + 1];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads in 1 32 2 1
 * 3 writes out 1 32 1 1 */
