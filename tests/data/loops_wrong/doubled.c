void doubled(long i, long n, float *out, const float *in)
{
    for (long j = i; j < n; j++)
        out[j] = in[j];
}
/* says: 4: iterations 0 and 1 of 8192 race: 0 writes out[1] (line 4), and 1 writes it (line 4);
 * iterations run at the same time, so let each write separate places, or use #pragma omp atomic */
