#include "patterns/device/chosen_launch.h"

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
        "A loop that steps by the number of all threads is right and coalesced for every number of "
        "them, down to one. How many are worth having is another question: a GPU needs enough "
        "bytes "
        "under way on every multiprocessor, a CPU enough cores to keep its memory busy.",
    .source = "C: grid-stride loop over any number of blocks",
    .parameters = {TEAMS_PARAMETER, THREADS_PARAMETER},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
