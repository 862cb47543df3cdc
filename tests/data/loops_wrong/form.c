void form(float *out, const float *in, long n)
{
    for (long i = 0; i < n; i++)
        out[i] = in[i];
}
/* says: 1: form takes other arguments than an iteration does; write void form(long i, long n, float
 * *out, const float *in): the iteration, their number, then the arrays */
