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
    double expected_ns[DURATION_PARTS]; /* more than 0, unless it was had */
    double took_ns[DURATION_PARTS];     /* of a point that was measured */
    int target;                         /* a number: each has its own speeds */
    enum { DURATION_LEFT, DURATION_MEASURED, DURATION_HAD } state; /* had: by an earlier run */
    double bytes;       /* of its arrays; this and the next for the log alone */
    int study, pattern; /* numbers */
};

/* What is left, in ns. Each part of a point takes as many times what is expected of it as all that
 * was measured on its target took of what was expected of that, above all what was about as long:
 * what a pass takes goes with the machine, the shortest samples do not. Long points count as much
 * as they last, and a point five times the median ratio at most. Without measured points that is
 * what was expected. (To weigh points that are alike or recent more made it no better in recorded
 * runs.) Ceilings that are renewed (renewed_ns so far) go on taking their share of the time. */
double duration_left_ns(const struct duration *durations, int count, double renewed_ns);

#endif
