/* Numbered blocks in sets under least-recently-used replacement: the basis of the simulated caches,
 * TLBs and write-combining buffers (study/model/cache_model.h).
 *
 * Block b is in set b modulo the number of sets, which need not be a power of two. Sets of up to
 * LRU_SCANNED_WAYS are stored in order of use and scanned, the most recent block first. Wider sets,
 * such as fully associative TLBs, have a hash table and a linked list. Replacement is exactly LRU
 * in both, and look-up time does not grow with the width of a set. */
#ifndef WARPLINE_LRU_H
#define WARPLINE_LRU_H

#include <stdbool.h>
#include <stdint.h>

enum { LRU_SCANNED_WAYS = 32 };

#define LRU_NONE UINT64_MAX /* no block */

struct lru_index;

struct lru {
    uint64_t sets, ways;
    uint64_t *slots; /* sets x ways: (block + 1) * 2 + dirty, 0: empty */
    bool *used;      /* a group of 2^group_bits sets each: whether any was ever used */
    int group_bits;
    struct lru_index *index; /* NULL if sets are scanned */
};

/* Makes room for `blocks` (1 or more) in sets of `ways`; 0 ways, or more than there are blocks: all
 * in one set. Blocks that fill no whole set are left out. Returns 0, or -ENOMEM with nothing left
 * open. Scanned sets take 8 bytes a block when they are first used; hashed sets take 24 to 28, at
 * once. */
int lru_open(struct lru *lru, uint64_t blocks, uint64_t ways);

/* An all-zero or already closed one may be closed. */
void lru_close(struct lru *lru);

/* Makes a block (below 2^62) the most recent of its set, and dirty if `dirty` is set; true if it
 * was there. If not, it replaces the least recent one: *pushed_out is that block if it was dirty,
 * otherwise LRU_NONE. */
bool lru_touch(struct lru *lru, uint64_t block, bool dirty, uint64_t *pushed_out);

/* Marks a block dirty without counting as a use; false if it is missing. */
bool lru_mark_dirty(struct lru *lru, uint64_t block);

/* Forgets a block, dirty or not; nothing happens if it is missing. */
void lru_drop(struct lru *lru, uint64_t block);

/* The dirty blocks, one a call, in no order; LRU_NONE after the last. *at is 0 at first. */
uint64_t lru_next_dirty(const struct lru *lru, uint64_t *at);

#endif
