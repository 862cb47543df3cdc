#include "patterns/kernel/usual.h"

#define NAME        stencil27
#define EDGE        s.value[0]
#define SHIFT       __builtin_ctzll((unsigned long long)EDGE)
#define X           (e.index & (EDGE - 1))
#define Y           (e.index >> SHIFT & (EDGE - 1))
#define Z           (e.index >> 2 * SHIFT)
#define AT(z, y, x) (((z) * (EDGE + 2) + (y)) * (EDGE + 2) + (x))
#define ELEMENTS    (EDGE * EDGE * EDGE)
#define LOADS       27
#define LOAD        AT(Z + e.load / 9, Y + e.load / 3 % 3, X + e.load % 3)
#define STORE       e.index
#define IN_LENGTH   AT(EDGE + 2, 0, 0)
#define OUT_LENGTH  ELEMENTS
#define MEANING                                                                                   \
    (AT(i / (EDGE * EDGE) + 1, i / EDGE % EDGE + 1, i % EDGE + 1) + AT(k / 9, k / 3 % 3, k % 3) - \
     AT(1, 1, 1))
#define SUM3(k) (VALUE(k) + VALUE((k) + 1) + VALUE((k) + 2))
#define SUM9(k) (SUM3(k) + SUM3((k) + 3) + SUM3((k) + 6))
#define RESULT  ((SUM9(0) + SUM9(9) + SUM9(18)) / 27)
#define NUMBERS

#include "patterns/kernel/generate.h"

ROW = {
    .name = "stencil27",
    .help = "the mean of a cell and its 26 neighbours",
    .formula = "out[z][y][x] = mean of in[z - 1 to z + 1][y - 1 to y + 1][x - 1 to x + 1]",
    .lesson = "Caches serve all but one of the loads.",
    .parameters = {{.name = "edge",
                    .help = "of the grid",
                    .low = 4,
                    .high = 512,
                    .standard = 64,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
