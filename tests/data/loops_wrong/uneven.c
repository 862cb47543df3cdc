void uneven(long i, long n, float *out, const float *in)
{
    long half = n / 2;
    out[i < half ? 2 * i : 2 * (i - half)] = in[i];
}
/* says: 4: iterations 0 and 32768 of 65536 race: 0 writes out[0] (line 4), and 32768 writes it
 * (line 4); iterations run at the same time, so let each write separate places, or use #pragma omp
 * atomic */
