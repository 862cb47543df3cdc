/* The L1 of one multiprocessor: which sectors of loads have to come from the L2.
 *
 * Lines of 128 bytes under least-recently-used replacement, fully associative, filled sector by
 * sector. Stores and atomics bypass it (CUDA C++ Programming Guide, compute capability 5.0 and
 * later). Set conflicts, which columns of a matrix run into, are not modelled. */
#ifndef OFFLOAD_L1_MODEL_H
#define OFFLOAD_L1_MODEL_H

#include "study/model/gpu/traffic.h"

struct l1_model;

/* Makes an empty L1; NULL without memory. The caller frees it; NULL may be freed. */
struct l1_model *l1_model_create(int64_t bytes);
void l1_model_free(struct l1_model *l1);

/* A load: adds to *sectors the number of its sectors that miss, and to *lines the number of lines
 * with such sectors. */
void l1_model_load(struct l1_model *l1, const struct sectors *asked, double *sectors,
                   double *lines);

/* Stores of one warp on their way to the L2: stores that closely follow each other to one sector go
 * there together.
 *
 * A multiprocessor holds back some 64 lines of stores, for all its warps together. With 8 warps,
 * three stores of 4 bytes to each struct of 12 reach the L2 as whole sectors; with 24 warps, one by
 * one. Eight stores to runs of 8 words of each lane are merged, sixteen to runs of 16 no longer
 * (H200, patterns vec3_clear, aos_write and order). */
enum { STORE_LINES = 64 };

/* Zero at first, except `room`. */
struct store_merge {
    int room; /* lines that can be held back for this warp's stores, 1 to STORE_LINES */
    int held;
    struct held_line {
        uint64_t number;
        uint32_t bytes[SECTORS_OF_LINE]; /* bit b: byte b of that sector was stored */
    } lines[STORE_LINES];                /* most recently used first */
    double whole, parts;                 /* sectors sent to the L2, wholly and partially written */
};

/* A store. (Atomic additions are never held back.) */
void store_merge_add(struct store_merge *merge, const struct sectors *sectors);

/* Sends all stores that are held back. */
void store_merge_flush(struct store_merge *merge);

#endif
