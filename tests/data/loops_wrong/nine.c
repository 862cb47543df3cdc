void nine(long i, long n, float *a, float *b, float *c, float *d, float *e, float *f, float *g,
          float *h, float *x)
{
    a[i] = b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i] + x[i];
}
/* says: 2: x is array number 9; a loop has at most 8 arrays */
