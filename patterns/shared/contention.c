#include "patterns/shared/cells.h"

#define NAME    contention
#define CELLS   s.value[0]
#define CELL    (e.thread % CELLS)
#define SPACING 1

#include "patterns/kernel/generate.h"

#include "patterns/shared/expected_counts.h"

ROW = {
    .name = "contention",
    .help = "all threads add to `cells` cells that lie side by side",
    .formula = "atomic: cell[t % cells]++",
    .lesson =
        "Atomic additions to the same cell are serialized. With one cell, all threads wait for "
        "each other; more cells reduce the waiting. A GPU's L2 works on different sectors in "
        "parallel, and additions of one warp to the same cell are combined before they reach it. "
        "On a CPU a cell for each thread is not enough while cells share a line: the line still "
        "moves from core to core (false sharing).",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {CELLS_PARAMETER},
    .loads = 0,
    .stores = 1,
    .expect = expected_counts,
    EXPRESSIONS,
};
