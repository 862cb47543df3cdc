#include "patterns/bytes/fields.h"

#define NAME       aos
#define LOAD       (e.index * MEMBERS + e.field)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * MEMBERS)
#define OUT_LENGTH (s.elements * USED)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "aos",
    .help = "read `used` of the `members` fields of an array of structs",
    .formula = "out[f][i] = in[i].field[f], f < used",
    .lesson =
        "An array of structs interleaves the fields. Memory moves whole sectors or lines, so "
        "reading one field also moves the unused fields next to it: using 1 of 8 fields wastes up "
        "to seven eighths of the traffic on both sides. When all fields are used, nothing is "
        "wasted; only the instructions are less regular.",
    .source = "A: my_copy_AOS (1 of 3 fields); D: structs against arrays",
    .parameters = {USED_PARAMETER("fields read of each struct, at most `members`", "members"),
                   MEMBERS_PARAMETER("fields in each struct")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
