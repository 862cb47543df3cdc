#include "patterns/kernel/usual.h"

#define CHOOSES_LAUNCH 1

#define NAME       grid
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "grid",
    .help = "copy with any number of teams and threads, in a grid-stride loop",
    .formula = "for (i = thread; i < n; i += threads) out[i] = in[i]",
    .lesson =
        "A loop that steps by the number of all threads is correct and coalesced for every number "
        "of threads, down to one. The best number depends on the memory-level parallelism that the "
        "machine needs. A GPU needs enough bytes in flight on every multiprocessor, and a CPU "
        "needs enough cores to saturate its memory.",
    .source = "C: grid-stride loop over any number of blocks",
    .parameters = {TEAMS_PARAMETER, THREADS_PARAMETER},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
