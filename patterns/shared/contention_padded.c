#include "patterns/shared/cells.h"

#define NAME    contention_padded
#define CELLS   s.value[0]
#define CELL    (e.thread % CELLS)
#define SPACING (256 / 4)

#include "patterns/kernel/generate.h"

#include "patterns/shared/expected_counts.h"

ROW = {
    .name = "contention_padded",
    .help = "all threads add to `cells` cells 256 bytes apart",
    .formula = "atomic: cell[t % cells]++",
    .lesson =
        "Each cell lies on separate lines. On a CPU with as many cells as threads, no thread "
        "waits for another. On a GPU, distant cells spread a warp's request over more sectors, so "
        "the padding that helps the CPU costs time there.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {CELLS_PARAMETER},
    .loads = 0,
    .stores = 1,
    .expect = expected_counts,
    EXPRESSIONS,
};
