/* Atomic operations that read or write alone, and additions, which begin with a read. */
void flags(long i, long n, int *flag, const int *ready, float *sum)
{
    int seen;
#pragma omp atomic read
    seen = ready[i];
    if (seen >= 0) {
#pragma omp atomic write
        flag[i] = 1;
    }
#pragma omp atomic
    sum[i / 32] += 2.0f;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads ready 1 32 4 1
 * 9 writes flag 1 32 4 1
 * 12 updates sum 1 32 1 1 */
