struct point {
    float x, y, z;
};
void unpack(long i, long n, float *x, float *y, float *z, const struct point *p)
{
    x[i] = p[i].x;
    y[i] = p[i].y;
    z[i] = p[i].z;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 6 reads p 1 32 12 3
 * 6 writes x 1 32 4 1
 * 7 reads p 1 32 12 3
 * 7 writes y 1 32 4 1
 * 8 reads p 1 32 12 3
 * 8 writes z 1 32 4 1 */
