/* Patterns that only read (body/reader.h). */
#ifndef WARPLINE_READER_H
#define WARPLINE_READER_H

#include "patterns/kernel/usual.h"

#define OUT_LENGTH (s.workers * WARP_LANES)
#define STORE      0
#define SCHEDULE   STATIC
#define TAIL       0
#define BODY       "patterns/kernel/body/reader.h"
#define WALK       "patterns/kernel/body/reader_walk.h"

#define BLOCK_ROWS(unroll, lanes) WARP_LANES

/* The blocks of a worker, as share.h shares them out: round to a GPU's warps, which have more
 * threads than there are workers, else a stretch to each. */
#define IS_DEALT            (s.threads > s.workers)
#define BLOCK_COUNT         (s.elements / (WARP_LANES * WARP_LANES))
#define FIRST_BLOCK(worker) (IS_DEALT ? (worker) : BLOCK_COUNT * (worker) / s.workers)
#define LAST_BLOCK(worker)  (IS_DEALT ? BLOCK_COUNT : BLOCK_COUNT * ((worker) + 1) / s.workers)
#define BLOCK_STEP          (IS_DEALT ? s.workers : 1)

#endif
