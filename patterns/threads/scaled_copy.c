#include "patterns/kernel/usual.h"

#define CHOOSES_LAUNCH 1

#define NAME       scaled_copy
#define ELEMENTS   (s.workers * (s.value[2] / 8))
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define SIZES      4

#include "patterns/kernel/generate.h"

ROW = {
    .name = "scaled_copy",
    .help = "copy by any number of threads, equal bytes each",
    .formula = "for (i = begin[thread]; i < end[thread]; i++) out[i] = in[i]",
    .lesson =
        "Each thread copies separate arrays, so more threads copy more. In its private caches "
        "each core adds its full speed. A shared cache, and above all the memory, saturates: from "
        "some number of cores on, more of them add nothing. One core alone cannot use the memory's "
        "bandwidth, because it does not keep enough lines in flight.",
    .source = "STREAM's scaling; likwid-bench",
    .parameters = {TEAMS_PARAMETER,
                   THREADS_PARAMETER,
                   {.name = "each",
                    .help = "bytes of both arrays of each core or warp",
                    .low = 8192,
                    .high = INT64_C(1) << 30,
                    .standard = 16384,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
