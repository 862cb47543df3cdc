/* A band of a matrix: only few steps of a pass make an access. */
#include "patterns/kernel/usual.h"

enum { WHERE_band = EVERYWHERE };

#define NAME       band
#define EDGE       s.value[0]
#define WIDTH      256
#define ROW_OF     (e.index / EDGE)
#define COLUMN_OF  (e.index % EDGE)
#define ACTIVE     (COLUMN_OF - ROW_OF < WIDTH && ROW_OF - COLUMN_OF < WIDTH)
#define LOAD       e.index
#define STORE      e.index
#define ELEMENTS   (EDGE * EDGE)
#define IN_LENGTH  (EDGE * EDGE)
#define OUT_LENGTH (EDGE * EDGE)

#include "patterns/kernel/generate.h"

ROW = {.name = "band",
       .help = "copy a band of a matrix",
       .formula = "out[row][column] = in[row][column], if they are near each other",
       .lesson = "Most steps make no access.",
       .source = "the test",
       .parameters = {{.name = "edge",
                       .help = "elements of a row",
                       .low = 32,
                       .high = 1 << 16,
                       .standard = 1024,
                       .power_of_two = true}},
       .loads = 1,
       .stores = 1,
       EXPRESSIONS};
