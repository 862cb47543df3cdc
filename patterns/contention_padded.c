#define NAME              contention_padded
#define CELLS             s.value[0]
#define LOADS             0
#define LOAD              0
#define STORE             (e.thread % CELLS * (256 / 4))
#define STORE_ACCESS      ACCESS_ATOMIC
#define PUT(place, value) __atomic_fetch_add(&(place), 1, __ATOMIC_RELAXED)
#define IN_LENGTH         0
#define OUT_LENGTH        (CELLS * (256 / 4))
#define HITS(cell)        (s.threads / CELLS + ((cell) < s.threads % CELLS))
#define SHARES            OWN
#define ELEMENTS          (s.threads * INT64_C(1024))
#define SIZES(X)          X(4) X(8)
#define EXPECT                                                           \
    uint64_t count = poison_bits.set;                                    \
    if (i % (256 / 4))                                                   \
        return false;                                                    \
    poison_element(i, element_bytes, &count);                            \
    count += (uint64_t)(HITS(i / (256 / 4)) * (s.elements / s.threads)); \
    memcpy(expected, &count, (size_t)element_bytes);                     \
    return true;
#include "generate.h"

ROW = {
    .name = "contention_padded",
    .help = "all threads add to `cells` cells 256 bytes apart",
    .formula = "atomic: cell[t % cells]++",
    .lesson =
        "The same with every cell on lines of its own. On a CPU with as many cells as threads "
        "nobody "
        "waits any more. On a GPU spreading the cells also spreads a warp's request over as many "
        "sectors: what helps a CPU costs there.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {{.name = "cells",
                    .help = "cells that the threads share, thread t the one of number t % cells",
                    .low = 1,
                    .high = 1 << 20,
                    .standard = 1}},
    EXPRESSIONS,
};
