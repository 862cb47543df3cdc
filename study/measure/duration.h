/* How long what is left of a run takes, from the points that are measured by now. */
#ifndef WARPLINE_DURATION_H
#define WARPLINE_DURATION_H

/* What a point's time is made of. */
enum duration_part {
    DURATION_KERNELS, /* samples, and what comes before them */
    DURATION_HOST,    /* arrays are filled and results checked; ceilings are renewed */
    DURATION_PARTS
};

struct duration {
    int target, study;                  /* numbers: points with the same are alike */
    double pass_ns, launch_ns;          /* expected of a pass, and of a launch without any */
    double bytes;                       /* of its arrays */
    double expected_ns[DURATION_PARTS]; /* more than 0 */
    double took_ns[DURATION_PARTS];     /* of a point that was measured */
    enum { DURATION_LEFT, DURATION_MEASURED, DURATION_HAD } state; /* had: by an earlier run */
};

/* What is left, in ns. Each part of a target's points is scaled by how it went so far: outliers
 * count ten times the median ratio at most, and a study follows its own points as there are more
 * of them. Without measured points that is what was expected. */
double duration_left_ns(const struct duration *durations, int count);

#endif
