/* The checks of a folder of results; follows.c calls them one after another. */
#ifndef PLOTS_CHECKS_H
#define PLOTS_CHECKS_H

#include "plots/data/dataset.h"
#include "plots/verify/follows.h"

/* The listener of doubts, and their number. */
struct doubt_sink {
    doubt_listener *tell;
    void *context;
    int count;
};

/* Writes a doubt about a line of results.csv (0: no line) and passes it on. */
void doubt_add(struct doubt_sink *sink, enum doubt_kind kind, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The input of the checks of rows. */
struct row_ground {
    interval_function *interval; /* NULL: an interval must only be within the samples */
    bytes_function *bytes;       /* NULL: bytes are not checked */
    uint64_t seed;               /* of the run */
    const char *cpus;            /* those that the process was given, "0-15"; NULL: unknown */
    bool has_samples;
    bool fractions; /* the copies are as measured, so fractions can be computed */
};

/* row_checks.c: adds a doubt for each number of the row that the measurement does not imply. */
void row_check(const struct row *row, const struct row_ground *ground, struct doubt_sink *sink);

/* allowance.c: the maximum bandwidth of a target's memory, from the probes in ceilings.csv and the
 * data sheet in the header. A row with a higher bandwidth was not measured on that target. */
enum { ALLOWANCE_TARGETS = 16 };

struct allowance {
    const char *target;
    double probed_gbps;  /* its best memory probe; 0: none */
    double sheet_gbps;   /* from the data sheet; 0: unknown */
    char bounds[128];    /* what its ceilings bound, in words */
    int rows, disturbed; /* rows; of these, under other load: probes may be far too slow then */
};

struct allowances {
    struct allowance of[ALLOWANCE_TARGETS];
    int count;
    bool has_file; /* ceilings.csv exists */
};

/* Reads the allowances of the set's targets. 0, or a negative errno with a line in `problem` if
 * ceilings.csv exists and cannot be read. */
int allowances_read(struct allowances *all, const struct dataset *set, const char *folder,
                    char *problem, size_t problem_size);

/* Adds a doubt if the row took less time than the allowances permit, or if no ceiling bounds what
 * is said to bound its predicted time: ceilings.csv was cut off. */
void allowances_check(const struct allowances *all, const struct row *row, struct doubt_sink *sink);

#endif
