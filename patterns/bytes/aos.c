#define NAME       aos
#define USED       s.value[0]
#define MEMBERS    s.value[1]
#define LOAD       (e.index * MEMBERS + e.field)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * MEMBERS)
#define OUT_LENGTH (s.elements * USED)
#define VARIANT    USED
#define VARIANTS   8
#define FIELDS(v)  (v)
#include "generate.h"

ROW = {
    .name = "aos",
    .help = "read `used` of the `members` fields of an array of structs",
    .formula = "out[f][i] = in[i].field[f], f < used",
    .lesson =
        "An array of structs interleaves the fields, so asking for one field moves its neighbours "
        "too: using 1 of 8 fields wastes up to seven eighths of the traffic on either side. When "
        "all fields are used nothing is wasted, and only the instructions are less regular.",
    .source = "A: my_copy_AOS (1 of 3 fields); D: structs against arrays",
    .parameters =
        {{.name = "used",
          .help = "fields read of each struct, at most `members`",
          .low = 1,
          .high = 8,
          .standard = 1,
          .not_above = "members"},
         {.name = "members", .help = "fields in each struct", .low = 1, .high = 8, .standard = 8}},
    EXPRESSIONS,
};
