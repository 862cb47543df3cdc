/* Whether the results of one folder follow from what was measured: times and intervals from
 * samples.csv, bytes from time, fractions from the copies, times from no less than the ceilings
 * allow, targets, hosts and ids from the header. Knows files alone. */
#ifndef PLOTS_FOLLOWS_H
#define PLOTS_FOLLOWS_H

#include "plots/data/dataset.h"
#include "plots/verify/same_samples.h"

#include <stdint.h>

enum { DOUBT_TEXT_MAX = 384 };

enum doubt_kind {
    DOUBT_SAMPLES, /* about samples.csv, or about times that come from it */
    DOUBT_OTHER
};

/* Something in results that does not follow from what was measured. */
struct doubt {
    enum doubt_kind kind;
    int line; /* of results.csv; 0: of no row */
    char text[DOUBT_TEXT_MAX];
};

/* Called with each doubt, which lives during the call. */
typedef void doubt_listener(void *context, const struct doubt *doubt);

/* The 95 % interval of the median of samples, as a run makes it. */
typedef void interval_function(const double *samples, int count, uint64_t seed, double *low,
                               double *high);

/* What a pass of a row's point reads and writes, and what its arrays take, in bytes, by its pattern
 * and parameters. False where that is not known. */
typedef bool bytes_function(const struct row *row, double *useful_bytes, double *footprint_bytes);

struct follows_options {
    interval_function *interval; /* of a run; NULL: intervals only have to lie among samples */
    bytes_function *bytes;       /* of a row's point, by its pattern; NULL: they are as they are */
    struct copy_search *copies;  /* where samples go to be compared with others; or NULL */
    int owner;                   /* the number of the hand-in that the folder is */
    doubt_listener *tell;
    void *context;
};

/* What was looked at. */
struct follows {
    int rows, samples, doubts;
    bool cut; /* the last line has no end: a run that was killed, or a file that was cut */
};

/* Checks a folder's files against `set`, which dataset_read has read from it. Of more than a few
 * thousand rows some intervals are worked out again, evenly spread. 0, or a negative errno with a
 * line in `problem` where a file cannot be read. */
int follows_check(const struct dataset *set, const char *folder,
                  const struct follows_options *options, struct follows *follows, char *problem,
                  size_t problem_size);

/* The same in a sentence, for what reads results for another purpose: "" where all follows. What
 * the set's own note says is left out. 0, or a negative errno where it could not be checked through
 * no fault of the files. */
int follows_note(const struct dataset *set, const char *folder, interval_function *interval,
                 bytes_function *bytes, char *text, size_t size);

#endif
