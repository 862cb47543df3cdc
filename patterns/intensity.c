#define NAME       intensity
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANING    i
#include "multiply_add.h"

#include "generate.h"

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
    .parameters = {{.name = "iterations",
                    .help = "multiply-adds on each element",
                    .low = 0,
                    .high = 4096,
                    .standard = 8}},
    EXPRESSIONS,
};
