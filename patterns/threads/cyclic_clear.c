#include "patterns/threads/stride_loop.h"

#define NAME       cyclic_clear
#define LOADS      0
#define LOAD       0
#define STORE      IN_STRIDE_LOOP
#define IN_LENGTH  0
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "cyclic_clear",
    .help = "clear `run` elements a thread, a warp's width apart (cyclic distribution)",
    .formula = "out[i] = 0, thread t of a warp: i = base + 32 * k + t, k < run",
    .lesson =
        "Each thread clears several elements, and stays coalesced: the warp clears one row of "
        "32 neighbouring elements after another. In order_clear each thread clears neighbouring "
        "elements instead (block distribution). The two show what the distribution "
        "costs on each side.",
    .source = "C: clear 4 elements a thread at stride 32",
    .parameters = {{.name = "run",
                    .help = "elements a thread clears before the warp moves on",
                    .low = 1,
                    .high = 32,
                    .standard = 4,
                    .power_of_two = true}},
    .loads = 0,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    EXPRESSIONS,
};
