void prefix_sum(long i, long n, float *out, const float *in)
{
    out[i] = (i > 0 ? out[i - 1] : 0) + in[i];
}
/* says: 3: iterations 0 and 1 of 65536 race: 0 writes out[0] (line 3), and 1 reads it (line 3);
 * iterations run at the same time, so let each write separate places, or use #pragma omp atomic */
