#define NAME       aosoa_write
#define USED       s.value[0]
#define MEMBERS    s.value[1]
#define LOAD       (e.field * s.elements + e.index)
#define STORE      ((e.index - e.lane) * MEMBERS + e.lane + e.field * WARP_LANES)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH ((s.elements + WARP_LANES - 1) / WARP_LANES * WARP_LANES * MEMBERS)
#define VARIANT    USED
#define VARIANTS   8
#define FIELDS(v)  (v)
#include "generate.h"

ROW = {
    .name = "aosoa_write",
    .help = "write `used` of `members` fields of an array of blocks of 32 structs",
    .formula = "out[i / 32].field[f][i % 32] = in[f][i], f < used",
    .lesson =
        "Writing into blocks of 32 structs: whole sectors and whole lines of each field that is "
        "used, none of the others.",
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
