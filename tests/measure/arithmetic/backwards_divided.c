#include "tests/measure/arithmetic/backwards.h"

#define NAME backwards_divided
#define LOAD (e.index / EDGE * EDGE + EDGE - 1 - e.index % EDGE)

#include "patterns/kernel/generate.h"

ROW = {BACKWARDS("backwards_divided"), EXPRESSIONS};
