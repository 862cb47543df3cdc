enum { step = 3 };
void steps_over(long i, long n, float *out, const float *in, long step)
{
    float sum = 0;
    for (long k = 0; k != 16; k += step)
        sum += in[16 * i + k];
    out[i] = sum;
}
/* says: 6: iteration 0 of 1024 does not end, or makes too many accesses; let its inner loop end
 * earlier */
