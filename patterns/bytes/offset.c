#include "patterns/kernel/usual.h"

#define NAME       offset
#define OFFSET     s.value[0]
#define LOAD       (e.index + OFFSET)
#define STORE      e.index
#define IN_LENGTH  (s.elements + OFFSET)
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "offset",
    .help = "read from a start that is `offset` elements off the aligned one",
    .formula = "out[i] = in[i + offset]",
    .lesson =
        "A warp whose 128 bytes do not start on a sector touches one sector more (five instead of "
        "four for 4-byte elements); the neighbouring warp uses the rest of it, and the cache "
        "usually still has it. On a CPU some vector loads straddle two lines. What cost sixteen "
        "transactions on the GPUs of 2009 costs a few per cent at most today.",
    .source = "D: half-warp cases, misaligned start",
    .parameters = {{.name = "offset",
                    .help = "elements that the first read lies off the array's aligned start",
                    .low = 0,
                    .high = 1 << 20,
                    .standard = 1}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
