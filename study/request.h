/* What to measure: the input of the planner and of a run. Commands fill it in from their options;
 * a course or a health check fills it in without any command line. */
#ifndef WARPLINE_REQUEST_H
#define WARPLINE_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

struct placing;

/* Texts are the caller's and outlive the request. */
struct plan_request {
    const char *const *names;    /* studies, patterns, words of sweeps (plan/plan.h); none: every
                                    study of the catalogue */
    const char *const *sweeps;   /* "name=values", for the patterns in `names` */
    const char *const *settings; /* "name=value", for every pattern that has the parameter */
    int name_count, sweep_count, setting_count;
    const char *targets;     /* names with commas between; NULL: all there are */
    const char *const *head; /* lines "key: value" for the header of results, ended by NULL; NULL:
                                none */
    const struct placing *placing; /* of the CPU's threads and memory; NULL: as they come */
    int64_t samples;               /* of each point; 0: the default */
    int64_t warmup;                /* samples that are dropped first; -1: the default */
    int64_t element_bytes;         /* 0: the study's */
    int64_t footprint_bytes;       /* of the plain copy; 0: by the target's caches */
    int64_t seed;                  /* of the random order of points */
    bool quick;                    /* fewer values, shorter samples */
};

#endif
