/* The GPU's functions of the math library (patterns/loop/gpu_math.h), computed on the host: their
 * errors against functions of wider types, over numbers of all sizes, and what C says of special
 * ones. An error is in units of the last place of the number that would be right. */
#include "patterns/loop/gpu_math.h"
#include "patterns/random.h"
#include "tests/assertions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static double error_of(float got, double wanted)
{
    int exponent;
    const float nearest = (float)wanted;
    if (isnan(wanted) || isinf(nearest))
        return isnan(wanted)    ? (isnan(got) ? 0 : INFINITY)
               : got == nearest ? 0
                                : fabs(got - wanted) / 0x1p104;
    frexp(nearest, &exponent);
    return fabs(got - wanted) / ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

static double wide_error(double got, long double wanted)
{
    int exponent;
    const double nearest = (double)wanted;
    if (isnan(wanted) || isinf(nearest))
        return isnan(wanted) ? (isnan(got) ? 0 : INFINITY) : got == nearest ? 0 : INFINITY;
    frexp(nearest, &exponent);
    return (double)(fabsl(got - wanted) / ldexpl(1, (exponent < -1021 ? -1021 : exponent) - 53));
}

/* Every 997th float. */
static void test_of_one(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        float (*function)(float);
        double (*exact)(double);
        float from, to; /* of |x| */
        double most;
    } cases[] = {
        {"exp", gpu_math_expf, exp, 0, INFINITY, 1},
        {"log", gpu_math_logf, log, 0, INFINITY, 1},
        {"tanh", gpu_math_tanhf, tanh, 0, INFINITY, 2.3},
        {"erf", gpu_math_erff, erf, 0, INFINITY, 2},
        {"atan", gpu_math_atanf, atan, 0, INFINITY, 2},
        {"sin", gpu_math_sinf, sin, 0, 48000, 1.5},
        {"cos", gpu_math_cosf, cos, 0, 48000, 1.55},
        {"far sin", gpu_math_sinf, sin, 48000, INFINITY, 2.8},
        {"far cos", gpu_math_cosf, cos, 48000, INFINITY, 2.8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 997) {
            const float x = gpu_number((uint32_t)bits), size = fabsf(x);
            if (size < cases[i].from || size > cases[i].to)
                continue;
            const double error = error_of(cases[i].function(x), cases[i].exact(x));
            if (!(error <= cases[i].most))
                fail_msg("%s of %a: %g units off", cases[i].name, x, error);
        }
}

static void test_of_double(void **state)
{
    (void)state;
    enum { NUMBERS = 400000 };
    static const struct {
        const char *name;
        double (*function)(double);
        long double (*exact)(long double);
        double most;
    } cases[] = {
        {"exp", gpu_math_exp, expl, 1},
        {"log", gpu_math_log, logl, 0.6},
        {"sin", gpu_math_sin, sinl, 2.8},
        {"cos", gpu_math_cos, cosl, 2.8},
    };
    static const double special[] = {0,      -0.0,   INFINITY, -INFINITY, NAN,     1,
                                     0x1p20, 709.79, -745.2,   1e-310,    -1e-310, 4.9e-324};
    enum { SPECIAL = sizeof special / sizeof *special };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint64_t n = 0; n < NUMBERS; n++) {
            const uint64_t random = random_word(n);
            double x = ldexp((double)(int64_t)random, (int)(n % 48) - 80); /* 2^-17 to 2^30 */
            if (n < SPECIAL)
                x = special[n];
            else if (n % 2 == 0)
                memcpy(&x, &random, sizeof x);
            const double error = wide_error(cases[i].function(x), cases[i].exact(x));
            if (!(error <= cases[i].most))
                fail_msg("%s of %a: %g units off", cases[i].name, x, error);
        }
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Both of one angle are the same as each alone. */
static void test_of_both(void **state)
{
    (void)state;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 997) {
        const float x = gpu_number((uint32_t)bits);
        const double wide = gpu_wide_number(random_word(bits));
        float sine, cosine;
        double wide_sine, wide_cosine;
        gpu_math_sincosf(x, &sine, &cosine);
        gpu_math_sincos(wide, &wide_sine, &wide_cosine);
        if (!same(sine, gpu_math_sinf(x)) || !same(cosine, gpu_math_cosf(x)))
            fail_msg("of %a: %a, %a", x, sine, cosine);
        if (!same(wide_sine, gpu_math_sin(wide)) || !same(wide_cosine, gpu_math_cos(wide)))
            fail_msg("of %a: %a, %a", wide, wide_sine, wide_cosine);
    }
}

/* A circle, and all numbers. */
static void test_angle(void **state)
{
    enum { PAIRS = 1000000 };
    static const float numbers[] = {0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-40f, 3e38f};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    (void)state;
    for (uint64_t i = 0; i < PAIRS; i++) {
        const uint64_t random = random_word(i);
        float y = gpu_number((uint32_t)random), x = gpu_number((uint32_t)(random >> 32));
        if (i < NUMBERS * NUMBERS) {
            y = numbers[i / NUMBERS];
            x = numbers[i % NUMBERS];
        } else if (i % 2) {
            y = (float)(int32_t)random;
            x = (float)(int32_t)(random >> 32);
        }
        const float got = gpu_math_atan2f(y, x);
        const double wanted = atan2(y, x), error = error_of(got, wanted);
        if (!(error <= 2) || (!isnan(wanted) && !signbit(got) != !signbit(wanted)))
            fail_msg("atan2 of %a, %a: %a, not %a", y, x, got, wanted);
    }
}

static void power_is_near(float x, float y)
{
    const double error = error_of(gpu_math_powf(x, y), pow(x, y));
    if (!(error <= 4.7))
        fail_msg("%a to the power of %a: %g units off", x, y, error);
}

/* Powers of any two floats mostly overflow: so also of numbers near 1, and by small ones. */
static void test_power(void **state)
{
    enum { PAIRS = 1000000 };
    (void)state;
    for (uint64_t i = 0; i < PAIRS; i++) {
        const uint64_t random = random_word(i);
        const float any = gpu_number((uint32_t)random),
                    other = gpu_number((uint32_t)(random >> 32)),
                    some = ldexpf((float)(uint16_t)random, (int)(random >> 16 & 31) - 32),
                    few = (float)(int32_t)(random >> 32) * 0x1p-24f;
        power_is_near(any, other);
        power_is_near(some, few);
        power_is_near(-some, rintf(few));
    }
}

static void test_special_powers(void **state)
{
    static const float numbers[] = {0,     -0.0f,   1,          -1,     2,        -2,
                                    0.5f,  -0.5f,   3,          -3,     INFINITY, -INFINITY,
                                    NAN,   1e30f,   -1e30f,     1e-40f, -1e-40f,  33554434,
                                    -2.5f, 8388609, 0.99999994f};
    enum { NUMBERS = sizeof numbers / sizeof *numbers };
    (void)state;
    for (int i = 0; i < NUMBERS; i++)
        for (int j = 0; j < NUMBERS; j++) {
            const float x = numbers[i], y = numbers[j], got = gpu_math_powf(x, y);
            const double wanted = pow(x, y);
            if (isnan(wanted) ? !isnan(got)
                              : error_of(got, wanted) > 4.7 || !signbit(got) != !signbit(wanted))
                fail_msg("%a to the power of %a: %a, not %a", x, y, got, wanted);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_of_one),  cmocka_unit_test(test_of_double),
        cmocka_unit_test(test_of_both), cmocka_unit_test(test_angle),
        cmocka_unit_test(test_power),   cmocka_unit_test(test_special_powers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
