#include "patterns/latency/loaded.h"

#define NAME       loaded_3to1
#define SIDE_READS 3

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_3to1",
    .help = "chase under a load of 3 reads a write",
    .formula = "at = next[at]; others: c[i] = a[i] + b[i]",
    LOADED_CHASE,
    .parameters = {LOADED_FOOTPRINT, LOADED_DELAY},
    EXPRESSIONS,
};
