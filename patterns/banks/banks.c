#include "patterns/banks/bank_reads.h"

#define NAME       banks
#define STRIDE     s.value[0]
#define BANK_READS CPU_OR_GPU(8, 16)
#define BANK_SUMS  CPU_OR_GPU(1, 4)
#define TILE_GET   (e.lane * STRIDE % room)

#include "patterns/kernel/generate.h"

#include "patterns/banks/expected_sums.h"

ROW = {
    .name = "banks",
    .help = "read the tile with the lanes `stride` elements apart",
    .formula = "sum += tile[lane * stride]",
    .lesson =
        "A GPU's shared memory has 32 banks of 4 bytes. The bank-conflict degree of a warp's "
        "access is the largest number of different words that its lanes want from one bank; an "
        "n-way conflict keeps the shared memory busy n times as long. Even strides bring several "
        "lanes to the same bank, odd strides never do. Stride 0 is a broadcast: one word for all "
        "lanes. On a CPU the same reads come from the L1, and every stride costs the same; the "
        "CPU's counterpart is the set conflict (see sets).",
    .source = "B: shared memory with linear stride; broadcast",
    .parameters = {{.name = "stride",
                    .help =
                        "elements from one lane to the next; 0: all lanes read the same element",
                    .low = 0,
                    .high = 64,
                    .standard = 1}},
    .loads = 1,
    .stores = 0,
    .rounding = WHOLE_TURNS,
    .expect = expected_sums,
    EXPRESSIONS,
};
