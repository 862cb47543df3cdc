#include "tests/measure/arithmetic/backwards.h"

#define NAME backwards_shifted
#define LOAD ((e.index & -EDGE) + (EDGE - 1 - (e.index & (EDGE - 1))))

#include "patterns/kernel/generate.h"

ROW = {BACKWARDS("backwards_shifted"), EXPRESSIONS};
