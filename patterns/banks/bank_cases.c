#include "patterns/banks/tile_reads.h"

#define NAME     bank_cases
#define VARIANT  s.value[0]
#define VARIANTS 8
#define LOADS    2
#define FIRST    (e.load == 0)
#define PERMUTED ((e.lane * 5 + 7) % 32 + (FIRST ? 0 : 32))
/* Three floats, fields 0 and 1; a float and an int, both. */
#define TILE_GET                                            \
    (e.variant == 1   ? e.lane + (FIRST ? 0 : 32)           \
     : e.variant == 2 ? 2 * e.lane + (FIRST ? 0 : 1)        \
     : e.variant == 3 ? PERMUTED                            \
     : e.variant == 4 ? (FIRST ? 0 : 1)                     \
     : e.variant == 5 ? 3 * e.lane + (FIRST ? 0 : 1)        \
     : e.variant == 6 ? 2 * e.lane + (FIRST ? 0 : 1)        \
     : e.variant == 7 ? 32 * (e.lane % 2) + (FIRST ? 0 : 1) \
                      : 32 * e.lane + (FIRST ? 0 : 1))
#define SIZES      4
#define BANK_READS 8 /* of each of the eight bodies */
#define BANK_SUMS  BY_SIDE(1, 2)

#include "patterns/kernel/generate.h"

#include "patterns/banks/expected_sums.h"

ROW = {
    .name = "bank_cases",
    .help = "read the tile in the ways that a lecture on banks asks about",
    .formula = "sum += tile[p(lane, 0)] + tile[p(lane, 1)]",
    .lesson =
        "Two elements for each lane, in eight ways. What counts is how many different words of one "
        "bank a single access of the warp wants. A permutation, however wild, wants one of each. "
        "Adjacent pairs, natural on a CPU, are stride 2: two words of each bank. Structs of three "
        "words are stride 3 and cost nothing, structs of two words are stride 2. Lanes that want "
        "the very same word share it; 32 lanes that want 32 words of one bank wait for each other.",
    .source = "B: random permutation, broadcast, structs, adjacent pairs",
    .parameters = {{.name = "case",
                    .help =
                        "1 a group apart, 2 adjacent pairs, 3 permuted, 4 broadcast, 5 structs of "
                        "3 words, 6 structs of 2 words, 7 two words of a bank, 8 all of one bank",
                    .low = 1,
                    .high = 8,
                    .standard = 1}},
    .loads = 1,
    .stores = 0,
    .rounding = WHOLE_TURNS,
    .expect = expected_sums,
    EXPRESSIONS,
};
