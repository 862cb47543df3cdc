#define NAME       soa_write
#define USED       s.value[0]
#define MEMBERS    s.value[1]
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH (s.elements * MEMBERS)
#define VARIANT    USED
#define VARIANTS   8
#define FIELDS(v)  (v)
#include "generate.h"

ROW = {
    .name = "soa_write",
    .help = "write `used` of `members` fields, each field in an array of its own",
    .formula = "field[f][i] = in[f][i], f < used",
    .lesson =
        "Each field in an array of its own: what is written is written densely, whatever else a "
        "struct has.",
    .source = "A: my_copy_SOA, written; D: structs against arrays",
    .parameters =
        {{.name = "used",
          .help = "fields touched of each struct, at most `members`",
          .low = 1,
          .high = 8,
          .standard = 1},
         {.name = "members", .help = "fields in each struct", .low = 1, .high = 8, .standard = 8}},
    EXPRESSIONS,
};
