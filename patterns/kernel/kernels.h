/* A kernel module: the kernels of one pattern, one for each element size, made from its address
 * expressions. */
#ifndef WARPLINE_KERNELS_H
#define WARPLINE_KERNELS_H

#include "patterns/kernel/work.h"
#include "warpline_stamp.h"

#include <omp.h>

/* Rows of a tile, each of LANES steps, for elements of this size. */
#define ROWS TILE_ROWS(IN_FLIGHT(UNROLL(BYTES), BYTES), LANE_THREADS)
/* Room for the values of one lane, whatever the variant. */
#define VALUES     AT_LEAST(8 * MANY_LOADS, IN_FLIGHT(UNROLL(BYTES), BYTES))
#define MANY_LOADS BUILTIN_OR_OWN(1, AT_LEAST(1, LOADS))

static inline struct step step_of(const struct share mine, const struct tile tile, int rows,
                                  int row, int lane, int field, int variant)
{
    return step_at(mine.thread, tile.nth, tile.number, rows, row, lane, field, variant,
                   LANES_ARE_THREADS);
}

static inline struct step step_of_tail(int64_t index, int field, int variant)
{
    const int lane = (int)(index % LANES);
    return (struct step){.index = index,
                         .row_index = index - lane,
                         .lane = lane,
                         .field = field,
                         .variant = variant};
}

/* Makes a tile's stores visible before the next tile begins. */
static inline void fence(enum seen_by seen_by)
{
    if (seen_by == THE_TEAM)
        fence_team();
    if (seen_by == THE_GPU)
        fence_gpu();
}

#define EACH_SIZE KERNEL
#include "patterns/kernel/sizes.h"
#undef EACH_SIZE

#ifdef INDEX_VALUE
#include "patterns/kernel/index.h"
#else
#define write_index NULL
#endif

/* The functions for the models exist only in the program. */
#define tile_rows  NULL
#define tile_count NULL
#define requests   NULL

extern const char warpline_stamp[];
const char warpline_stamp[] = WARPLINE_STAMP;
extern const struct kernel_module warpline_kernels;
const struct kernel_module warpline_kernels = {.pattern = &JOIN(pattern_, NAME),
                                               .lane_threads = LANE_THREADS,
                                               .prepare = write_index,
                                               .kernels = {
#define EACH_SIZE "patterns/kernel/kernels.h"
#include "patterns/kernel/sizes.h"
                                               }};

/* The rest of a pattern's file may use these words for something else. */
#undef element
#undef kernel
#undef tail
#undef work
#undef worker

extern const char *const warpline_body; /* the file of its loop body, for readers */
const char *const warpline_body = BODY;

#else /* the row of one size */
{BYTES, JOIN(kernel_, BYTES)},
#endif
