/* What `fraction_of_copy` is a fraction of: a target's plain copies, as a run measured them.
 *
 * The yardstick of a row is the median bandwidth of the YARDSTICK_COPIES copies that were measured
 * last when the row was, on the same target and of the same kind (element size and footprint) as
 * the row's own study compares with; of all of them where there are fewer. A run measures copies
 * all along (plan.c), so these are the ones nearest in time that a row can know. Invalid copies do
 * not count. `run` writes the column with this, and plots and claims work it out again from the
 * rows: there is no other definition.
 */
#ifndef PLOTS_YARDSTICK_H
#define PLOTS_YARDSTICK_H

enum { YARDSTICK_COPIES = 5 };

/* The bandwidth of one copy: the median, and the ends of its 95 % interval. */
struct copy_rate {
    double gbps, low_gbps, high_gbps;
};

/* The copies of one kind so far; zeroed, there are none. */
struct copies {
    struct copy_rate last[YARDSTICK_COPIES];
    int count; /* of all that were added */
};

/* How fast a copy is, and how far copies lie apart: from the lowest end of an interval of theirs to
 * the highest. NaN where there is no copy. */
struct yardstick {
    double gbps, low_gbps, high_gbps;
};

/* Adds one that was measured after all others. */
void copies_add(struct copies *copies, const struct copy_rate *rate);

struct yardstick yardstick_of(const struct copies *copies);

#endif
