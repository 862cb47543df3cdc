/* A sum of more terms than a float is exact for. */
void dot(long i, long n, float *sum, const float *a, const float *b)
{
#pragma omp atomic
    *sum += a[i] * b[i];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 5 reads a 1 32 4 1
 * 5 reads b 1 32 4 1
 * 5 updates sum 1 32 1 1 */
