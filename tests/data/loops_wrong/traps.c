void traps(long i, long n, float *out, const float *in)
{
    if (i == 5)
        __builtin_trap();
    out[i] = in[i];
}
/* says: 4: iteration 5 of 1024 divides by zero, calls __builtin_trap, or needs an instruction that
 * this processor lacks */
