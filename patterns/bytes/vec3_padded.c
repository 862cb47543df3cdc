#include "patterns/kernel/usual.h"

/* The struct moves as one element of 16 bytes, of which 12 are useful: three quarters of an access.
 */

#define NAME       vec3_padded
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ACCESSES   (s.elements * 3 / 4)
#define SIZES      16

#include "patterns/kernel/generate.h"

ROW = {
    .name = "vec3_padded",
    .help = "copy structs of three 4-byte fields padded to 16 bytes",
    .formula = "out[i] = in[i], of struct { float x, y, z, unused; }",
    .lesson =
        "Padding 12 bytes to 16 aligns every struct, and one wide access reads it. The price is "
        "that 16 bytes move instead of 12. Where the pass is bandwidth-bound and caches merge the "
        "accesses to a struct, a quarter of the traffic is wasted.",
    .source = "D: 12-byte struct padded to 16",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
