#include "patterns/banks/bank_reads.h"

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
#define BANK_READS CPU_OR_GPU(8, 16) /* of each of the eight bodies */
#define BANK_SUMS  CPU_OR_GPU(1, 2)

#include "patterns/kernel/generate.h"

#include "patterns/banks/expected_sums.h"

ROW = {
    .name = "bank_cases",
    .help = "read the tile in the eight ways that a lecture on bank conflicts asks about",
    .formula = "sum += tile[p(lane, 0)] + tile[p(lane, 1)]",
    .lesson =
        "Each lane reads two elements, in one of eight ways. The bank-conflict degree of an access "
        "is the largest number of different words that its lanes read from one bank. A permutation "
        "reads one word from each bank, so it has no conflict. Adjacent pairs, natural on a CPU, "
        "and structs of two words have stride 2: a 2-way conflict. Structs of three words have "
        "stride 3: no conflict. Lanes that read the same word share it (broadcast), but 32 "
        "different words in one bank are a 32-way conflict.",
    .source = "B: random permutation, broadcast, structs, adjacent pairs",
    .parameters =
        {{.name = "case",
          .help = "1 a group apart, 2 adjacent pairs, 3 permuted, 4 broadcast, 5 structs of "
                  "3 words, 6 structs of 2 words, 7 two words of one bank, 8 32 words of one bank",
          .low = 1,
          .high = 8,
          .standard = 1}},
    .loads = 1,
    .stores = 0,
    .rounding = WHOLE_TURNS,
    .expect = expected_sums,
    EXPRESSIONS,
};
