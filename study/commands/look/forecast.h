/* What `warpline show` says of a pattern's cost: what the models count on each target, and the time
 * that follows from ceilings. */
#ifndef WARPLINE_FORECAST_H
#define WARPLINE_FORECAST_H

#include "study/model/demand.h"
#include "study/plan/point.h"
#include "study/request.h"

/* Where the times of a target come from. */
struct source {
    struct ceilings ceilings;
    bool known;
    const char *of; /* the results that they are from, as the user may name them; NULL: none */
};

/* A pattern on one target, there or not. Texts are the caller's. */
struct forecast {
    const char *target;
    const char *absent; /* why nothing is predicted on it; NULL: what follows holds */
    const struct pattern *pattern;
    struct target_facts facts;
    struct source source;
    enum memory_model model;
    struct shape shape;
    int element_bytes;
    int64_t footprint_bytes;   /* of all arrays */
    double useful_bytes;       /* of a pass */
    bool has_accesses;         /* the kernel makes some of its own */
    struct gpu_prediction gpu; /* of them, where the model is MODEL_SECTORS */
    struct cpu_prediction cpu; /* the same of MODEL_CACHE_LINES */
    bool has_demand;           /* a time follows from ceilings */
    struct demand demand;
};

/* 0 if the pattern has elements of the request's size, all its targets have a model and are named
 * once, the results that `with` names (NULL: the targets' own choice) have ceilings, and the point
 * fits (plan/walks.h), else EXIT_USAGE after a message. */
int forecast_check(const struct pattern *pattern, const struct shape *shape,
                   const struct plan_request *request, const char *with);

/* Called with a forecast, which is valid during the call. 0, or an exit status, which ends the
 * rest.
 */
typedef int forecast_listener(void *context, const struct forecast *forecast);

/* Calls `listener` with the forecast of each target of the request (cpu and gpu0 where it names
 * none), with the parameter values of `shape`; a GPU need not be there, and the CPU may be a
 * synthetic one of hwloc's. The request has been checked. Returns 0, or an exit status after a
 * message. */
int forecast_each(const struct pattern *pattern, const struct shape *shape,
                  const struct plan_request *request, const char *with, forecast_listener *listener,
                  void *context);

/* Prints all of them, with pictures of the first requests (forecast_print.c). Returns the same. */
int forecast_print(const struct pattern *pattern, const struct shape *shape,
                   const struct plan_request *request, const char *with);

/* `warpline show --json`: a study; a pattern with its parameters' values as in `shape`, and what is
 * predicted for the request by the ceilings of `with`, both checked. Return the exit status. */
struct study;
int document_study(const struct study *study);
int document_pattern(const struct pattern *pattern, const struct shape *shape,
                     const struct plan_request *request, const char *with);

#endif
