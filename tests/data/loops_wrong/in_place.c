void in_place(long i, long n, float *a)
{
    float left = a[i];
    a[i + 1] = left + 1;
}
/* says: 3: iterations 0 and 1 of 65536 race: 0 writes a[1] (line 4), and 1 reads it (line 3);
 * iterations run at the same time, so let each write separate places, or use #pragma omp atomic */
