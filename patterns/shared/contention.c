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
        "An atomic addition owns its cell for as long as it takes. All threads on one cell wait "
        "for "
        "each other; more cells help, on a GPU as soon as they are in different sectors, which its "
        "L2 works on independently, and lanes that hit the same cell are added up before they go "
        "there. On a CPU a cell of one's own is not enough while it shares a line with others': "
        "the line goes from core to core all the same.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {CELLS_PARAMETER},
    .loads = 0,
    .stores = 1,
    .expect = expected_counts,
    EXPRESSIONS,
};
