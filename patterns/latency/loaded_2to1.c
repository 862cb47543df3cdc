#include "patterns/kernel/usual.h"

#define SIDE_LOAD       1
#define SIDE_READS(gpu) ((gpu) ? 2 : 1)
#define SIDE_WRITES     1
#define SIDE_STREAM     0
#include "patterns/latency/loaded.h"

#define NAME loaded_2to1

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_2to1",
    .help = "chase under a load of 2 reads a write",
    .formula = "at = next[at]; others: b[i] = a[i]",
    LOADED_CHASE,
    EXPRESSIONS,
};
