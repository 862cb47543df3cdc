/* Functions of the math library for the loops of a GPU: offload/assembler/as puts their code in the
 * place of calls. newlib's take many registers for arguments that hardly occur, which then go to
 * memory: of 32 registers a thread, a loop of a sine and a cosine stored 1 KB.
 *
 * They take all arguments. A result is at most 3 units of its last place off, of powf 5; the
 * largest error of each is in tests/patterns/test_gpu_math.c. errno is not set. */
#ifndef WARPLINE_GPU_MATH_H
#define WARPLINE_GPU_MATH_H

#include <stdint.h>

#define GPU_MATH __attribute__((noinline, used)) static /* nobody calls it by that name */

static inline float gpu_number(uint32_t bits)
{
    const union {
        uint32_t bits;
        float number;
    } u = {bits};
    return u.number;
}

static inline uint32_t gpu_bits(float number)
{
    const union {
        float number;
        uint32_t bits;
    } u = {number};
    return u.bits;
}

static inline double gpu_wide_number(uint64_t bits)
{
    const union {
        uint64_t bits;
        double number;
    } u = {bits};
    return u.number;
}

static inline uint64_t gpu_wide_bits(double number)
{
    const union {
        double number;
        uint64_t bits;
    } u = {number};
    return u.bits;
}

/* The nearest whole number, from a sum that has no more digits, and its bits; |x| < 2^22. Slower:
 * conversions, of which a multiprocessor does 16 a cycle. */
static const float gpu_whole = 0x1.8p23f;

static inline float gpu_round(float x, int *whole)
{
    const float sum = x + gpu_whole;
    *whole = (int)(gpu_bits(sum) - gpu_bits(gpu_whole));
    return sum - gpu_whole;
}

/* e^x * 2^k; |x| <= ln 2 / 2. */
static inline float gpu_exp(float x, int k)
{
    const int half = k >> 1;
    float q = 0.00138143207f;
    q = __builtin_fmaf(q, x, 0.00836885107f);
    q = __builtin_fmaf(q, x, 0.0416684011f);
    q = __builtin_fmaf(q, x, 0.166665195f);
    q = __builtin_fmaf(q, x, 0.499999934f);
    return (1 + __builtin_fmaf(x * x, q, x)) * gpu_number((uint32_t)(half + 127) << 23) *
           gpu_number((uint32_t)(k - half + 127) << 23);
}

static inline float gpu_power_of_e(float x)
{
    int k;
    x = x > 89 ? 89 : x < -104 ? -104 : x; /* the result is infinite, or 0; a NaN stays */
    const float turns = gpu_round(x * 1.44269504f, &k);
    return gpu_exp(__builtin_fmaf(turns, 1.90465421e-9f, __builtin_fmaf(turns, -0.693147182f, x)),
                   k);
}

GPU_MATH float gpu_math_expf(float x)
{
    return gpu_power_of_e(x);
}

/* 1 / x, or a float next to it; x > 1. */
static inline float gpu_inverse(float x)
{
#ifdef WARPLINE_MODULE_GPU
    __asm__("{//|\n\trcp.approx.ftz.f32 %0, %0;\n\t}" : "+r"(x));
    return x;
#else
    return (1 + 0x1p-23f) / x;
#endif
}

/* log2 of a number above 0 is *high + *low: of its logarithm, 2 atanh((m - 1) / (m + 1)), and its
 * exponent. */
static inline void gpu_log2(float x, float *high, float *low)
{
    const int tiny = x < 0x1p-126f ? 24 : 0;
    const uint32_t bits = gpu_bits(tiny ? x * 0x1p24f : x), above = bits - gpu_bits(0.707106769f);
    const float e = gpu_number(gpu_bits(gpu_whole) + (uint32_t)(((int32_t)above >> 23) - tiny)) -
                    gpu_whole,
                m = gpu_number(bits - (above & 0xff800000)), sum = m + 1, each = gpu_inverse(sum);
    const float s = (m - 1) * each,
                rest = (__builtin_fmaf(-s, sum, m - 1) - s * (m - (sum - 1))) * each, t = s * s;
    float q = __builtin_fmaf(0.117981666f, t, 0.142683014f);
    q = __builtin_fmaf(q, t, 0.200001728f);
    q = __builtin_fmaf(q, t, 0.333333328f) * t;
    const float one = 2 * s, other = __builtin_fmaf(one, q, 2 * rest), log2 = one * 1.44269502f;
    const float sum2 = e + log2;
    const float less = (e - sum2) + log2 + __builtin_fmaf(one, 1.44269502f, -log2) +
                       __builtin_fmaf(one, 1.92596303e-8f, other * 1.44269502f);
    *high = sum2 + less;
    *low = (sum2 - *high) + less;
}

GPU_MATH float gpu_math_logf(float x)
{
    float high, low;
    if (!(x > 0 && x < __builtin_inff()))
        return x == 0 ? -__builtin_inff() : x < 0 ? __builtin_nanf("") : x;
    gpu_log2(x, &high, &low);
    low = __builtin_fmaf(high, -1.90465421e-9f, low * 0.693147182f);
    return __builtin_fmaf(high, 0.693147182f, low);
}

/* Small ones by a polynomial in x^2, the others as 1 - 2 / (e^2x + 1). */
GPU_MATH float gpu_math_tanhf(float x)
{
    const float size = __builtin_fabsf(x), s = x * x;
    if (size < 0.6f) {
        float q = __builtin_fmaf(-0.00587239458f, s, 0.0207778651f);
        q = __builtin_fmaf(q, s, -0.0537789239f);
        q = __builtin_fmaf(q, s, 0.133318725f);
        q = __builtin_fmaf(q, s, -0.333332963f);
        return __builtin_fmaf(q * s, x, x);
    }
    return __builtin_copysignf(__builtin_fmaf(-2, gpu_inverse(gpu_power_of_e(2 * size) + 1), 1), x);
}

/* What the power of |x| is multiplied by for that of x, which has a sign. */
static inline float gpu_sign(float x, float y)
{
    const float exponent = __builtin_fabsf(y);
    const int is_whole = !(exponent < 0x1p24f) || (float)(int)exponent == exponent;
    if (x > -__builtin_inff() && x < 0 && !is_whole)
        return __builtin_nanf("");
    return exponent < 0x1p24f && is_whole && (int)exponent & 1 ? -1 : 1;
}

GPU_MATH float gpu_math_powf(float x, float y)
{
    const float size = __builtin_fabsf(x), infinity = __builtin_inff();
    float high, low;
    int k;
    if (y == 0 || x == 1)
        return 1;
    const float sign = gpu_bits(x) >> 31 ? gpu_sign(x, y) : 1;
    if (x != x || y != y)
        return x + y;
    if (size == 0 || size == infinity)
        return sign * ((size == 0) == (y < 0) ? infinity : 0);
    gpu_log2(size, &high, &low);
    y = y > 4e9f ? 4e9f : y < -4e9f ? -4e9f : y; /* enough for all but 1 */
    float t = y * high;
    low = __builtin_fabsf(t) < 160 ? __builtin_fmaf(y, high, -t) + y * low : 0;
    t = t > 160 ? 160 : t < -160 ? -160 : t;
    const float whole = gpu_round(t, &k);
    return sign * gpu_exp((t - whole + low) * 0.693147182f, k);
}

/* Small ones by a polynomial in x^2, the others as 1 - e^p(x). */
GPU_MATH float gpu_math_erff(float x)
{
    const float size = __builtin_fabsf(x), far = size > 4 ? 4 : size, s = x * x;
    if (size < 1) {
        float q = __builtin_fmaf(7.85386106e-5f, s, -0.000801019352f);
        q = __builtin_fmaf(q, s, 0.00518832767f);
        q = __builtin_fmaf(q, s, -0.0268538119f);
        q = __builtin_fmaf(q, s, 0.112835851f);
        q = __builtin_fmaf(q, s, -0.376126258f);
        return __builtin_fmaf(q, s, 0.128379167f) * x + x;
    }
    float p = __builtin_fmaf(0.000186501881f, far, -0.00294890789f);
    p = __builtin_fmaf(p, far, 0.0218432503f);
    p = __builtin_fmaf(p, far, -0.103117988f);
    p = __builtin_fmaf(p, far, -0.638131431f);
    p = __builtin_fmaf(p, far, -1.12709755f);
    p = __builtin_fmaf(p, far, -0.000339394038f);
    return __builtin_copysignf(1 - gpu_power_of_e(p), x);
}

static inline float gpu_atan2(float y, float x)
{
    const float up = __builtin_fabsf(y), right = __builtin_fabsf(x), pi = 3.14159274f;
    const float low = up < right ? up : right, high = up < right ? right : up;
    const float slope = low == high ? (float)(low != 0) : low / high, s = slope * slope;
    float q = __builtin_fmaf(-0.0017912673f, s, 0.010904694f);
    q = __builtin_fmaf(q, s, -0.0311605604f);
    q = __builtin_fmaf(q, s, 0.0579414557f);
    q = __builtin_fmaf(q, s, -0.0840258064f);
    q = __builtin_fmaf(q, s, 0.109519142f);
    q = __builtin_fmaf(q, s, -0.142641951f);
    q = __builtin_fmaf(q, s, 0.199985444f);
    q = __builtin_fmaf(q, s, -0.33333299f);
    q = __builtin_fmaf(q * s, slope, slope);
    q = up > right ? pi / 2 - q : q;
    q = __builtin_signbit(x) ? pi - q : q;
    return x != x || y != y ? x + y : __builtin_copysignf(q, y);
}

GPU_MATH float gpu_math_atan2f(float y, float x)
{
    return gpu_atan2(y, x);
}

GPU_MATH float gpu_math_atanf(float x)
{
    return gpu_atan2(x, 1);
}

static inline double gpu_round_wide(double x)
{
    return x + 0x1.8p52 - 0x1.8p52;
}

/* By the series. */
GPU_MATH double gpu_math_exp(double x)
{
    double q = 1;
    x = x > 710 ? 710 : x < -746 ? -746 : x;
    const double k = gpu_round_wide(x * 0x1.71547652b82fep+0);
    x = __builtin_fma(k, -0x1.62e42fefa39efp-1, x);
    x = __builtin_fma(k, -0x1.abc9e3b39803fp-56, x);
    for (int n = 13; n > 1; n--)
        q = __builtin_fma(x * (1.0 / n), q, 1);
    const int whole = (int)k, half = whole >> 1;
    return __builtin_fma(x, q, 1) * gpu_wide_number((uint64_t)(half + 1023) << 52) *
           gpu_wide_number((uint64_t)(whole - half + 1023) << 52);
}

GPU_MATH double gpu_math_log(double x)
{
    if (!(x > 0 && x < __builtin_inf()))
        return x == 0 ? -__builtin_inf() : x < 0 ? __builtin_nan("") : x;
    const int tiny = x < 0x1p-1022 ? 54 : 0;
    const int64_t bits = (int64_t)gpu_wide_bits(tiny ? x * 0x1p54 : x),
                  above = (bits - 0x3fe6a09e667f3bcd) >> 52; /* sqrt(1 / 2) */
    const double m = gpu_wide_number((uint64_t)(bits - above * (INT64_C(1) << 52))),
                 e = (double)((int)above - tiny), sum = m + 1, less = m - 1;
    double each = gpu_inverse((float)sum), q = 2 / 23.0;
    each = __builtin_fma(each, __builtin_fma(-sum, each, 1), each);
    each = __builtin_fma(each, __builtin_fma(-sum, each, 1), each);
    const double s = less * each, t = s * s,
                 rest = (__builtin_fma(-s, sum, less) - s * (m - (sum - 1))) * each;
    for (int i = 21; i > 1; i -= 2)
        q = __builtin_fma(q, t, 2.0 / i);
    const double whole = e * 0x1.62e42fefa38p-1, high = whole + 2 * s;
    return high + ((whole - high) + 2 * s +
                   __builtin_fma(e, 0x1.ef35793c7673p-45, __builtin_fma(q * t, s, 2 * rest)));
}

/* x less a multiple of a quarter of the circle, and which quarter that is. For large x, m * 2^e, it
 * is the fraction of x * 2 / pi in 128 bits: 192 bits of 2 / pi are those that do not make whole
 * turns. */
static inline double gpu_angle_wide(double x, int *quarter)
{
    static const uint64_t inverse[] = {
        0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
        0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
        0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
        0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
        0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
    if (__builtin_fabs(x) < 0x1p30) {
        const double k = gpu_round_wide(x * 0x1.45f306dc9c883p-1);
        *quarter = (int)k;
        x = __builtin_fma(k, -0x1.921fb54442d18p+0, x);
        x = __builtin_fma(k, -0x1.1a62633145c07p-54, x);
        return __builtin_fma(k, 0x1.f1976b7ed8fbcp-110, x);
    }
    const uint64_t bits = gpu_wide_bits(__builtin_fabs(x));
    if (bits >> 52 == 2047)
        return x - x;
    const int from = (int)(bits >> 52) - 1023 - 52 - 2 + 64, shift = from % 64;
    const uint64_t m = (bits & 0xfffffffffffff) | UINT64_C(1) << 52, *words = inverse + from / 64;
    uint64_t part[3];
    for (int i = 0; i < 3; i++)
        part[i] = words[i] << shift | words[i + 1] >> 1 >> (63 - shift);
    const unsigned __int128 turn = ((unsigned __int128)(m * part[0]) << 64) +
                                   (unsigned __int128)m * part[1] +
                                   ((unsigned __int128)m * part[2] >> 64);
    const int whole = (int)((turn >> 125) + 1) >> 1;
    const __int128 rest = (__int128)(turn - ((unsigned __int128)whole << 126));
    const double angle = ((double)(int64_t)(rest >> 64) * 0x1p64 + (double)(uint64_t)rest) *
                         (0x1.921fb54442d18p+0 * 0x1p-126);
    *quarter = x < 0 ? -whole : whole;
    return x < 0 ? -angle : angle;
}

/* The sine of x turned by that many quarters; |x| <= pi / 4. */
static inline double gpu_sine_wide(double x, int quarters)
{
    const double s = x * x;
    double sine = 1, cosine = 1;
    for (int n = 17; n > 3; n -= 2)
        sine = __builtin_fma(s * (-1.0 / (n * (n - 1))), sine, 1);
    for (int n = 18; n > 2; n -= 2)
        cosine = __builtin_fma(s * (-1.0 / (n * (n - 1))), cosine, 1);
    sine = __builtin_fma(x * s * (-1.0 / 6), sine, x);
    cosine = __builtin_fma(s * -0.5, cosine, 1);
    const double value = quarters & 1 ? cosine : sine;
    return quarters & 2 ? -value : value;
}

GPU_MATH double gpu_math_sin(double x)
{
    int quarter = 0;
    x = gpu_angle_wide(x, &quarter);
    return gpu_sine_wide(x, quarter);
}

GPU_MATH double gpu_math_cos(double x)
{
    int quarter = 0;
    x = gpu_angle_wide(x, &quarter);
    return gpu_sine_wide(x, quarter + 1);
}

GPU_MATH void gpu_math_sincos(double x, double *sine, double *cosine)
{
    int quarter = 0;
    x = gpu_angle_wide(x, &quarter);
    *sine = gpu_sine_wide(x, quarter);
    *cosine = gpu_sine_wide(x, quarter + 1);
}

static inline float gpu_angle(float x, int *quarter)
{
    if (!(__builtin_fabsf(x) < 48000))
        return (float)gpu_angle_wide(x, quarter);
    const float k = gpu_round(x * 0.636619772f, quarter);
    x = __builtin_fmaf(k, -1.57079637f, x);
    x = __builtin_fmaf(k, 4.37113883e-8f, x);
    return __builtin_fmaf(k, 1.71512451e-15f, x);
}

/* The sine of x turned by that many quarters; |x| <= pi / 4. */
static inline float gpu_sine(float x, int quarters)
{
    const float s = x * x;
    float sine = __builtin_fmaf(-0.000195166561f, s, 0.00833217355f);
    sine = __builtin_fmaf(sine, s, -0.166666549f);
    sine = __builtin_fmaf(sine * s, x, x);
    float cosine = __builtin_fmaf(2.44324134e-5f, s, -0.00138873099f);
    cosine = __builtin_fmaf(cosine, s, 0.0416666456f);
    cosine = __builtin_fmaf(__builtin_fmaf(cosine, s, -0.5f), s, 1.0f);
    const float value = quarters & 1 ? cosine : sine;
    return quarters & 2 ? -value : value;
}

GPU_MATH float gpu_math_sinf(float x)
{
    int quarter = 0;
    x = gpu_angle(x, &quarter);
    return gpu_sine(x, quarter);
}

GPU_MATH float gpu_math_cosf(float x)
{
    int quarter = 0;
    x = gpu_angle(x, &quarter);
    return gpu_sine(x, quarter + 1);
}

GPU_MATH void gpu_math_sincosf(float x, float *sine, float *cosine)
{
    int quarter = 0;
    x = gpu_angle(x, &quarter);
    *sine = gpu_sine(x, quarter);
    *cosine = gpu_sine(x, quarter + 1);
}
#endif
