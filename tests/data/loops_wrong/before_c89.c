void before_c89(i, n, out, in) long i, n;
float *out;
const float *in;
{
    out[i] = in[i];
}
/* says: 1: before_c89 declares its arguments after their list; write void before_c89(long i, long
 * n, float *out, const float *in): the iteration, their number, then the arrays */
