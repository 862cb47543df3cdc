void no_type(long i, long n, void *out, const float *in)
{
    ((float *)out)[i] = in[i];
}
/* says: 1: out is void *; write the type of its elements, such as float *out */
