#include <string.h>
void compares(long i, long n, int *out, const int *in)
{
    const char word[8] = "a word";
    out[i] = (int)strlen(word) + memcmp(in + 4 * i, in + 4 * i + 2, 8);
}
/* says: 5: iteration 0 of 1024 calls memcmp, whose accesses to the arrays cannot be followed; write
 * them as a loop */
