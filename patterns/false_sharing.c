#define NAME              false_sharing
#define LOADS             0
#define LOAD              0
#define STORE             (e.thread * (1 + s.value[0] / 4))
#define STORE_ACCESS      ACCESS_ATOMIC
#define PUT(place, value) __atomic_fetch_add(&(place), 1, __ATOMIC_RELAXED)
#define IN_LENGTH         0
#define OUT_LENGTH        (s.threads * (1 + s.value[0] / 4))
#define HITS(cell)        (s.threads / s.threads + ((cell) < s.threads % s.threads))
#define SHARES            OWN
#define ELEMENTS          (s.threads * INT64_C(1024))
#define SIZES(X)          X(4) X(8)
#define EXPECT                                                                      \
    uint64_t count = poison_bits.set;                                               \
    if (i % (1 + s.value[0] / 4))                                                   \
        return false;                                                               \
    poison_element(i, element_bytes, &count);                                       \
    count += (uint64_t)(HITS(i / (1 + s.value[0] / 4)) * (s.elements / s.threads)); \
    memcpy(expected, &count, (size_t)element_bytes);                                \
    return true;
#include "generate.h"

ROW = {
    .name = "false_sharing",
    .help = "every thread adds to a cell of its own, `padding` bytes apart",
    .formula = "atomic: cell[t % cells]++",
    .lesson =
        "No two threads ever touch the same cell, so nothing is shared but what the hardware "
        "cannot tell apart: a CPU's cores take whole lines from each other, until the padding is "
        "a line, or two where lines come in pairs. A GPU's atomics are done in its L2: there are "
        "no "
        "copies to take away, and padding only adds sectors.",
    .source = "C: threads that hit one address; D: many threads writing one cell",
    .parameters = {{.name = "padding",
                    .help = "bytes between a cell and the next",
                    .low = 0,
                    .high = 4096,
                    .standard = 0}},
    EXPRESSIONS,
};
