void rows(long i, long n, float **out)
{
    out[i][0] = 1;
}
/* says: 1: out is an array of pointers; each array must be a separate argument */
