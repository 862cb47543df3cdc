void lost_counts(long i, long n, int *counts, const int *in)
{
    counts[in[i] & 15]++;
}
/* says: 3: iterations 1 and 3 of 65536 race: 1 writes counts[0] (line 3), and 3 reads it (line
 * 3); iterations run at the same time, so let each write separate places, or use #pragma omp
 * atomic */
