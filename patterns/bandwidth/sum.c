#include "patterns/bandwidth/reader.h"

#define NAME                     sum
#define LOAD                     e.index
#define IN_LENGTH                s.elements
#define SIZES                    (4 | 8)
#define READS                    1
#define FIRST_OF(row, own)       ((row)*LANES)
#define READ_ONE(k, first, lane) in[(first) + (lane)]
#define OF(v)                    value[v]
#define MERGE                    +=

#include "patterns/kernel/generate.h"

#include "patterns/bandwidth/lane_sums.h"

ROW = {
    .name = "sum",
    .help = "read an array and add it up",
    .formula = "sum += in[i]",
    .lesson =
        "This pattern only reads, one array. A core can do two loads in the time of one store, so "
        "in its caches this is faster than any pattern that writes. On a GPU it shows the "
        "bandwidth of reads alone, without the memory's switching between reads and writes.",
    .source = "likwid-bench: load; STREAM's missing kernel",
    .loads = 1,
    .stores = 0,
    .rounding = WHOLE_BLOCKS,
    .expect = expected_sums,
    EXPRESSIONS,
};
