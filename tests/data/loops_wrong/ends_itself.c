void abort(void);
void ends_itself(long i, long n, float *out, const float *in)
{
    if (in[i] > 0)
        abort();
    out[i] = in[i];
}
/* says: 4: iteration 0 of 1024 aborts */
