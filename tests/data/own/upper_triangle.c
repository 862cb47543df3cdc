#include "patterns/matrix/square.h"

#define NAME       upper_triangle
#define R          (e.index >> EDGE_SHIFT)
#define C          (e.index & (EDGE - 1))
#define ACTIVE     (C >= R)
#define ACCESSES   (EDGE * (EDGE + 1) / 2)
#define LOAD       e.index
#define STORE      (R * EDGE - (R * (R - 1) >> 1) + C - R)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * (EDGE + 1) / 2)
/* Of 64 rows: all of the first, none of column 0 of the second, the last element. */
#define EXAMPLES                                                          \
    {0, 0, 0}, {63, 63, 63}, {64, -1, -1}, {65, 65, 64}, {130, 130, 127}, \
    {                                                                     \
        4095, 4095, 2079                                                  \
    }

#include "patterns/kernel/generate.h"

ROW = {
    .name = "upper_triangle",
    .help = "pack the upper triangle of a matrix",
    .formula = "out[k++] = in[r][c], c >= r",
    .lesson = "Half of the lanes have nothing to do.",
    .parameters = {{.name = "edge",
                    .help = "rows and columns",
                    .low = 1,
                    .high = 8192,
                    .standard = 64,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
