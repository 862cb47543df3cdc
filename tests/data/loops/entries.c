/* A packed struct is read byte by byte; a bit field with its word. */
struct __attribute__((packed)) entry {
    char kind;
    int value;
};
struct bits {
    unsigned low : 8, high : 24;
};
void entries(long i, long n, int *out, const struct entry *in, const struct bits *set)
{
    out[i] = in[i].value;
    out[i] += set[i].high;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 11 reads in 4 32 5 2
 * 12 reads set 1 32 4 1
 * 12 writes out 1 32 4 1 */
