void beyond_init(long i, long n, float *out, const int *at)
{
    out[at[i]] = 1;
}
void init(long n, float *out, int *at)
{
    for (long i = 0; i < n; i++)
        at[i] = i - 1;
}
/* says: 3: iteration 0 of 1024 writes out before its start (4 bytes before) */
