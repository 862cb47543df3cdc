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
        "While the pass is bandwidth-bound, arithmetic is free: the time stays that of the copy "
        "until the multiply-adds alone take longer. At that corner the machine's arithmetic and "
        "its memory bandwidth are in balance, at a certain number of operations a byte (arithmetic "
        "intensity). Left of the corner the pass is bandwidth-bound, right of it compute-bound.",
    .source = "A: unit_test",
    .parameters = {ITERATIONS_PARAMETER},
    .loads = 1,
    .stores = 1,
    .expect = expected_multiplied,
    EXPRESSIONS,
};
