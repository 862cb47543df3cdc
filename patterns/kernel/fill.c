/* Fills an array from inside the target: with random words or with poison. It is no pattern of the
 * catalogue and not part of the program, only a kernel module. Each worker fills the share that it
 * will use, so on a CPU this is also the first touch, which places the pages on its NUMA node.
 *
 * shape.value[0] and shape.value[1] are the bits of each random word to keep and to set (random.h);
 * elements are 8-byte words. */
#include "patterns/kernel/work.h"
#include "warpline_stamp.h"

#include <omp.h>

INLINED void fill_part(const struct kernel_args args)
{
    const struct launch l = args.launch;
    uint64_t *out = args.out;
    const int64_t words = args.shape.elements;
    const struct data_bits bits = {.keep = (uint64_t)args.shape.value[0],
                                   .set = (uint64_t)args.shape.value[1]};
    int64_t workers =
        l.workers > 0 ? l.workers : (int64_t)omp_get_num_teams() * omp_get_num_threads();
    int64_t worker =
        l.first_worker + omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
    note_where(args.notes);
#pragma omp simd
    for (int64_t i = words * worker / workers; i < words * (worker + 1) / workers; i++)
        out[i] = data_word((uint64_t)i, bits);
}

#define REGION        fill
#define REGION_WORKER fill_part
#define REGION_ALONE  0
#include "patterns/kernel/region.h"

static const struct pattern pattern_fill = {.name = "fill"};

extern const char warpline_stamp[];
const char warpline_stamp[] = WARPLINE_STAMP;
extern const struct kernel_module warpline_kernels;
const struct kernel_module warpline_kernels = {.pattern = &pattern_fill,
                                               .kernels = {{.element_bytes = 8, .run = fill}}};
