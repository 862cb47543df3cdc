/* Turn k of thread t is element (k / run) * run * threads + t * run + k % run, written so that the
 * machine sees what is regular in it. The run length is a power of two, because a 64-bit division
 * takes a GPU some 100 instructions and would be what is measured. Runs from WARP_LANES on put the
 * 32 turns of a CPU's row next to each other (variant 3); between 1 and there gcc would gather and
 * scatter, which a CPU does more slowly than one access at a time (variant 2). */
#define NAME       order
#define RUN        s.value[0]
#define RUN_SHIFT  __builtin_ctzll((unsigned long long)RUN)
#define RUN_NUMBER ((e.variant == 3 ? e.row_turn : one_at_a_time(e.turn)) >> RUN_SHIFT)
#define DEALT      (e.turn * s.threads + e.thread)
#define IN_RUNS    (e.turn + (e.thread << RUN_SHIFT) + RUN_NUMBER * ((s.threads - 1) << RUN_SHIFT))
#define ELEMENT    (e.variant == 1 ? DEALT : IN_RUNS)
#define LOAD       ELEMENT
#define STORE      ELEMENT
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define VARIANT    (RUN == 1 ? 1 : RUN < WARP_LANES ? 2 : 3)
#define VARIANTS   3
#define SHARES     OWN
#define ROUNDING   WHOLE_TURNS
#include "side.h"

#include "generate.h"

ROW = {
    .name = "order",
    .help = "deal runs of `run` consecutive elements to consecutive threads",
    .formula = "out[i] = in[i], i dealt to threads in runs of `run`",
    .lesson =
        "The same copy, in two orders. Run 1 (interleaved) gives neighbouring elements to "
        "neighbouring threads: a warp's lanes then share sectors, which is what a GPU wants, while "
        "CPU cores fight over the same lines. The longest run (blocked) gives each thread a "
        "stretch of its own: what a CPU core's caches and prefetchers want, while the lanes of a "
        "warp end up far apart. The right answer for one device is the wrong one for the other.",
    .source = "C: 4 adjacent elements a thread against the stride loop",
    .parameters = {{.name = "run",
                    .help = "consecutive elements a thread handles before it moves on",
                    .low = 1,
                    .high = INT64_C(1) << 40,
                    .standard = 1,
                    .power_of_two = true}},
    EXPRESSIONS,
};
