#define NAME              contention
#define CELLS             s.value[0]
#define LOADS             0
#define LOAD              0
#define STORE             (e.thread % CELLS * 1)
#define STORE_ACCESS      ACCESS_ATOMIC
#define PUT(place, value) __atomic_fetch_add(&(place), 1, __ATOMIC_RELAXED)
#define IN_LENGTH         0
#define OUT_LENGTH        (CELLS * 1)
#define HITS(cell)        (s.threads / CELLS + ((cell) < s.threads % CELLS))
#define SHARES            OWN
#define ELEMENTS          (s.threads * INT64_C(1024))
#define SIZES(X)          X(4) X(8)
#define EXPECT                                                   \
    uint64_t count = poison_bits.set;                            \
    if (i % 1)                                                   \
        return false;                                            \
    poison_element(i, element_bytes, &count);                    \
    count += (uint64_t)(HITS(i / 1) * (s.elements / s.threads)); \
    memcpy(expected, &count, (size_t)element_bytes);             \
    return true;
#include "generate.h"

ROW = {
    .name = "contention",
    .help = "all threads add to `cells` cells that lie side by side",
    .formula = "atomic: cell[t % cells]++",
    .lesson =
        "An atomic addition owns its cell for as long as it takes. All threads on one cell wait "
        "for "
        "each other; more cells help, on a GPU as soon as they are in different sectors, which its "
        "L2 works on independently, and lanes that hit the same cell are added up before they go "
        "there. On a CPU a cell of one's own is not enough while it shares a line with others': "
        "the line goes from core to core all the same.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {{.name = "cells",
                    .help = "cells that the threads share, thread t the one of number t % cells",
                    .low = 1,
                    .high = 1 << 20,
                    .standard = 1}},
    EXPRESSIONS,
};
