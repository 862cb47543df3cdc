/* The median of nine neighbours, sorted in memory that each iteration has for itself. */
void middle(long i, long n, float *out, const float *in)
{
    float sorted[9];
    for (int k = 0; k < 9; k++) {
        float next = in[i + k];
        int at = k;
        for (; at > 0 && sorted[at - 1] > next; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = next;
    }
    out[i] = sorted[4];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads in 9 32 4.778 1.889
 * 12 writes out 1 32 4 1 */
