/* A division of floats branches, to what it does for very small ones. */
void quotient(long i, long n, float *out, const float *above, const float *below)
{
    out[i] = above[i] / below[i];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads above 1 32 4 1
 * 4 reads below 1 32 4 1
 * 4 writes out 1 32 4 1 */
