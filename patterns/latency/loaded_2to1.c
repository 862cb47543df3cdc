#include "patterns/latency/loaded.h"

#define NAME       loaded_2to1
#define SIDE_READS 2

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_2to1",
    .help = "chase under a load of 2 reads a write",
    .formula = "at = next[at]; others: b[i] = a[i]",
    LOADED_CHASE,
    .parameters = {LOADED_FOOTPRINT, LOADED_DELAY},
    EXPRESSIONS,
};
