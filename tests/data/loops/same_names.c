/* Names that our headers and the C library have. */
#define SECONDS 60
#define SAME(name)             \
    static float name(float x) \
    {                          \
        return x;              \
    }
enum { WARP_LANES = 32, POWER_OF_TWO = 1, PINNED, ARRAYS };
struct cell {
    float v;
};
struct seen {
    int k;
};
typedef struct cell P;
typedef float S;
SAME(abs)
SAME(time)
SAME(signal)
SAME(sample)
SAME(stop)
SAME(wait)
static float read(const P *p, long k)
{
    return p[k].v;
}
static void write(P *p, long k, S x)
{
    p[k].v = x;
}
void same_names(long i, long n, P *out, const P *in, long state, float access)
{
    write(out, i, stop(wait(sample(signal(time(abs(read(in, i))))))));
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 25 reads in 1 32 4 1
 * 29 writes out 1 32 4 1 */
