static float sum;
void total(long i, long n, float *out, const float *in)
{
    sum += in[i];
    out[i] = sum;
}
/* says: 4: iteration 0 of 1024 writes a global or static variable, which iterations at the same
 * time share; let each write separate places of an array */
