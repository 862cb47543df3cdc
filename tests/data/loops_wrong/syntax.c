void syntax(long i, long n, float *out, const float *in)
{
    out[i] = inn[i];
}
/* says: 3: the compiler (COMPILER) refuses it: 'inn' undeclared (first use in this function); did
 * you mean 'in'? */
