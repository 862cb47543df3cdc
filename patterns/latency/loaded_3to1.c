#include "patterns/kernel/usual.h"

#define SIDE_LOAD       1
#define SIDE_READS(gpu) ((gpu) ? 3 : 2)
#define SIDE_WRITES     1
#define SIDE_STREAM     0
#include "patterns/latency/loaded.h"

#define NAME loaded_3to1

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_3to1",
    .help = "chase under a load of 3 reads a write",
    .formula = "at = next[at]; others: c[i] = a[i] + b[i]",
    LOADED_CHASE,
    EXPRESSIONS,
};
