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

#endif
