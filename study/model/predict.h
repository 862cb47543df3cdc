/* What a point must cost, before anything is measured: the kernel's requests, walked block by block
 * (pattern->walk), through the models of the target's memory. No hardware is used.
 *
 * Few enough blocks are walked all; of many, runs of consecutive blocks at even distances stand for
 * the pass, and the spread between the runs says how well. Counts are of one pass.
 */
#ifndef WARPLINE_PREDICT_H
#define WARPLINE_PREDICT_H

#include "patterns/pattern.h"
#include "study/model/cache_model.h"

/* How much is walked at most; a block at least. */
struct predict_effort {
    int requests; /* of a GPU's warps */
    int accesses; /* of a CPU's threads */
};
/* For one answer, 0.2 s at most; for each of many points, some 0.01 s. */
extern const struct predict_effort predict_thorough, predict_brief;

/* Requests of a kind, by warps, to global memory. */
struct global_requests {
    double requests, lanes, sectors, lines;
    double pages; /* different ones of 2 MiB in a request, over all requests */
};

/* What a GPU has of caches. */
struct gpu_caches {
    int multiprocessors;
    int64_t l1_bytes, l2_bytes; /* the L1 of one multiprocessor */
};

struct gpu_prediction {
    struct global_requests loads, stores;  /* of in, index and out; atomics are stores */
    double l2_read_sectors, l2_read_lines; /* of loads that miss the L1 */
    double whole_stores, partial_stores;   /* sectors that the L2 is sent whole, or partly: what a
                                              warp stores to one of them soon after goes together;
                                              atomics do not */
    double added_in_turn; /* by atomics: the most to one element of each sector of a request */
    double tile_requests, tile_turns; /* of shared memory */
    double read_bytes, write_bytes;   /* of memory: different sectors that are read, written */
    double partial_bytes;    /* of the sectors written the partial-sector writes, which memory
                                with error-correcting codes has to read and merge */
    double read_units_bytes; /* units of memory that are read, also to be merged */
    double memory_share;     /* how much of that is not in the L2 from the pass before */
    int64_t blocks, walked;  /* whole blocks of the pass; how many of them were walked */
    double error; /* standard error of sectors, as a fraction of them; 0 where all were walked */
};

struct cpu_prediction {
    struct cache_model_counts counts; /* of the part of the pass that was walked */
    struct cache_hierarchy shape;
    double accesses; /* in that part, but those of the tile */
    /* The tile's accesses with them: those that vector instructions make, since the lanes ask for
     * neighbours or all for the same, and the others. */
    double row_loads, row_stores, singles;
    double scale; /* the whole pass over that part */
    double error; /* standard error of the L1's misses, as a fraction; 0 where all was walked */
    int64_t blocks, walked;
};

/* Requests of the pattern's kernel on a GPU. Shape holds what a GPU's point does: workers are
 * warps, equally many on each multiprocessor. 0, -ENOMEM, or -ENOENT where the kernel makes no
 * accesses of its own (pattern->walk is NULL). */
int predict_gpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct gpu_caches *caches, const struct predict_effort *effort,
                struct gpu_prediction *prediction);

/* Of a target, open or outlined. */
struct gpu_caches gpu_caches_of(const struct target_facts *facts);

/* The model's caches for so many workers on a machine with these levels. Its TLB has 1536 entries
 * for pages of 4 KiB, as the second one of server cores has had since 2015 (Intel 1536, AMD 1536 to
 * 3072): hwloc does not tell. Lines of unknown length have 64 bytes. */
struct cache_hierarchy cache_model_of(const struct cache_level *levels, int level_count,
                                      int workers);

/* Its accesses on a CPU through the simulated caches. Where a whole pass is short enough, a pass
 * warms the caches and the next counts; else a stretch of one worker's share stands for all (of all
 * workers' shares, side by side, where they store among each other), warmed up by as long a one
 * before. 0, -ENOMEM, or -ENOENT where the kernel makes no
 * accesses of its own. */
int predict_cpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct cache_hierarchy *caches, const struct predict_effort *effort,
                struct cpu_prediction *prediction);

/* What a pass moves between a level and the one beyond, in bytes. */
double predict_level_bytes(const struct cpu_prediction *prediction, int level);

/* What it moves to and from memory, streamed lines too. */
double predict_memory_bytes(const struct cpu_prediction *prediction);

#endif
