enum { w = 1 };
void zero(long i, long n, float *out, const int *in, long w)
{
    out[i] = in[i] / (w - 1);
}
/* says: 4: iteration 0 of 1024 divides by zero */
