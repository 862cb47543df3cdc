#include "patterns/kernel/usual.h"

INLINED int64_t place(int64_t left)
{
    int64_t d = 0, most;
    while (most = d < 8 ? d : 14 - d, left > most)
        left -= most + 1, d++;
    const int64_t column = d % 2 ? (d < 8 ? d : 7) - left : (d < 8 ? 0 : d - 7) + left;
    return (d - column) * 8 + column;
}

static const unsigned char by_hand[64] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63};

#define NAME         zigzag
#define INDEX_VALUE  place(i)
#define INDEX_LENGTH 64
#define LOAD         (e.index - (e.index & 63) + INDEX(e.index & 63))
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define MEANING      (i / 64 * 64 + by_hand[i % 64])

#include "patterns/kernel/generate.h"

ROW = {
    .name = "zigzag",
    .help = "read blocks of 8 x 8 along their diagonals, as JPEG does",
    .formula = "out[block][i] = in[block][zigzag[i]]",
    .lesson = "All of a block is in two sectors and more.",
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_BLOCKS,
    EXPRESSIONS,
};
