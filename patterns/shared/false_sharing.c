#include "patterns/shared/cells.h"

#define NAME    false_sharing
#define CELLS   s.threads
#define CELL    e.thread
#define SPACING (1 + s.value[0] / 4)

#include "patterns/kernel/generate.h"

#include "patterns/shared/expected_counts.h"

ROW = {
    .name = "false_sharing",
    .help = "every thread adds to a cell of its own, `padding` bytes apart",
    .formula = "atomic: cell[t]++",
    .lesson =
        "No two threads ever touch the same cell, so nothing is shared but what the hardware "
        "cannot tell apart: a CPU's cores take whole lines from each other, until the padding is "
        "a line, or two where lines come in pairs. A GPU's atomics are done in its L2: there are "
        "no "
        "copies to take away, and padding only adds sectors.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {{.name = "padding",
                    .help = "bytes between a cell and the next",
                    .low = 0,
                    .high = 4096,
                    .standard = 0}},
    .loads = 0,
    .stores = 1,
    .expect = expected_counts,
    EXPRESSIONS,
};
