#define NAME       aos_write
#define USED       s.value[0]
#define MEMBERS    s.value[1]
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.index * MEMBERS + e.field)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH (s.elements * MEMBERS)
#define VARIANT    USED
#define VARIANTS   8
#define FIELDS(v)  (v)
#include "generate.h"

ROW = {
    .name = "aos_write",
    .help = "write `used` of the `members` fields of an array of structs",
    .formula = "out[i].field[f] = in[f][i], f < used",
    .lesson =
        "Writing single fields of structs. A GPU writes parts of sectors, and what they belong to "
        "has to be read and merged before it can go to memory. A CPU reads each line it changes in "
        "any case, and writes back all of it.",
    .source = "A: my_copy_AOS, written; D: structs against arrays",
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
