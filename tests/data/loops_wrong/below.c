void below(long i, long n, float *out, const float *in)
{
    float left = in[i - 1];
    out[i] = left;
}
/* says: 3: iteration 0 of 1024 reads in before its start (4 bytes before) */
