/* One element for each logical thread, so that every worker has something to show for itself. */
#include "patterns/device/chosen_launch.h"

#define NAME       launch
#define LOAD       e.thread
#define STORE      e.thread
#define IN_LENGTH  s.threads
#define OUT_LENGTH s.threads
#define MEANING    i
#define ELEMENTS   s.threads
#define SHARES     OWN
#define TAIL       0
#define SIZES      4
#define BODY       "patterns/kernel/body/one_each.h"
#define WALK       "patterns/kernel/body/no_walk.h"

#include "patterns/kernel/generate.h"

ROW = {
    .name = "launch",
    .help = "start a region in which each thread copies one element",
    .formula = "#pragma omp target teams parallel: out[thread] = in[thread]",
    .lesson =
        "What it takes to start and to end a parallel region with next to nothing in it. A GPU's "
        "kernel is sent there and waited for, and its teams start one after another; a CPU wakes "
        "its threads and waits for the last. Work that takes no longer than this is not worth "
        "sending. The step on a GPU at more than 1024 warps in all is the runtime's: to hand "
        "arguments to the region it allocates memory, and before that it frees the warps' stacks, "
        "128 KiB each, if all are more than 128 MiB. A region that takes its arguments from a "
        "variable in the GPU's memory is spared that, as nearly all other patterns here are.",
    .source = "B: offloading pays only if the gain exceeds the copies; transfer overhead",
    .each_pass_a_launch = true,
    .parameters = {TEAMS_PARAMETER, THREADS_PARAMETER},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
