/* Copies of 8 floats, of structs of 6 doubles, and 16 bytes that are cleared. */
#include <assert.h>
#include <string.h>
struct six {
    double of[6];
};
void moved(long i, long n, float *out, const float *in, struct six *to, const struct six *from,
           char *clear)
{
    assert(i < n);
    memcpy(out + 8 * i, in + 8 * i, 8 * sizeof *out);
    to[i] = from[i];
    memset(clear + 16 * i, 0, 16);
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 11 reads in 8 32 32 8
 * 11 writes out 8 32 32 8
 * 12 reads from 6 32 32 12
 * 12 writes to 6 32 32 12
 * 13 writes clear 1 32 16 4 */
