#include "patterns/bytes/structs.h"

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
        "Writing single fields of structs. A GPU writes parts of sectors, and what they belong to "
        "has to be read and merged before it can go to memory. A CPU reads each line it changes in "
        "any case, and writes back all of it.",
    .source = "A: my_copy_AOS, written; D: structs against arrays",
    .parameters = {USED_PARAMETER("fields touched of each struct, at most `members`", "members"),
                   MEMBERS_PARAMETER("fields in each struct")},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
