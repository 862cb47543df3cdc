#include "patterns/latency/loaded.h"

#define NAME        loaded_reads
#define SIDE_READS  1
#define SIDE_WRITES 0

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_reads",
    .help = "chase under a load of reads",
    .formula = "at = next[at]; others: sum += a[i]",
    LOADED_CHASE,
    .parameters = {LOADED_FOOTPRINT, LOADED_DELAY},
    EXPRESSIONS,
};
