/* What the memory of a target can do at most, by the probes of ceilings.csv and the data sheet in
 * the header: a row that says more was not measured there. */
#ifndef PLOTS_ALLOWANCE_H
#define PLOTS_ALLOWANCE_H

#include "plots/verify/doubt.h"
#include "plots/verify/stated.h"

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
void allowances_check(const struct allowances *all, const struct stated *stated,
                      struct doubt_sink *sink);

#endif
