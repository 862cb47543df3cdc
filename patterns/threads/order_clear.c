#include "patterns/threads/runs.h"

#define NAME       order_clear
#define LOADS      0
#define LOAD       0
#define STORE      IN_RUNS_OR_CYCLIC
#define IN_LENGTH  0
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "order_clear",
    .help = "clear an array, `run` consecutive elements to each thread in turn",
    .formula = "out[i] = 0, runs of `run` elements to threads in turn",
    .lesson =
        "Clearing four neighbouring elements in each thread is a classical mistake on a GPU. At "
        "every moment the warp's lanes are then `run` elements apart, and cause partial-sector "
        "writes in `run` times as many sectors. On a CPU a long run lets one core fill whole "
        "lines; with runs shorter than a line, the lines move from core to core (false sharing).",
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
