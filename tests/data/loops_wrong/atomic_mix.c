void atomic_mix(long i, long n, int *sum, const int *in)
{
#pragma omp atomic
    sum[0] += in[i];
    if (sum[0] < 0)
        sum[1 + i] = 0;
}
/* says: 4: iterations 0 and 1 of 65536 race: 0 reads sum[0] (line 5), and 1 updates it (line 4);
 * iterations run at the same time, so let each write separate places, or use #pragma omp atomic */
