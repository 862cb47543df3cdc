#include "patterns/bytes/fields.h"

#define NAME       soa
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * MEMBERS)
#define OUT_LENGTH (s.elements * USED)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "soa",
    .help = "read `used` of `members` fields, each field in a separate array",
    .formula = "out[f][i] = field[f][i], f < used",
    .lesson =
        "A struct of arrays keeps each field dense. Unused fields are not moved, on a CPU or on a "
        "GPU. Each used field is one more stream of addresses: a CPU's prefetchers can follow only "
        "a limited number of streams, while a GPU is not affected.",
    .source = "A: my_copy_SOA; D: structs against arrays",
    .parameters = {USED_PARAMETER("fields read, at most `members`", NULL),
                   MEMBERS_PARAMETER("fields in all")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
