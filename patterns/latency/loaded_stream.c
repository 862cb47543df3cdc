#include "patterns/latency/loaded.h"

#define NAME        loaded_stream
#define SIDE_READS  1
#define SIDE_STREAM 1

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "loaded_stream",
    .help = "chase under a load of non-temporal copies",
    .formula = "at = next[at]; others: b[i] = a[i], non-temporal",
    LOADED_CHASE,
    .parameters = {LOADED_FOOTPRINT, LOADED_DELAY},
    EXPRESSIONS,
};
