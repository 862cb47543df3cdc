float ret(long i, long n, float *out)
{
    return out[i];
}
/* says: 1: ret returns a value, which nobody would get; make it void, and store the value in an
 * array */
