void no_value(long i, long n, float *out, const float *in)
{
    float sum;
    for (int k = 0; k < 4; k++)
        sum += in[4 * i + k];
    out[i] = sum;
}
/* says: 5: sum is read before it has a value; give it one where it is declared */
