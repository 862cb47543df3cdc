/* The blocks of a pass, walked as the kernel makes them (pattern->walk): the models' input. */
#ifndef WARPLINE_WALKS_H
#define WARPLINE_WALKS_H

#include "patterns/pattern.h"

#include <stddef.h>

/* Where the models place each array, in bytes: far apart and on separate pages, as an allocator
 * would place them. The tile has no base. */
extern const uint64_t array_base[ARRAYS];

/* A walk of blocks of `rows` rows; the caller sets `visit`, `with` and the block. */
struct walk walk_of(const struct shape *shape, int rows, int element_bytes, bool gpu);

/* Visits the requests of block `block` of `blocks` as its worker makes them: distributed cyclically
 * to a GPU's warps, as one part of the blocks to each core. */
void walk_block(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks);

/* The same for `count` blocks from `first` on. */
void walk_stretch(const struct pattern *pattern, struct walk *walk, int64_t first, int64_t count,
                  int64_t blocks);

/* The nth of places that cover 0 to 1 evenly, however many there are, and none at a distance that
 * divides the number of an array's rows: at distances of the golden ratio. */
double walk_place(int64_t nth);

/* Workers that share the pass's blocks: one where a worker is alone. */
int64_t walk_workers(const struct pattern *pattern, const struct shape *shape);

/* From the first to the last byte of each array that is touched; low is INT64_MAX where none is
 * touched. */
struct extents {
    int64_t low[ARRAYS], high[ARRAYS];
};
struct extents extents_none(void);

/* Widens them by the bytes that a block touches; the walk's `visit` and `with` are overwritten. */
void walk_extents(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks,
                  struct extents *extents);

/* Those of `count` blocks in the middle of the pass, estimated from some of them: most lie near its
 * ends, where the first and last ones may be a border without accesses. */
struct extents walk_reach(const struct pattern *pattern, struct walk *walk, int64_t count,
                          int64_t blocks);

/* From an array's first to its last byte. */
double extent_bytes(const struct extents *extents, enum request_array array);

/* Requests that the first block makes; 1 if it makes none, so that it can be a divisor. */
int64_t requests_of_block(const struct pattern *pattern, struct walk walk, int64_t blocks);

/* Standard error of the mean of those values, as a fraction of it; 0 of one value, or of zeros. */
double relative_error(const double *values, int count);

/* The first request of each kind that a block of the first worker makes, at most `most` of them.
 * Returns how many. */
int walk_first_requests(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                        bool lanes_are_threads, struct request *requests, int most);

/* Whether the first blocks of the first two of the walk's workers store to interleaved addresses,
 * as in a cyclic distribution of `blocks` blocks. */
bool walk_is_cyclic(const struct pattern *pattern, struct walk walk, int64_t blocks);

/* Whether the kernel's stores are atomic additions. */
bool walk_has_atomics(const struct pattern *pattern, const struct shape *shape, int element_bytes);

/* Returns 0 if a point's arrays have a size that the models know and its iterations stay inside
 * them, as far as the first, a middle and the last block show. Else -EINVAL with a clause in
 * `problem` that says what is wrong and what would work. The shape has its threads, workers and
 * elements; `gpu`: as a GPU walks it. */
int fitting_check(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                  bool gpu, char *problem, size_t problem_size);

#endif
