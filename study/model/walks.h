/* The blocks of a pass, walked as the kernel makes them (pattern->walk): what the models read. */
#ifndef WARPLINE_WALKS_H
#define WARPLINE_WALKS_H

#include "patterns/pattern.h"

/* Where the models have an array begin, in bytes: far apart, each on a page of its own, as an
 * allocator would have them. The tile has none. */
extern const uint64_t array_base[ARRAYS];

/* A walk of blocks of so many rows; `visit`, `with` and the block are the caller's to set. */
struct walk walk_of(const struct shape *shape, int rows, int element_bytes, bool gpu);

/* Visits the requests of block `block` of `blocks` as its worker makes it: distributed
 * cyclically to a GPU's warps, as one part of the blocks to each core. */
void walk_block(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks);

/* The same of `count` blocks from `first` on. */
void walk_stretch(const struct pattern *pattern, struct walk *walk, int64_t first, int64_t count,
                  int64_t blocks);

/* Workers that share the pass's blocks: one where it is alone. */
int64_t walk_workers(const struct pattern *pattern, const struct shape *shape);

/* From the first to the last byte of each array that is touched; low is INT64_MAX where none is. */
struct extents {
    int64_t low[ARRAYS], high[ARRAYS];
};
struct extents extents_none(void);

/* Widens them by what a block touches; the walk's `visit` and `with` are overwritten. */
void walk_extents(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks,
                  struct extents *extents);

/* Requests that the first block makes; 1 where it makes none, for whoever divides by them. */
int64_t requests_of_block(const struct pattern *pattern, struct walk walk, int64_t blocks);

/* Standard error of the mean of those values, as a fraction of it; 0 of one value, or of zeros. */
double relative_error(const double *values, int count);

#endif
