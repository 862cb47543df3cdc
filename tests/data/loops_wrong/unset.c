void unset(long i, long n, float *out, const float *in, long width, long height)
{
    if (i % width > 0 && i / width < height)
        out[i] = in[i];
}
/* says: 1: its iterations store nothing with width = 1, height = 1; set others, as
 * "enum { NAME = VALUE };" does */
