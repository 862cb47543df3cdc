#include "patterns/threads/runs.h"

#define NAME       order
#define LOAD       IN_RUNS_OR_CYCLIC
#define STORE      IN_RUNS_OR_CYCLIC
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "order",
    .help = "give chunks of `run` consecutive elements to consecutive threads",
    .formula = "out[i] = in[i], runs of `run` elements to threads in turn",
    .lesson =
        "The same copy in two orders. With chunk 1 (cyclic distribution) neighbouring threads get "
        "neighbouring elements: on a GPU the lanes of a warp share sectors, but on a CPU the cores "
        "compete for the same lines. With the longest chunk (block distribution) each thread gets "
        "one contiguous block: that suits a CPU core's caches and prefetchers, but the lanes of a "
        "warp are then far apart. The best order for one device is the wrong one for the other.",
    .source = "C: 4 adjacent elements a thread against the stride loop",
    .parameters = {{.name = "run",
                    .help = "consecutive elements a thread handles before it moves on",
                    .low = 1,
                    .high = INT64_C(1) << 40,
                    .standard = 1,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    EXPRESSIONS,
};
