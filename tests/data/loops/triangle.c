void triangle(long i, long n, double *out, const double *in)
{
    double sum = 0;
    for (long k = 0; k <= i; k++)
        sum += in[k];
    out[i] = sum;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 5 reads in 4112 31.88 1 1
 * 6 writes out 1 32 8 2 */
