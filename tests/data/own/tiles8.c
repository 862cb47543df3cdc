#include "patterns/matrix/square.h"

#define NAME       tiles8
#define R          (e.index >> EDGE_SHIFT)
#define C          (e.index & (EDGE - 1))
#define TILE       (((R >> 3) << (EDGE_SHIFT - 3)) + (C >> 3))
#define LOAD       ((TILE << 6) + ((R & 7) << 3) + (C & 7))
#define STORE      e.index
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define MEANING    ((i / EDGE / 8 * (EDGE / 8) + i % EDGE / 8) * 64 + i / EDGE % 8 * 8 + i % 8)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "tiles8",
    .help = "read an image in tiles of 8 x 8, row by row",
    .formula = "out[r][c] = in[r / 8][c / 8][r % 8][c % 8]",
    .lesson = "A row of the image touches a row of eight elements in each tile.",
    .parameters = {EDGE_FROM(8)},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
