struct body {
    double place[3], speed[3];
};
void field(long i, long n, struct body *all, double step)
{
    all[i].place[0] += step * all[i].speed[0];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads all 1 32 32 12
 * 6 reads all 1 32 32 12
 * 6 writes all 1 32 32 12 */
