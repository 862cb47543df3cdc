#define NAME       soa
#define USED       s.value[0]
#define MEMBERS    s.value[1]
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * MEMBERS)
#define OUT_LENGTH (s.elements * USED)
#define VARIANT    USED
#define VARIANTS   8
#define FIELDS(v)  (v)
#include "generate.h"

ROW = {
    .name = "soa",
    .help = "read `used` of `members` fields, each field in an array of its own",
    .formula = "out[f][i] = field[f][i], f < used",
    .lesson =
        "A struct of arrays keeps each field dense: what is not used is not moved, on a CPU as on "
        "a GPU. Every used field is one more stream of addresses; a CPU's prefetchers follow a "
        "limited number of them, a GPU does not care.",
    .source = "A: my_copy_SOA; D: structs against arrays",
    .parameters =
        {{.name = "used",
          .help = "fields read, at most `members`",
          .low = 1,
          .high = 8,
          .standard = 1},
         {.name = "members", .help = "fields there are", .low = 1, .high = 8, .standard = 8}},
    EXPRESSIONS,
};
