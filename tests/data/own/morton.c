#include "patterns/matrix/square.h"

INLINED int64_t spread(int64_t x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

static inline int64_t by_hand(int64_t row, int64_t column)
{
    int64_t place = 0;
    for (int bit = 0; bit < 16; bit++)
        place += (column >> bit & 1) << 2 * bit | (row >> bit & 1) << (2 * bit + 1);
    return place;
}

#define NAME       morton
#define LOAD       (spread(e.index & (EDGE - 1)) | spread(e.index >> EDGE_SHIFT) << 1)
#define STORE      e.index
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)
#define MEANING    by_hand(i / EDGE, i % EDGE)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "morton",
    .help = "read a matrix in Morton order, row by row",
    .formula = "out[r][c] = in[interleaved bits of r and c]",
    .lesson = "Neighbours in either direction are mostly near.",
    .parameters = {EDGE_FROM(8)},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
