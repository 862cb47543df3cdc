void first(long i, long n, float *out)
{
    out[i] = 1;
}
void second(long i, long n, float *out)
{
    out[i] = 2;
}
/* says: 5: 2 functions have the form of an iteration; make the helpers static, or give one the name
 * of the file, two */
