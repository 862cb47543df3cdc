/* Names that our call of the body must not have, and letters beyond ASCII. */
void n(long i, long größe, float *summe_ü, const float *π, long é)
{
    summe_ü[i] = π[2 * i] + (float)(é * größe);
}

void init(long n, float *summe_ü, float *π, long é)
{
    (void)summe_ü, (void)é;
    for (long i = 0; i < n; i++)
        π[2 * i] = 3;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads π 1 32 8 2
 * 4 writes summe_ü 1 32 4 1 */
