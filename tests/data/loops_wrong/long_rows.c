void long_rows(long i, long n, float *out, const float *in)
{
    float sum = 0;
    for (int k = 0; k < 20000; k++)
        sum += in[i + k];
    out[i] = sum;
}
/* says: 1: an iteration of 1024 makes 20001 accesses, and at most 16384 can be followed; make its
 * inner loop shorter */
