#include "patterns/bytes/fields.h"

#define NAME       soa_write
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH (s.elements * MEMBERS)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "soa_write",
    .help = "write `used` of `members` fields, each field in a separate array",
    .formula = "field[f][i] = in[f][i], f < used",
    .lesson =
        "Each field lies in a separate array. What is written is dense, so there are only whole "
        "sectors and whole lines. The unused fields are not touched.",
    .source = "A: my_copy_SOA, written; D: structs against arrays",
    .parameters = {USED_PARAMETER("fields written, at most `members`", NULL),
                   MEMBERS_PARAMETER("fields in all")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
