#include "patterns/kernel/usual.h"

#define SIDE_LOAD       1
#define SIDE_READS(gpu) 1
#define SIDE_WRITES     1
#define SIDE_STREAM     1
#include "patterns/latency/loaded.h"

#define NAME loaded_stream

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_stream",
    .help = "chase under a load of non-temporal copies",
    .formula = "at = next[at]; others: b[i] = a[i], non-temporal",
    LOADED_CHASE,
    EXPRESSIONS,
};
