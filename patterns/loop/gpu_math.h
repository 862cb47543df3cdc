/* Functions of the math library for the loops of a GPU: offload/assembler/as puts their code in the
 * place of calls. newlib's take many registers for arguments that hardly occur, which then go to
 * memory: of 32 registers a thread, a loop of a sine and a cosine stored 1 KB.
 *
 * Results are the nearest float or one next to it: their largest errors, of all arguments, are in
 * tests/patterns/test_gpu_math.c. errno is not set. */
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

/* x^y for what is not above 0: *sign is what the power of |x| is multiplied by. */
static inline void gpu_sign(float x, float y, float *sign)
{
    const float exponent = __builtin_fabsf(y);
    const int is_whole = !(exponent < 0x1p24f) || (float)(int)exponent == exponent;
    if (x > -__builtin_inff() && x < 0 && !is_whole)
        *sign = __builtin_nanf("");
    else if (exponent < 0x1p24f && is_whole && (int)exponent & 1)
        *sign = -1;
}

GPU_MATH float gpu_math_powf(float x, float y)
{
    const float size = __builtin_fabsf(x), infinity = __builtin_inff();
    float high, low, sign = 1;
    int k;
    if (y == 0 || x == 1)
        return 1;
    if (gpu_bits(x) >> 31)
        gpu_sign(x, y, &sign);
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

/* x less a multiple of a quarter of the circle, and which quarter that is. For large x it is the
 * fraction of x * 2 / pi in 64 bits: 96 bits of 2 / pi are those that do not make whole turns. */
static inline float gpu_angle(float x, int *quarter)
{
    /* 32 bits of 2 / pi, each from 8 bits further on, the first two with zeros before them */
    static const uint32_t inverse[] = {0x0000a2f9, 0x00a2f983, 0xa2f9836e, 0xf9836e4e, 0x836e4e44,
                                       0x6e4e4415, 0x4e441529, 0x441529fc, 0x1529fc27, 0x29fc2757,
                                       0xfc2757d1, 0x2757d1f5, 0x57d1f534, 0xd1f534dd, 0xf534ddc0,
                                       0x34ddc0db, 0xddc0db62, 0xc0db6295, 0xdb629599, 0x6295993c,
                                       0x95993c43, 0x993c4390, 0x3c439041};
    if (__builtin_fabsf(x) < 48000) {
        const float k = gpu_round(x * 0.636619772f, quarter);
        x = __builtin_fmaf(k, -1.57079637f, x);
        x = __builtin_fmaf(k, 4.37113883e-8f, x);
        return __builtin_fmaf(k, 1.71512451e-15f, x);
    }
    const uint32_t bits = gpu_bits(x) & 0x7fffffff;
    if (bits >= 0x7f800000)
        return x - x;
    const int from = (int)(bits >> 23) - 127 - 23 - 2 + 16;
    const uint32_t m = (bits << 8 | 0x80000000) >> 8 << (from & 7), *words = inverse + from / 8;
    uint64_t turn = (uint64_t)(m * words[0]) << 32;
    turn += (uint64_t)m * words[4] + ((uint64_t)m * words[8] >> 32);
    const uint64_t whole = (turn + (UINT64_C(1) << 61)) >> 62;
    const float rest = (float)(int64_t)(turn - (whole << 62)) * (1.57079637f * 0x1p-62f);
    *quarter = x < 0 ? -(int)whole : (int)whole;
    return x < 0 ? -rest : rest;
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
