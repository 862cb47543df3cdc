void one_counter(long i, long n, int *count, const float *in)
{
    if (in[i] > 8)
#pragma omp atomic
        count[0]++;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 3 reads in 1 32 4 1
 * 4 updates count 1 16 1 1 */
