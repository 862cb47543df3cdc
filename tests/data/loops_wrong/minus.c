enum { wide = 2, back = -4 };
void minus(long i, long n, float *out, const float *in, long wide, long back)
{
    if (i + back > 0) {
        back = 2 * wide;
    }
    out[i] = in[i + back + 8];
}
/* says: 1: back = -4; a parameter is from 0 to 2147483647, so let the loop subtract it, or add a
 * constant */
