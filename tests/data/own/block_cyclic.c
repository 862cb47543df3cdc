#include "patterns/kernel/usual.h"

#define NAME       block_cyclic
#define BLOCK      __builtin_ctzll((unsigned long long)s.value[0])
#define PARTS      __builtin_ctzll((unsigned long long)s.value[1])
#define IN_BLOCK   (e.index & (s.value[0] - 1))
#define PART       (e.index >> BLOCK & (s.value[1] - 1))
#define OWN_BLOCK  (e.index >> (BLOCK + PARTS))
#define LOAD       e.index
#define STORE      (PART * (s.elements >> PARTS) + (OWN_BLOCK << BLOCK) + IN_BLOCK)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define OF_PART    (i % (s.elements / s.value[1]))
#define MEANING                                                                         \
    ((OF_PART / s.value[0] * s.value[1] + i / (s.elements / s.value[1])) * s.value[0] + \
     OF_PART % s.value[0])

#define POWER(of, usual)                                                             \
    {                                                                                \
        .name = (of), .help = "how many", .low = 1, .high = 32, .standard = (usual), \
        .power_of_two = true                                                         \
    }

#include "patterns/kernel/generate.h"

ROW = {
    .name = "block_cyclic",
    .help = "gather the blocks of each of several parts in cyclic distribution",
    .formula = "out[part][own block] = in[own block][part]",
    .lesson = "Long blocks are whole lines.",
    .parameters = {POWER("block", 8), POWER("parts", 4)},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_BLOCKS,
    EXPRESSIONS,
};
