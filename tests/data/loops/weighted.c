void weighted(long i, long n, float *x, const float *weight)
{
    x[i] = x[i] * weight[0]; /* the only access to weight, which gcc could hand over by its value */
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads weight 1 32 1 1
 * 3 reads x 1 32 4 1
 * 3 writes x 1 32 4 1 */
