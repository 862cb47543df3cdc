#include "patterns/threads/runs.h"

#define NAME       order
#define LOAD       IN_RUNS_OR_DEALT
#define STORE      IN_RUNS_OR_DEALT
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "order",
    .help = "deal runs of `run` consecutive elements to consecutive threads",
    .formula = "out[i] = in[i], i dealt to threads in runs of `run`",
    .lesson =
        "The same copy, in two orders. Run 1 (interleaved) gives neighbouring elements to "
        "neighbouring threads: a warp's lanes then share sectors, which is what a GPU wants, while "
        "CPU cores fight over the same lines. The longest run (blocked) gives each thread a "
        "stretch of its own: what a CPU core's caches and prefetchers want, while the lanes of a "
        "warp end up far apart. The right answer for one device is the wrong one for the other.",
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
