#include <stdio.h>
void prints(long i, long n, float *out, const float *in)
{
    if (i == 9)
        printf("%ld\n", n);
    out[i] = in[i];
}
/* says: 5: iteration 9 of 1024 prints, which would be measured, too; remove that */
