/* cmocka, with what has to be included before it, and a comparison of doubles: cmocka 1.1 compares
 * floats alone. */
#ifndef TESTS_ASSERTIONS_H
#define TESTS_ASSERTIONS_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static inline void assert_near(double value, double wanted, double within)
{
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.9g is not %.9g", value, wanted);
}

#endif
