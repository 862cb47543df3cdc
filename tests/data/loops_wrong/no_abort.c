void abort(void);
void no_abort(long i, long n, float *out, const float *in)
{
    if (in[i] > 0)
        abort();
    out[i] = in[i];
}
/* says: 1: abort is used, but nowhere defined; a pattern is one file, so define it there */
