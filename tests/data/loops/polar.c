/* The sine and the cosine of one angle: gcc makes one call of them, whose results are in memory. */
#include <math.h>
void polar(long i, long n, float *x, float *y, const float *angle)
{
    float turned = angle[i];
    x[i] = cosf(turned);
    y[i] = sinf(turned);
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 5 reads angle 1 32 4 1
 * 6 writes x 1 32 4 1
 * 7 writes y 1 32 4 1 */
