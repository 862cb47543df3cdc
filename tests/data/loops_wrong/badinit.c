void badinit(long i, long n, float *out, const float *in)
{
    out[i] = in[i];
}
void init(long n, float *out)
{
    out[0] = 0;
}
/* says: 5: init takes 2 arguments; it must take the same as badinit without its first: n, then all
 * arrays and numbers */
