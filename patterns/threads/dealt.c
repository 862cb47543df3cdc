#include "patterns/threads/stride_loop.h"

#define NAME       dealt
#define LOAD       IN_STRIDE_LOOP
#define STORE      IN_STRIDE_LOOP
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "dealt",
    .help = "copy `run` elements a thread, a warp apart: the stride loop",
    .formula = "out[i] = in[i], thread t of a warp: i = base + 32 * k + t, k < run",
    .lesson =
        "The cure for several elements a thread on a GPU: each thread steps by the width of the "
        "warp, so that at every moment the warp's lanes are neighbours, however many elements each "
        "handles. On a CPU, where the threads are cores, the same loop deals single elements to "
        "cores and makes them fight over lines.",
    .source = "C: clear 4 elements a thread at stride 32; grid-stride loop",
    .parameters = {{.name = "run",
                    .help = "elements a thread handles before the warp moves on",
                    .low = 1,
                    .high = 32,
                    .standard = 4,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    EXPRESSIONS,
};
