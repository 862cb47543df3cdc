void reference(long i, long n, float &out, const float *in)
{
    out = in[i];
}
/* says: 1: out is a reference, which only C++ has; write a pointer to an array */
