void casts(long i, long n, float *out, const float *in)
{
    ((float *)in)[i] = 2;
    out[i] = in[i];
}
/* says: 3: iteration 0 of 1024 writes in, which the loop declares const */
