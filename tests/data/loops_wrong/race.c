void race(long i, long n, float *out, const float *in)
{
    out[i / 2] = in[i];
}
/* says: 3: iterations 0 and 1 of 65536 race: 0 writes out[0] (line 3), and 1 writes it (line 3);
 * iterations run at the same time, so let each write separate places, or use #pragma omp atomic */
