void null(long i, long n, float *out, const float *in)
{
    float *p = 0;
    p[i] = in[i];
    out[i] = *p;
}
/* says: 4: iteration 0 of 1024 accesses memory that is in no array, or more than 64 GiB after its
 * start */
