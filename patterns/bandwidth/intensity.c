#include "patterns/bandwidth/multiply_add.h"

#define NAME       intensity
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANING    i

#include "patterns/kernel/generate.h"

#include "patterns/bandwidth/expected_multiplied.h"

ROW = {
    .name = "intensity",
    .help = "copy with n multiply-adds on every element",
    .formula = "s = f = in[i]; n times: s = s * s + f; out[i] = s",
    .lesson =
        "While the memory is busy anyway, arithmetic costs nothing: the time stays that of the "
        "copy "
        "until the multiply-adds alone take longer. The corner is where a machine's arithmetic and "
        "its memory are in balance, at so many operations for each byte; left of it the bandwidth "
        "decides, right of it the arithmetic.",
    .source = "A: unit_test",
    .parameters = {ITERATIONS_PARAMETER},
    .loads = 1,
    .stores = 1,
    .expect = expected_multiplied,
    EXPRESSIONS,
};
