void assembly(long i, long n, int *out, const int *in)
{
    int x = 0;
    __asm__ volatile("" : "=r"(x) : "m"(in[i]));
    out[i] = x;
}
/* says: 4: __asm__; the accesses of assembly code cannot be followed, so write it in C */
