void pointer_argument(long i, long n, float *out, float (*f)(float))
{
    out[i] = f(i);
}
/* says: 1: f is a pointer to a function; call the function by its name */
