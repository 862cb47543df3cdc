void crash_init(long i, long n, float *out, const int *at)
{
    out[i] = at[i];
}
void init(long n, float *out, int *at)
{
    at[-1] = 0;
}
/* says: 7: init writes at before its start (4 bytes before) (n = 1024) */
