#include "patterns/kernel/usual.h"

#define NAME endless
#define LOAD                    \
    ({                          \
        int64_t k = e.index;    \
        while (s.value[0] == 8) \
            k++;                \
        k;                      \
    })
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "endless",
       .help = "wrong",
       .parameters = {{.name = "part", .low = 1, .high = 8, .standard = 4}},
       EXPRESSIONS};
