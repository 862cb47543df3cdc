/* Names that our headers and the C library have. */
#define SECONDS 60
#define W 8
enum { WARP_LANES = 32, POWER_OF_TWO = 1, PINNED, ARRAYS };
struct cell { float v; };
struct kernel { float w[3]; };
struct seen { int k; };
typedef struct cell P;
typedef float S;
static float read(const P *p, long k) { return p[k].v; }
static void write(P *p, long k, S x) { p[k].v = x; }
static float abs(float x) { return x < 0 ? -x : x; }
static long map(long k) { return k; }
static long run(long k) { return k; }
static long limit(long k, long n) { return k < n ? k : n - 1; }
static float time(float x) { return x; }
static float signal(float x) { return x; }
static float sample(float x) { return x; }
static float stop(float x) { return x; }
static float wait(float x) { return x; }
void names(long i, long n, P *out, const P *in, long state, float access)
{
    write(out, map(i), stop(wait(sample(signal(time(abs(read(in, limit(run(i), n)))))))));
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 10 reads in 1 32 4 1
 * 11 writes out 1 32 4 1 */
