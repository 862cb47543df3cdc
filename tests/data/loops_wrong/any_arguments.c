void any_arguments(long i, long n, float *out, ...)
{
    out[i] = 1;
}
/* says: 1: ... stands for any arguments; write each as TYPE NAME */
