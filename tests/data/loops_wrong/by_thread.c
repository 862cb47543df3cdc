#include <omp.h>
void by_thread(long i, long n, float *out, const float *in)
{
    out[i] = in[i] + (float)omp_get_thread_num();
}
/* says: 4: iteration 0 of 1024 calls omp_get_thread_num, whose result does not depend on i and the
 * arrays alone; take a hash of i, or numbers that init stores in an array */
