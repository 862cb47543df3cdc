#include "patterns/matrix/stencil_rows.h"

#define NAME      jacobi_readonly
#define READ_ONLY 1

#include "patterns/kernel/generate.h"

ROW = {
    .name = "jacobi_readonly",
    .help = "relax a grid, lanes along its rows, reading through the read-only path",
    .formula = "b[i][j] = 0.5 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1])",
    .lesson =
        "GPUs before 2013 cached a kernel's reads only on the texture or read-only path. For a "
        "stencil, where each element is read four times, that path was worth a lot. Today both "
        "paths share one L1, and this pattern costs the same as jacobi_rows. A CPU "
        "has only one path.",
    .source = "B: Jacobi through texture (read-only) memory",
    .relaxes = true,
    .parameters = {EDGE_FROM(32)},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
