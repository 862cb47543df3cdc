#include "patterns/kernel/usual.h"

#define SIDE_LOAD       1
#define SIDE_READS(gpu) 1
#define SIDE_WRITES     0
#define SIDE_STREAM     0
#include "patterns/latency/loaded.h"

#define NAME loaded_reads

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_reads",
    .help = "chase under a load of reads",
    .formula = "at = next[at]; others: sum += a[i]",
    LOADED_CHASE,
    EXPRESSIONS,
};
