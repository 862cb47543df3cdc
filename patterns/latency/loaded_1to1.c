#include "patterns/kernel/usual.h"

#define SIDE_LOAD       1
#define SIDE_READS(gpu) ((gpu) ? 1 : 0)
#define SIDE_WRITES     1
#define SIDE_STREAM     0
#include "patterns/latency/loaded.h"

#define NAME loaded_1to1

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_1to1",
    .help = "chase under a load of 1 read a write",
    .formula = "at = next[at]; others: a[i] = 0",
    LOADED_CHASE,
    EXPRESSIONS,
};
