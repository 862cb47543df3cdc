#include "patterns/shared/cells.h"

#define NAME    false_sharing
#define CELLS   s.threads
#define CELL    e.thread
#define SPACING (1 + s.value[0] / 4)

#include "patterns/kernel/generate.h"

#include "patterns/shared/expected_counts.h"

ROW = {
    .name = "false_sharing",
    .help = "every thread adds to a separate cell, `padding` bytes apart",
    .formula = "atomic: cell[t]++",
    .lesson =
        "No two threads ever touch the same cell, but on a CPU cells of different threads can "
        "share a line. The line then moves from core to core, until the padding gives each cell a "
        "separate "
        "line; where lines are fetched in pairs, it takes two lines. A GPU's atomic "
        "additions are done in its L2, without copies in other caches, so "
        "padding only adds sectors.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {{.name = "padding",
                    .help = "unused bytes between a cell and the next",
                    .low = 0,
                    .high = 4096,
                    .standard = 0}},
    .loads = 0,
    .stores = 1,
    .expect = expected_counts,
    EXPRESSIONS,
};
