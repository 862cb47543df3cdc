/* The GPU's functions of the math library (patterns/loop/gpu_math.h), computed on the host: their
 * errors against functions of doubles, over floats of all sizes, and what C says of special
 * numbers. An error is in units of the last place of the float that would be right. */
#include "patterns/loop/gpu_math.h"
#include "patterns/random.h"
#include "tests/assertions.h"

#include <stdio.h>

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

static float sine_of_both(float x)
{
    float sine, cosine;
    gpu_math_sincosf(x, &sine, &cosine);
    return sine;
}

static float cosine_of_both(float x)
{
    float sine, cosine;
    gpu_math_sincosf(x, &sine, &cosine);
    return cosine;
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
        {"sin", gpu_math_sinf, sin, 0, 48000, 1.5},
        {"cos", gpu_math_cosf, cos, 0, 48000, 1.55},
        {"far sin", gpu_math_sinf, sin, 48000, INFINITY, 2.8},
        {"far cos", gpu_math_cosf, cos, 48000, INFINITY, 2.8},
        {"sin of both", sine_of_both, sin, 0, INFINITY, 2.8},
        {"cos of both", cosine_of_both, cos, 0, INFINITY, 2.8},
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_of_one), cmocka_unit_test(test_power),
                                       cmocka_unit_test(test_special_powers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
