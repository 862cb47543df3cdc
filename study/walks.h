/* The blocks of a pass, walked as the kernel makes them (pattern->walk): what the models read. */
#ifndef WARPLINE_WALKS_H
#define WARPLINE_WALKS_H

#include "patterns/pattern.h"

/* Where the models have an array begin, in bytes: far apart, each on a page of its own, as an
 * allocator would have them. The tile has none. */
extern const uint64_t array_base[ARRAYS];

/* A walk of blocks of so many rows; `visit`, `with` and the block are the caller's to set. */
struct walk walk_of(const struct shape *shape, int rows, int element_bytes, bool gpu);

/* Visits the requests of block `block` of `blocks` as its worker makes it: dealt round to a GPU's
 * warps, a stretch to each core. Of a pattern that one worker makes alone, all are that one's. */
void walk_block(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks);

/* The same of `count` blocks from `first` on. */
void walk_stretch(const struct pattern *pattern, struct walk *walk, int64_t first, int64_t count,
                  int64_t blocks);

/* Requests that the first block makes. */
int64_t requests_of_block(const struct pattern *pattern, struct walk walk, int64_t blocks);

#endif
