/* One element for each logical thread, so that every worker has something to show for itself. */
#include "patterns/kernel/usual.h"

#define CHOOSES_LAUNCH 1

#define NAME       launch
#define LOAD       e.thread
#define STORE      e.thread
#define IN_LENGTH  s.threads
#define OUT_LENGTH s.threads
#define MEANING    i
#define ELEMENTS   s.threads
#define SCHEDULE   STATIC
#define TAIL       0
#define SIZES      4
#define BODY       "patterns/device/one_each.h"
#define WALK       "patterns/device/one_each.h"

#include "patterns/kernel/generate.h"

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
    .parameters = {TEAMS_PARAMETER, THREADS_PARAMETER},
    .loads = 1,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
