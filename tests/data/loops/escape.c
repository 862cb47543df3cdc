/* The steps of a point to infinity (Mandelbrot): right only if each sum and product is rounded. */
void escape(long i, long n, int *steps)
{
    float x = (float)(i % 1024) / 512 - 1.5f, y = (float)(i / 1024 % 1024) / 512 - 1;
    float a = 0, b = 0;
    int count = 0;
    while (count < 64 && a * a + b * b < 4) {
        float next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
        count++;
    }
    steps[i] = count;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 13 writes steps 1 32 4 1 */
