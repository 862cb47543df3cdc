#include "patterns/bytes/fields.h"

#define NAME       aosoa_write
#define LOAD       (e.field * s.elements + e.index)
#define STORE      ((e.index - e.lane) * MEMBERS + e.lane + e.field * LANES)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH ((s.elements + LANES - 1) / LANES * LANES * MEMBERS)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "aosoa_write",
    .help = "write `used` of `members` fields of an array of blocks of 32 structs",
    .formula = "out[i / 32].field[f][i % 32] = in[f][i], f < used",
    .lesson =
        "The structs are stored in blocks of 32. A pass writes whole sectors and whole lines of "
        "each field that is used. It does not touch the unused fields, so there is no "
        "partial-sector write.",
    .source = "A, D: structs against arrays; the layout of vectorised libraries",
    .parameters = {USED_PARAMETER("fields written of each struct, at most `members`", "members"),
                   MEMBERS_PARAMETER("fields in each struct")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
