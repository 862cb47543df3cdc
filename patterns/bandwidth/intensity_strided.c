#include "patterns/bandwidth/multiply_add.h"

#define NAME       intensity_strided
#define LOAD       (e.index * 2)
#define STORE      e.index
#define IN_LENGTH  (2 * s.elements)
#define OUT_LENGTH s.elements
#define MEANING    (i * 2)

#include "patterns/kernel/generate.h"

#include "patterns/bandwidth/expected_multiplied.h"

ROW = {
    .name = "intensity_strided",
    .help = "read every second element, with n multiply-adds on each",
    .formula = "s = f = in[2 * i]; n times: s = s * s + f; out[i] = s",
    .lesson =
        "Half of the bytes that are read are wasted. The memory takes longer, so more arithmetic "
        "is free. When the pass becomes compute-bound, the stride costs nothing any more, and the "
        "curves of both patterns meet.",
    .source = "A: stride_test",
    .parameters = {ITERATIONS_PARAMETER},
    .loads = 1,
    .stores = 1,
    .expect = expected_multiplied,
    EXPRESSIONS,
};
