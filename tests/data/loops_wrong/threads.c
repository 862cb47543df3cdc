static void double_all(float *out, const float *in)
{
#pragma omp parallel for
    for (int k = 0; k < 4; k++)
        out[k] = 2 * in[k];
}
void threads(long i, long n, float *out, const float *in)
{
    double_all(out + 4 * i, in + 4 * i);
}
/* says: 3: #pragma omp parallel; the iterations run in parallel already, so remove it, or use
 * #pragma omp atomic */
