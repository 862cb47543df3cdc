void far(long i, long n, float *out, const float *in)
{
    out[i] = in[i * 1000000];
}
/* says: 3: iteration 17180 of 65536 accesses memory that is in no array, or more than 64 GiB after
 * its start */
