void never_ends(long i, long n, float *out, const float *in)
{
    while (in[i] >= 0)
        ;
    out[i] = 1;
}
/* says: 3: iteration 0 of 1024 does not end, or makes too many accesses */
