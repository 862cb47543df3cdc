#include "patterns/kernel/usual.h"

#define NAME       hash_probe
#define SLOTS      s.value[0]
#define BITS       __builtin_ctzll((unsigned long long)SLOTS)
#define HASH       ((e.index * INT64_C(2654435761) & UINT32_MAX) >> (32 - BITS))
#define LOADS      2
#define LOAD       ((HASH + e.load) & (SLOTS - 1))
#define STORE      e.index
#define IN_LENGTH  SLOTS
#define OUT_LENGTH s.elements
#define RESULT     (VALUE(0) ^ VALUE(1))
#define SIZES      (4 | 8)
#define EXAMPLES                         \
    {0, 0, 0}, {1, 632, 1}, {2, 241, 2}, \
    {                                    \
        1000, 34, 1000                   \
    }

#include "patterns/kernel/generate.h"

ROW = {
    .name = "hash_probe",
    .help = "look up keys in a hash table: the slot and the next one",
    .formula = "out[i] = table[hash(i)] ^ table[hash(i) + 1]",
    .lesson = "The second probe is mostly on the same line.",
    .parameters = {{.name = "slots",
                    .help = "of the table",
                    .low = 2,
                    .high = 1 << 24,
                    .standard = 1024,
                    .power_of_two = true}},
    .loads = 2,
    .stores = 1,
    EXPRESSIONS,
};
