#include "patterns/threads/runs.h"

#define NAME       order_clear
#define LOADS      0
#define LOAD       0
#define STORE      IN_RUNS_OR_DEALT
#define IN_LENGTH  0
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "order_clear",
    .help = "clear an array, `run` consecutive elements to each thread in turn",
    .formula = "out[i] = 0, i dealt to threads in runs of `run`",
    .lesson =
        "Clearing four neighbouring elements in each thread looks like less work for each, and is "
        "the classical mistake on a GPU: at every moment a warp's lanes are then `run` elements "
        "apart and write parts of as many more sectors. On a CPU the run is what fills a line "
        "from one core; runs shorter than a line are cores taking lines from each other.",
    .source = "C: clear 4 adjacent elements a thread",
    .parameters = {{.name = "run",
                    .help = "consecutive elements a thread clears before it moves on",
                    .low = 1,
                    .high = INT64_C(1) << 40,
                    .standard = 4,
                    .power_of_two = true}},
    .loads = 0,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    EXPRESSIONS,
};
