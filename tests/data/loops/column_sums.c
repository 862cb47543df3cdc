/* Element i of a row of 512, down 16 rows. */
void column_sums(long i, long n, float *sum, const float (*m)[512])
{
    float s = 0;
    for (int k = 0; k < 16; k++)
        s += m[i / 512 * 16 + k][i % 512];
    sum[i] = s;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads m 16 32 4 1
 * 7 writes sum 1 32 4 1 */
