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
        "A struct of arrays keeps each field dense. Unused fields are not moved, on a CPU or on a "
        "GPU. Each used field is one more stream of addresses: a CPU's prefetchers can follow only "
        "a limited number of streams, while a GPU is not affected.",
    .source = "A: my_copy_SOA; D: structs against arrays",
    .parameters =
        {{.name = "used",
          .help = "fields read, at most `members`",
          .low = 1,
          .high = 8,
          .standard = 1},
         {.name = "members", .help = "fields in all", .low = 1, .high = 8, .standard = 8}},
    EXPRESSIONS,
};
