#include "plots/compare/student.h"

#include <math.h>

/* The value that a normal variable exceeds with probability `above` < 1/2: Newton's method on the
 * logarithm of the tail, which is nearly a parabola. */
static double normal_quantile(double above)
{
    double x = sqrt(-2 * log(above));
    for (int i = 0; i < 8; i++) {
        const double tail = 0.5 * erfc(x * M_SQRT1_2);
        const double density = exp(-x * x / 2) / sqrt(2 * M_PI);
        x += log(tail / above) * tail / density;
    }
    return x;
}

/* Hill's two series: for the middle of the distribution, and for its tails. `a` to `d` are his
 * names. */
static double middle(double both, double n, double a, double b, double c, double d)
{
    const double x = -normal_quantile(both / 2);
    double y = x * x;
    if (n < 5)
        c += 0.3 * (n - 4.5) * (x + 0.6);
    c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    return expm1(a * y * y);
}

static double tail(double y, double n, double d)
{
    const double inner = ((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3;
    return ((1 / inner + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2) + 1 / y;
}

double student_quantile(double both, double freedom)
{
    const double n = freedom;
    if (!(n >= 1))
        return INFINITY;
    if (n < 1.0000001)
        return 1 / tan(both * M_PI_2);
    const double a = 1 / (n - 0.5), b = 48 / (a * a);
    const double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
    const double d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * M_PI_2) * n;
    const double y = pow(d * both, 2 / n);
    return sqrt(n * (y > 0.05 + a ? middle(both, n, a, b, c, d) : tail(y, n, d)));
}
