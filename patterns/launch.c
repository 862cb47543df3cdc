/* One element for each logical thread, so that every worker has something to show for itself. */
#define NAME       launch
#define LOAD       e.thread
#define STORE      e.thread
#define IN_LENGTH  s.threads
#define OUT_LENGTH s.threads
#define MEANING    i
#define ELEMENTS   s.threads
#define SHARES     OWN
#define TAIL       NO_TAIL
#define NO_WALK
#define SIZES(X) X(4)
#define BLOCKS(BYTES)                                                                            \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        (void)s, (void)variant;                                                                  \
        PRAGMA(omp simd)                                                                         \
        for (int lane = 0; lane < LANE_THREADS; lane++)                                          \
            out[mine.thread + lane] = in[mine.thread + lane];                                    \
    }
#define CHOOSES_LAUNCH 1
#include "generate.h"

ROW = {
    .name = "launch",
    .help = "start a region in which each thread copies one element",
    .formula = "#pragma omp target teams parallel: out[thread] = in[thread]",
    .lesson =
        "This is the time to start and end a parallel region with almost no work in it; work that "
        "takes no longer is not worth sending. A GPU's kernel is sent and waited for, and its "
        "teams start one after another; a CPU wakes its threads and waits for the last. Above 1024 "
        "warps in all, a GPU's launch takes longer because of the runtime: it allocates memory for "
        "the region's arguments, and first frees the warps' stacks, 128 KiB each, if they exceed "
        "128 MiB in all. A region that takes its arguments from a variable in the GPU's memory "
        "avoids that; nearly all other patterns here do so.",
    .source = "B: offloading pays only if the gain exceeds the copies; transfer overhead",
    .each_pass_a_launch = true,
    .parameters = {{.name = "teams",
                    .help = "teams for each multiprocessor; a CPU has one",
                    .low = 0,
                    .high = 8,
                    .standard = 0},
                   {.name = "threads",
                    .help = "warps of a team, or cores; 0: as many as can run at once",
                    .low = 0,
                    .high = 1024,
                    .standard = 0}},
    EXPRESSIONS,
};
