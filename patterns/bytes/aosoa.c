#include "patterns/bytes/fields.h"

#define NAME       aosoa
#define LOAD       ((e.index - e.lane) * MEMBERS + e.lane + e.field * LANES)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  ((s.elements + LANES - 1) / LANES * LANES * MEMBERS)
#define OUT_LENGTH (s.elements * USED)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "aosoa",
    .help = "read `used` of `members` fields of an array of blocks of 32 structs",
    .formula = "out[f][i] = in[i / 32].field[f][i % 32], f < used",
    .lesson =
        "The structs are stored in blocks of 32, and each block is a small struct of arrays. A "
        "warp, or a few vector registers, finds 32 values of one field side by side. All fields of "
        "a struct are still within a few lines of each other. Unused fields are not moved, as in a "
        "struct of arrays, and there is only one stream of addresses, as in an array of structs.",
    .source = "A, D: structs against arrays; the layout of vectorised libraries",
    .parameters = {USED_PARAMETER("fields read of each struct, at most `members`", "members"),
                   MEMBERS_PARAMETER("fields in each struct")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
