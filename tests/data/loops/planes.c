/* Red, green and blue of a pixel go to a plane each. */
void planes(long i, long n, unsigned char *out, const unsigned char *pixels)
{
    out[i] = pixels[3 * (i % (n / 4)) + i / (n / 4) % 3];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 4 reads pixels 1 32 3 1.5
 * 4 writes out 1 32 1 1 */
