/* Which workers a CPU has and where each may run: what --cpus, --bind and --cores
 * request. */
#ifndef WARPLINE_PLACING_H
#define WARPLINE_PLACING_H

#include "cpu/topology.h"

/* Chooses the workers of an open topology. Without --bind each core has one worker, on its first
 * hardware thread, and --cores keeps the least busy ones. --bind is a word or two:
 *
 *   core, thread    a worker on each core, or on each hardware thread
 *   numa, package   a worker for each core, which may run anywhere in its NUMA node or package
 *   close, spread   of these --cores keeps the first ones, or ones at equal distances in hwloc's
 *                   order (OpenMP's rule for its places); so does a launch of fewer threads
 *
 * Returns 0, or -EINVAL with a line in `problem` that names the option and what would do. */
int placing_apply(struct topology *topology, const struct placing *placing, char *problem,
                  size_t problem_size);

/* Whether --cpus and --bind are written well, for a machine that is not this one. 0, or -EINVAL as
 * above. */
int placing_check(const struct placing *placing, char *problem, size_t problem_size);

/* The name and the value of option number `number` of those that take words; NULL after the last
 * one; *value is NULL if it was not given. */
const char *placing_option(const struct placing *placing, int number, const char **value);

/* "bind=core memory=node:1": what was requested; "" if nothing was. */
void placing_text(const struct placing *placing, char *text, size_t text_size);

/* Adds the hardware threads of a list of locations to `cpus`, as hwloc-calc reads them:
 *
 *   0-3,8             hardware threads as the system numbers them; 0xf, the same as a mask
 *   core:0-3          objects as hwloc numbers them: package, die, group, numa, l3, l2, l1, core,
 * pu package:1.core:0  numbered within the object before core:2-, core:1:4 from 2 on; 4 from 1 on;
 * also core:all, core:odd, core:even kind:1            cores of one kind, the least powerful are
 * kind 0 all
 *
 * with commas or blanks between. `topology` NULL: only whether the list is written like that.
 * Returns 0, or -EINVAL with a line in `problem`: also where a location has no hardware thread that
 * the process may use, or a numbered one is not among those. (location.c) */
int location_read(const struct topology *topology, const char *list, hwloc_bitmap_t cpus,
                  char *problem, size_t problem_size);

#endif
