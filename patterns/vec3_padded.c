#define NAME       vec3_padded
#define LOAD       (4 * e.index + e.field)
#define STORE      LOAD
#define IN_LENGTH  (4 * s.elements)
#define OUT_LENGTH (4 * s.elements)
#define FIELDS(v)  3
#define SIZES(X)   X(4)
#include "generate.h"

ROW = {
    .name = "vec3_padded",
    .help = "copy the three 4-byte fields of structs padded to 16 bytes",
    .formula = "out[i] = in[i], of struct { float x, y, z, unused; }",
    .lesson =
        "Padding 12 bytes to 16 aligns every struct and lets one wide access fetch it, at the "
        "price of moving 16 bytes for 12. Where the memory is the limit and caches put the "
        "pieces of a struct together, the padding is a quarter of the traffic thrown away.",
    .source = "D: 12-byte struct padded to 16",
    EXPRESSIONS,
};
