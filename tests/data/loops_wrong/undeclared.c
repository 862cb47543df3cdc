void undeclared(long i, long n, float *out, const float *in)
{
    out[i] = twice(in[i]);
}
/* says: 3: twice is used, but nowhere defined; a pattern is one file, so define it there */
