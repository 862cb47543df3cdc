/* The reference of `fraction_of_copy`: a target's plain copies, as measured by a run.
 *
 * The yardstick of a row is the median bandwidth of the last YARDSTICK_COPIES copies measured
 * before it, on the same target and of the kind (element size and footprint) that the row's study
 * compares with; if there are fewer, of all of them. A run measures copies all the time (plan.c),
 * so these are the nearest in time. Copies that are invalid or disturbed do not count: a copy that
 * other load slowed down twelve times would make its neighbours twelve times a copy. `run` writes
 * the column with this code, and plots and claims compute it again from the rows: there is no other
 * definition. */
#ifndef PLOTS_YARDSTICK_H
#define PLOTS_YARDSTICK_H

enum { YARDSTICK_COPIES = 5 };

/* The bandwidth of one copy: the median, and the ends of its 95 % interval; or of several copies,
 * and their range: from the lowest end of their intervals to the highest. NaN if there is none. */
struct yardstick {
    double gbps, low_gbps, high_gbps;
};

/* The copies of one kind so far; a zeroed struct has none. */
struct copies {
    struct yardstick last[YARDSTICK_COPIES];
    int count; /* all copies that were added */
};

/* Adds a copy that was measured after all others. */
void copies_add(struct copies *copies, const struct yardstick *rate);

struct yardstick yardstick_of(const struct copies *copies);

#endif
