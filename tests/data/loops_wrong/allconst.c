void allconst(long i, long n, const float *in)
{
}
/* says: 1: all arrays of allconst are const, so the loop stores nothing; the array that it writes
 * must not be const */
