/* Copies of structs, as many bytes at once as are aligned. */
struct two {
    float x, y;
};
struct four {
    float of[4];
};
void copied(long i, long n, struct two *a, const struct two *b, struct four *c,
            const struct four *d, double _Complex *e, const double _Complex *f)
{
    a[i] = b[i];
    c[i] = d[i];
    e[i] = f[i];
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 11 reads b 2 32 8 2
 * 11 writes a 2 32 8 2
 * 12 reads d 4 32 16 4
 * 12 writes c 4 32 16 4
 * 13 reads f 2 32 16 4
 * 13 writes e 2 32 16 4 */
