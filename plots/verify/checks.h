/* The checks of a folder of results; follows.c calls them one after another. */
#ifndef PLOTS_CHECKS_H
#define PLOTS_CHECKS_H

#include "plots/data/dataset.h"
#include "plots/verify/follows.h"

/* Where doubts go, and how many there were. */
struct doubt_sink {
    doubt_listener *tell;
    void *context;
    int count;
};

/* Writes a doubt about a line of results.csv (0: about no line) and passes it on. */
void doubt_add(struct doubt_sink *sink, enum doubt_kind kind, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* header_check.c: adds a doubt where the digest that the header ends with is not that of its other
 * lines (it ties host, date, command and a student's id to each other, and finds what was changed
 * in passing), a row's target has no line in the header, there are more rows than points were
 * planned, or one point has two rows. 0, or a negative errno with a line in `problem` where the
 * file cannot be read or memory is short. */
int header_check(const struct dataset *set, const char *folder, struct doubt_sink *sink,
                 char *problem, size_t problem_size);

/* What the checks of rows need to know. */
struct row_ground {
    interval_function *interval; /* NULL: an interval only has to lie among the samples */
    bytes_function *bytes;       /* NULL: they are not worked out */
    uint64_t seed;               /* of the run */
    bool has_samples;
    bool fractions; /* the copies are as measured, so that fractions can be worked out */
};

/* row_checks.c: adds a doubt for each number of the row that does not follow. */
void row_check(const struct row *row, const struct row_ground *ground, struct doubt_sink *sink);

/* allowance.c: what the memory of a target can do at most, by the probes of ceilings.csv and the
 * data sheet in the header. A row that says more was not measured there. */
enum { ALLOWANCE_TARGETS = 16 };

struct allowance {
    const char *target;
    double probed_gbps; /* the best of its probes of memory; 0: none */
    double sheet_gbps;  /* of the data sheet; 0: not known */
    bool disturbed;     /* other load was seen, so that probes may be far too slow */
};

struct allowances {
    struct allowance of[ALLOWANCE_TARGETS];
    int count;
    bool has_file; /* ceilings.csv is there */
};

/* Reads them for the targets of the set. 0, or a negative errno with a line in `problem` where
 * ceilings.csv is there and cannot be read. */
int allowances_read(struct allowances *all, const struct dataset *set, const char *folder,
                    char *problem, size_t problem_size);

/* Adds a doubt where the row took less time than they allow. */
void allowances_check(const struct allowances *all, const struct row *row, struct doubt_sink *sink);

#endif
