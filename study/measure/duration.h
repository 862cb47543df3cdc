/* How long what is left of a run takes, from the points that are measured by now. */
#ifndef WARPLINE_DURATION_H
#define WARPLINE_DURATION_H

/* What a point's time is made of. */
enum duration_part {
    DURATION_KERNELS, /* samples, and what comes before them */
    DURATION_HOST,    /* arrays are filled, results proved and checked */
    DURATION_PARTS
};

struct duration {
    int target, study, pattern;         /* numbers: points with the same are alike */
    double bytes;                       /* of its arrays */
    double expected_ns[DURATION_PARTS]; /* more than 0 */
    double took_ns[DURATION_PARTS];     /* of a point that was measured */
    int order;                          /* which of the measured ones it was, from 1 */
    enum { DURATION_LEFT, DURATION_MEASURED, DURATION_HAD } state; /* had: by an earlier run */
};

/* What is left, in ns. Each part of a point takes as many times what is expected of it as points of
 * its target did so far, above all those that are like it (pattern, study, size of the arrays,
 * length) and that were measured lately, since other load on a machine comes and goes. Outliers
 * count five times the median ratio at most. Without measured points that is what was expected.
 * Ceilings that are renewed (renewed_ns so far) go on taking their share of the time. */
double duration_left_ns(const struct duration *durations, int count, double renewed_ns);

#endif
