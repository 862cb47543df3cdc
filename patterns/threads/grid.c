#define NAME           grid
#define LOAD           e.index
#define STORE          e.index
#define IN_LENGTH      s.elements
#define OUT_LENGTH     s.elements
#define CHOOSES_LAUNCH 1
#include "generate.h"

ROW = {
    .name = "grid",
    .help = "copy with any number of teams and threads, in a grid-stride loop",
    .formula = "for (i = thread; i < n; i += threads) out[i] = in[i]",
    .lesson =
        "A loop that steps by the number of all threads is right and coalesced for every number of "
        "them, down to one. How many are worth having is another question: a GPU needs enough "
        "bytes "
        "under way on every multiprocessor, a CPU enough cores to keep its memory busy.",
    .source = "C: grid-stride loop over any number of blocks",
    .parameters = {{.name = "teams",
                    .help = "teams for each multiprocessor; a CPU has one",
                    .low = 0,
                    .high = 8,
                    .standard = 0},
                   {.name = "threads",
                    .help = "warps of a team, or cores; 0: as many as run at once",
                    .low = 0,
                    .high = 1024,
                    .standard = 0}},
    EXPRESSIONS,
};
