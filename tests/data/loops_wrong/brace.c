/* clang-format off */
void brace(long i, long n, float *out, const float *in)
{
    if (i) {
        out[i] = in[i];
}
/* says:  a closing brace } is missing before the end of the file */
