/* A simulated cache hierarchy: which accesses miss where, and what moves to and from memory.
 *
 * Workers access byte addresses. Each level is looked up in turn, and a miss fills every level on
 * the way. A line that leaves a level stays in the others (neither inclusive nor exclusive).
 * Replacement is exactly least recently used. This is the method of valgrind's cachegrind
 * (cachegrind/cg_sim.c; tests/model/cachegrind compares the misses), except that cachegrind counts
 * an access across two lines as one and has no write-back. Here every level allocates on a store
 * miss and writes back: a dirty line that is evicted marks its copy in the next level dirty,
 * without using it. If there is no copy, the line moves outward, as far as memory.
 *
 * Not modelled: prefetchers (they move the same lines earlier, and some more; misses that they
 * cannot foresee are counted); the hash that distributes addresses to the slices of a last level
 * (here the set is the line's number modulo the sets, so large strides may conflict where they do
 * not in hardware); instructions; page walks; and time. If hands_over is set, a store by one core
 * makes the copies in the private caches of all others old; that is all it does for coherence.
 *
 * One thread at a time may use a model. */
#ifndef WARPLINE_CACHE_MODEL_H
#define WARPLINE_CACHE_MODEL_H

#include "patterns/target.h"

#include <stdbool.h>
#include <stdint.h>

/* One level, nearest first. Capacity that does not fill whole sets is left out; the number of sets
 * need not be a power of two (12 ways of 30 MiB). */
struct cache_model_level {
    char name[8];       /* for printing the counts: "L1" */
    int64_t size_bytes; /* of one cache, a line at least */
    int ways;       /* 0: fully associative; -1: unknown, taken as 8 in the first two levels, else
                     * 16 */
    int line_bytes; /* a power of two, at least that of the level before */
    int sharers;    /* workers that share one cache, 1 or more: worker w has cache w / sharers */
};

/* Each worker has one. A fully associative TLB stays so at any size: wide sets are hashed
 * (study/model/lru.h), so lookups stay fast. Another associativity would move the edge at which a
 * stride of pages begins to miss, which is what the model is used to find. */
enum { TLB_NEAR_WAYS = 4 };
struct cache_model_tlb {
    int entries;        /* 0: none, nothing is counted */
    int ways;           /* 0: fully associative */
    int64_t page_bytes; /* a power of two */
    int near_entries;   /* of a smaller TLB before it; 0: none, nothing is counted */
};

struct cache_hierarchy {
    int workers; /* 1 or more */
    int level_count;
    struct cache_model_level levels[CACHE_LEVELS_MAX];
    struct cache_model_tlb tlb;
    /* Which sets of the outer levels a page has is the system's choice, and a virtual machine's
     * host chooses again: pages of that many bytes, a power of two, lie in frames at random, so
     * that strides of whole pages meet in the sets of the L1 alone. 0: an address is its place. */
    int64_t frame_bytes;
    /* A line that one core has just stored to moves from its caches to the next core that accesses
     * it, which is counted. */
    bool hands_over;
};

/* Of all workers together, in lines of that level. */
struct cache_model_level_counts {
    int64_t accesses;     /* lines looked up for loads and stores; write-backs look up none */
    int64_t load_misses;  /* of these, those of loads */
    int64_t store_misses; /* of these, those of stores: the line is read before it is written to */
    int64_t unforeseen;   /* misses of both kinds that no prefetcher could foresee: not within two
                             lines of one of the worker's last 64 misses of the first level, and
                             no second equal step of up to 8 lines from one of these */
    int64_t unforeseen_stores; /* of these, those of stores */
    int64_t apart;             /* misses that one could foresee, but not next to one of these */
    int64_t apart_stores;
    int64_t lines_in;  /* from the level beyond: every miss moves one */
    int64_t lines_out; /* dirty lines to the level beyond, its own and those that it passed on */
};

struct cache_model_counts {
    struct cache_model_level_counts levels[CACHE_LEVELS_MAX];
    int64_t tlb_accesses; /* pages that accesses touched */
    int64_t tlb_misses;
    int64_t tlb_misses_far;      /* of these, by accesses that missed the first two levels, too */
    int64_t tlb_near_misses;     /* of the smaller TLB, if it is fully associative */
    int64_t tlb_conflict_misses; /* further ones, if it has sets of TLB_NEAR_WAYS */
    int64_t handed;              /* lines of the first level that moved so */
    int64_t handed_in_order;     /* of these, next to a line that the worker missed before */
    /* Memory traffic, in lines of the last level */
    int64_t lines_read;            /* for loads */
    int64_t lines_write_allocated; /* read because a store missed */
    int64_t lines_written_back;
    int64_t lines_streamed; /* written by non-temporal stores, in lines of the first level */
};

/* Bytes to and from memory. */
struct cache_model_traffic {
    int64_t read_bytes;
    int64_t write_allocate_bytes;
    int64_t write_back_bytes;
    int64_t streamed_bytes; /* non-temporal stores */
};

struct cache_model;

/* Makes a model with empty caches, which the caller frees. Returns 0, -EINVAL if the shape breaks a
 * rule above, or -ENOMEM. *model is NULL unless 0 is returned. */
int cache_model_create(struct cache_model **model, const struct cache_hierarchy *shape);

/* The ways that a model takes for a level's reported ones: unknown ones are assumed, as above. */
int cache_model_ways(int ways, int level);

/* NULL may be freed. */
void cache_model_free(struct cache_model *model);

/* A load or store of `bytes` (1 or more) at an address (below 2^62): touches each of its lines and
 * pages once. `worker` counts from 0. Returns how many levels missed one of its lines. */
int cache_model_access(struct cache_model *model, int worker, uint64_t address, int64_t bytes,
                       bool is_store);

/* From now on the worker's last level has the line of an address, dirty or not. Nothing is counted,
 * and the other levels stay as they are. */
void cache_model_hold(struct cache_model *model, int worker, uint64_t address, bool dirty);

/* A non-temporal store: it bypasses the worker's caches and evicts the lines from them. Their dirty
 * bytes go to memory with the store, in the same line. Stores to one line count once while the line
 * is among the last 8 that the worker stored to this way (the write-combining buffers). */
void cache_model_stream(struct cache_model *model, int worker, uint64_t address, int64_t bytes);

/* Counts since the model was made or reset. */
struct cache_model_counts cache_model_counts(const struct cache_model *model);

/* Converts the counts of a model of that shape to bytes; the levels' lines may differ. */
struct cache_model_traffic cache_model_traffic(const struct cache_hierarchy *shape,
                                               const struct cache_model_counts *counts);

/* Sets all counts to 0 and leaves the caches as they are, for use after a warm pass. */
void cache_model_reset_counts(struct cache_model *model);

/* How many lines are dirty anywhere, of which no level beyond has a copy: a line that two levels
 * have is dirty in both from then on. Memory gets what becomes dirty: what is written back in some
 * accesses, and what is dirty after them, but not before. */
int64_t cache_model_dirty_lines(struct cache_model *model);

#endif
