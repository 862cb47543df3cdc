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
    .help = "read from a start that is `offset` elements after an aligned one",
    .formula = "out[i] = in[i + offset]",
    .lesson =
        "A warp whose 128 bytes do not start on a sector touches one sector more: five instead of "
        "four for 4-byte elements. The neighbouring warp uses the rest of that sector, and the "
        "cache usually still holds it. On a CPU some vector loads cross from one line to the next. "
        "GPUs of 2009 needed sixteen transactions for this; today it costs a few per cent at most.",
    .source = "D: half-warp cases, misaligned start",
    .parameters = {{.name = "offset",
                    .help = "elements from the array's aligned start to the first read",
                    .low = 0,
                    .high = 1 << 20,
                    .standard = 1}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
