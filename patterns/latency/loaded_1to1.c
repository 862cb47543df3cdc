#include "patterns/latency/loaded.h"

#define NAME       loaded_1to1
#define SIDE_READS 1

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_1to1",
    .help = "chase under a load of 1 read a write",
    .formula = "at = next[at]; others: a[i] = 0",
    LOADED_CHASE,
    .parameters = {LOADED_FOOTPRINT, LOADED_DELAY},
    EXPRESSIONS,
};
