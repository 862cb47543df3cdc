#include "patterns/bytes/fields.h"

#define NAME       aos_write
#define LOAD       (e.field * s.elements + e.index)
#define STORE      (e.index * MEMBERS + e.field)
#define IN_LENGTH  (s.elements * USED)
#define OUT_LENGTH (s.elements * MEMBERS)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "aos_write",
    .help = "write `used` of the `members` fields of an array of structs",
    .formula = "out[i].field[f] = in[f][i], f < used",
    .lesson =
        "A pass writes single fields of structs. On a GPU these are partial-sector writes: the "
        "rest of each sector has to be read and merged before the sector can go to memory. A CPU "
        "reads each line before it changes it in any case (write-allocate), and writes the whole "
        "line back.",
    .source = "A: my_copy_AOS, written; D: structs against arrays",
    .parameters = {USED_PARAMETER("fields written of each struct, at most `members`", "members"),
                   MEMBERS_PARAMETER("fields in each struct")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
