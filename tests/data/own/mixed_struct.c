#include "patterns/kernel/usual.h"

/* struct { double position[3]; float mass; uint16_t kind, flags; }, of which position and mass are
 * used. Elements have one size: these are words of 4 bytes, and a double is two of them. */
#define NAME       mixed_struct
#define WORDS      8
#define USED       7
#define FIELDS     USED
#define LOAD       (e.index * WORDS + e.field)
#define STORE      (e.field * s.elements + e.index)
#define IN_LENGTH  (s.elements * WORDS)
#define OUT_LENGTH (s.elements * USED)
#define SIZES      4
#define MEANING    (i % s.elements * 8 + i / s.elements)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "mixed_struct",
    .help = "read two members of a struct of mixed sizes",
    .formula = "x, y, z, mass of particle[i]",
    .lesson = "A struct is a sector of a GPU, half a line of a CPU.",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
