/* What each place of a loop's source requests. */
#ifndef WARPLINE_LOOP_TABLE_H
#define WARPLINE_LOOP_TABLE_H

#include "study/loop/loop.h"
#include "study/model/cache_model.h"

enum { LOOP_ROWS_MAX = 64 };

/* Of a part of the pass that stands for it. */
struct loop_row {
    const struct loop_site *site;
    double warps;           /* rows of iterations that were followed */
    double requests, lanes; /* of a warp */
    double sectors, lines;  /* on a GPU */
    double used_bytes;      /* different bytes of these sectors that the lanes access */
    /* Whether all iterations read one element, which no iteration writes: a compiler keeps it in a
     * register unless its address depends on data. */
    bool one_element;
    double accesses; /* on a CPU */
    double misses[CACHE_LEVELS_MAX];
};

/* The rows, in the order of the source, at most LOOP_ROWS_MAX. `caches` is the CPU's model; NULL:
 * on a GPU. Returns how many. */
int loop_table(const struct pattern *pattern, const struct shape *shape,
               const struct cache_hierarchy *caches, struct loop_row rows[LOOP_ROWS_MAX]);

#endif
