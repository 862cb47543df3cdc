/* The C library moves elements within one array. */
#include <string.h>
void shifted(long i, long n, int *a)
{
    memmove(a + 8 * i + 4, a + 8 * i, 16);
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand: element by
 * element, in every second sector
 * 5 reads a 4 32 32 8
 * 5 writes a 4 32 32 8 */
