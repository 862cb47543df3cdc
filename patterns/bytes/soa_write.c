#include "patterns/bytes/structs.h"

#define NAME       soa_write
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH (s.elements * MEMBERS)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "soa_write",
    .help = "write `used` of `members` fields, each field in an array of its own",
    .formula = "field[f][i] = in[f][i], f < used",
    .lesson =
        "Each field in an array of its own: what is written is written densely, whatever else a "
        "struct has.",
    .source = "A: my_copy_SOA, written; D: structs against arrays",
    .parameters = {USED_PARAMETER("fields touched of each struct, at most `members`", NULL),
                   MEMBERS_PARAMETER("fields in each struct")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
