#define NAME       aosoa
#define USED       s.value[0]
#define MEMBERS    s.value[1]
#define LOAD       ((e.index - e.lane) * MEMBERS + e.lane + e.field * WARP_LANES)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  ((s.elements + WARP_LANES - 1) / WARP_LANES * WARP_LANES * MEMBERS)
#define OUT_LENGTH (s.elements * USED)
#define VARIANT    USED
#define VARIANTS   8
#define FIELDS(v)  (v)
#include "generate.h"

ROW = {
    .name = "aosoa",
    .help = "read `used` of `members` fields of an array of blocks of 32 structs",
    .formula = "out[f][i] = in[i / 32].field[f][i % 32], f < used",
    .lesson =
        "Blocks of 32 structs, each a small struct of arrays: a warp, or a few vector registers, "
        "finds 32 values of one field side by side, and all fields of a struct are still within "
        "a few lines of each other. What is not used is not moved, as in a struct of arrays, and "
        "there is one stream of addresses, as in an array of structs.",
    .source = "A, D: structs against arrays; the layout of vectorised libraries",
    .parameters =
        {{.name = "used",
          .help = "fields touched of each struct, at most `members`",
          .low = 1,
          .high = 8,
          .standard = 1,
          .not_above = "members"},
         {.name = "members", .help = "fields in each struct", .low = 1, .high = 8, .standard = 8}},
    EXPRESSIONS,
};
