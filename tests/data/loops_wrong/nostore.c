void nostore(long i, long n, float *out, const float *in)
{
    float x = in[i];
}
/* says: 1: its iterations store nothing, so the compiler removes them */
