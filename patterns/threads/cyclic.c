#include "patterns/threads/stride_loop.h"

#define NAME       cyclic
#define LOAD       IN_STRIDE_LOOP
#define STORE      IN_STRIDE_LOOP
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "cyclic",
    .help = "copy `run` elements a thread, a warp's width apart (cyclic distribution)",
    .formula = "out[i] = in[i], thread t of a warp: i = base + 32 * k + t, k < run",
    .lesson =
        "A thread that handles several elements should not take neighbouring ones on a GPU. Here "
        "each thread steps by the width of the warp (cyclic distribution), so at every moment the "
        "warp's lanes access neighbouring elements, whatever `run` is. On a CPU, where the threads "
        "are cores, the same loop gives neighbouring elements to different cores, and the lines "
        "move from core to core.",
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
