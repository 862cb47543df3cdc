/* Whether the results of one folder follow from the measurement: times and intervals from
 * samples.csv, bytes from time, fractions from the copies, targets, hosts and ids from the header;
 * and no time may be shorter than the ceilings allow. Knows only files. */
#ifndef PLOTS_FOLLOWS_H
#define PLOTS_FOLLOWS_H

#include "plots/data/dataset.h"
#include "plots/verify/same_samples.h"

#include <stdint.h>

enum { DOUBT_TEXT_MAX = 384 };

enum doubt_kind {
    DOUBT_SAMPLES, /* about samples.csv, or about times computed from it */
    DOUBT_OTHER
};

/* Something in the results that does not follow from the measurement. */
struct doubt {
    enum doubt_kind kind;
    int line; /* of results.csv; 0: no row */
    char text[DOUBT_TEXT_MAX];
};

/* Called with each doubt, which is valid only during the call. */
typedef void doubt_listener(void *context, const struct doubt *doubt);

/* Computes the 95 % interval of the median of samples, as a run does. */
typedef void interval_function(const double *samples, int count, uint64_t seed, double *low,
                               double *high);

/* Computes the bytes that a pass of a row's point reads and writes, and the bytes of its arrays,
 * from its pattern and parameters. False if they are unknown. */
typedef bool bytes_function(const struct row *row, double *useful_bytes, double *footprint_bytes);

struct follows_options {
    interval_function *interval; /* as in a run; NULL: intervals must only be within the samples */
    bytes_function *bytes;       /* bytes of a row's point, by its pattern; NULL: not checked */
    struct copy_search *copies;  /* collects samples to compare with others; or NULL */
    int owner;                   /* the number of this folder's hand-in */
    doubt_listener *tell;
    void *context;
};

/* The extent of the check, and the number of doubts. */
struct follows {
    int rows, samples, doubts;
    bool cut; /* the last line is incomplete: the run was killed, or the file was cut */
};

/* Checks a folder's files against `set`, which dataset_read has read from it. With more than a few
 * thousand rows, only some intervals, evenly spread, are computed again. 0, or a negative errno
 * with a line in `problem` if a file cannot be read. */
int follows_check(const struct dataset *set, const char *folder,
                  const struct follows_options *options, struct follows *follows, char *problem,
                  size_t problem_size);

/* The result as one sentence, for callers that read results for another purpose: "" if everything
 * follows. Problems in the set's own note are left out. 0, or a negative errno if the check failed
 * for a reason outside the files. */
int follows_note(const struct dataset *set, const char *folder, interval_function *interval,
                 bytes_function *bytes, char *text, size_t size);

#endif
