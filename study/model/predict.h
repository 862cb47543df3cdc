/* The cost of a point, predicted before anything is measured: the kernel's requests are walked
 * block by block (pattern->walk) through the models of the target's memory. No hardware is used.
 *
 * If there are few blocks, all are walked. If there are many, runs of consecutive blocks at
 * even distances represent the pass; the spread between the runs gives the error. Counts are of one
 * pass. */
#ifndef WARPLINE_PREDICT_H
#define WARPLINE_PREDICT_H

#include "patterns/pattern.h"
#include "study/model/cache_model.h"

/* The most that is walked; at least one block. */
struct predict_effort {
    int requests; /* of a GPU's warps */
    int accesses; /* of a CPU's threads */
};
/* Thorough: one answer in at most 0.2 s. Brief: some 0.01 s for each of many points. */
extern const struct predict_effort predict_thorough, predict_brief;

/* Requests by warps to global memory, loads or stores. */
struct global_requests {
    double requests, lanes, sectors, lines;
    double pages; /* different pages of 2 MiB in a request, over all requests */
};

/* The caches of a GPU. */
struct gpu_caches {
    int multiprocessors;
    int64_t l1_bytes, l2_bytes; /* the L1 of one multiprocessor */
};

struct gpu_prediction {
    struct global_requests loads, stores;  /* of in, index and out; atomics are stores */
    double l2_read_sectors, l2_read_lines; /* of loads that miss the L1 */
    double whole_stores, partial_stores;   /* sectors sent to the L2 wholly or partially written: a
                                              warp's stores to one sector in close succession are
                                              merged */
    double atomic_sectors;                 /* of atomic additions */
    double added_in_turn; /* by atomics: the largest number to one element, summed over the sectors
                           * of all requests ... */
    double whole_in_turn; /* ... and of those sectors of which all elements are added to */
    double added_bytes;   /* a loop's arrays to which they add */
    double added_beside;  /* elements of a sector after the first one, over the same sectors */
    double tile_requests, tile_turns; /* of shared memory */
    double load_turns;                /* of the banks of the L1, if it held what is loaded */
    double output_read_bytes;         /* of the next, those of the array that is written */
    double read_bytes, write_bytes;   /* memory traffic: different sectors that are read, written */
    double partial_bytes;             /* partial-sector writes among those written: memory with
                                         error-correcting codes has to read and merge them */
    double partial_lines;             /* a number: lines with such sectors */
    double read_units_bytes;          /* units of memory that are read, also for merging */
    double memory_share;    /* share of that which the pass before did not leave in the L2 */
    double far_share;       /* of one worker's sectors in the L2: those not in its near half */
    int64_t blocks, walked; /* whole blocks of the pass; how many of them were walked */
    double error; /* standard error of sectors, as a fraction of them; 0 where all were walked */
};

/* Lines that a pass leaves in the last cache and uses once in a round. */
struct left_lines {
    double rounds;    /* passes of a round */
    double part_free; /* of the cache: what these lines do not fill */
};

/* Accesses from one place of a loop's source, and how many of them missed each level. */
struct site_misses {
    int64_t accesses, missed[CACHE_LEVELS_MAX];
};

struct cpu_prediction {
    struct cache_model_counts counts; /* of the part of the pass that was walked */
    struct cache_hierarchy shape;
    double accesses; /* in that part, without those of the tile */
    /* Including the tile's accesses: those of vector instructions, where the lanes access
     * neighbours or all the same element, and the single ones. */
    double row_loads, row_stores, singles;
    /* Atomic additions: all; those to a line that one more worker added to in between, unless it is
     * the worker's line of last time, which it keeps for some additions; and the most to one line
     * that several workers add to. */
    double additions, moved_additions, shared_additions;
    double scale; /* the whole pass over that part */
    double error; /* standard error of the L1's misses, as a fraction; 0 where all was walked */
    int64_t blocks, walked;
    struct site_misses of_site[LOOP_SITES_MAX];
    /* The pass before has left lines in the last cache, which are used once in each. `left` are the
     * counts if that cache has lost them. */
    bool may_leave;
    struct cache_model_counts left;
    struct left_lines left_lines;
    double entries_far; /* page walks whose entry is not in the L2; NaN: no chase in random order */
};

/* Predicts the requests of the pattern's kernel on a GPU. The shape is that of a GPU's point:
 * workers are warps, equally many on each multiprocessor. Returns 0, or -ENOENT if the kernel
 * makes no accesses (pattern->walk is NULL). */
int predict_gpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct gpu_caches *caches, const struct predict_effort *effort,
                struct gpu_prediction *prediction);

/* Of a target, open or outlined. */
struct gpu_caches gpu_caches_of(const struct target_facts *facts);

/* What is left of `bytes` of a cache: the part that its workers were found to have. */
int64_t cache_usable(const struct cache_level *level, int64_t bytes);

/* The model's caches for that number of workers on a machine with these levels. Its TLB has 1536
 * entries for pages of 4 KiB, like the second-level TLB of server cores since 2015 (Intel 1536, AMD
 * 1536 to 3072), and 64 before it (Intel 64 to 96 in 16 sets, AMD 64 to 72 in one), because hwloc
 * does not report them. Lines of unknown length have 64 bytes. */
struct cache_hierarchy cache_model_of(const struct cache_level *levels, int level_count,
                                      int workers);

/* The same of a pass on a target, open or outlined, with these --pages (NULL: none). A worker that
 * is alone has what its hidden siblings leave, and siblings keep the same lines of a table: both
 * have all of a cache. */
struct cache_hierarchy cpu_caches_of(const struct target_facts *facts,
                                     const struct pattern *pattern, const struct shape *shape,
                                     int element_bytes, const char *pages);

/* Whether a pass reads the array `in` so often that each worker may read all of it. */
bool predict_reads_table(const struct pattern *pattern, const struct shape *shape,
                         int element_bytes);

/* Predicts its accesses on a CPU through the simulated caches. If a whole pass is short enough, one
 * pass warms the caches and the next is counted. Else a part of one worker's share stands for all,
 * after an equally long warm-up; where workers store among each other, it is a part of all shares,
 * side by side. A table that fits the last cache is loaded first, and so is an array that a loop
 * comes back to. A loop's iterations are made one after another. A chase in random order misses
 * what a level has no room for. Returns 0, -ENOMEM, or -ENOENT if the kernel makes no accesses. */
int predict_cpu(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                const struct cache_hierarchy *caches, const struct predict_effort *effort,
                struct cpu_prediction *prediction);

/* What a pass moves between a level and the one beyond, in bytes. */
double predict_level_bytes(const struct cpu_prediction *prediction, int level);

/* What a pass moves to and from memory, streamed lines included. */
double predict_memory_bytes(const struct cpu_prediction *prediction);

#endif
