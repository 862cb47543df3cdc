/* The cost of a pattern for `warpline show`: what the models count on each target, and the time
 * predicted from ceilings. */
#ifndef WARPLINE_FORECAST_H
#define WARPLINE_FORECAST_H

#include "study/model/demand.h"
#include "study/plan/point.h"
#include "study/request.h"

/* The source of a target's predicted times. */
struct source {
    struct ceilings ceilings;
    double probed_s[RESOURCES]; /* when, in seconds since 1970; 0: not known */
    bool known;
    const char *of; /* the results with the ceilings, as the user may name them; NULL: none */
};

/* A pattern on one target, present or not. Texts are the caller's. */
struct forecast {
    const char *target;
    const char *absent; /* why there is no prediction on it; NULL: the fields below are valid */
    const struct pattern *pattern;
    struct target_facts facts;
    struct source source;
    enum memory_model model;
    struct shape shape;
    int element_bytes;
    int64_t footprint_bytes;   /* of all arrays */
    double useful_bytes;       /* of a pass */
    bool has_accesses;         /* the kernel makes accesses */
    struct gpu_prediction gpu; /* prediction for these if the model is MODEL_SECTORS */
    struct cpu_prediction cpu; /* prediction for these if the model is MODEL_CACHE_LINES */
    double left_part;          /* of the lines in its last cache: lost from pass to pass */
    bool has_demand;           /* a time follows from ceilings */
    struct demand demand;
};

/* Checks a request: the pattern has elements of that size, all targets have a model and occur once,
 * the results that `with` names (NULL: the targets' default) have ceilings, and the point fits
 * (plan/walks.h). 0, or EXIT_USAGE after a message. */
int forecast_check(const struct pattern *pattern, const struct shape *shape,
                   const struct plan_request *request, const char *with);

/* Called with a forecast, which is valid during the call. 0 continues; an exit status ends the
 * loop. */
typedef int forecast_listener(void *context, const struct forecast *forecast);

/* Calls `listener` with the forecast of each target of the request (default: cpu and gpu0), with
 * the parameter values of `shape`. A GPU need not be present, and the CPU may be a synthetic one of
 * hwloc's. The request has been checked. Returns 0, or an exit status after a message. */
int forecast_each(const struct pattern *pattern, const struct shape *shape,
                  const struct plan_request *request, const char *with, forecast_listener *listener,
                  void *context);

/* Prints all forecasts, with pictures of the first requests (forecast_print.c). Returns the
 * same. */
int forecast_print(const struct pattern *pattern, const struct shape *shape,
                   const struct plan_request *request, const char *with);

/* Of a loop: its accesses by the lines of its source, as a table and as JSON (loop_print.c). */
struct json_t;
void loop_print(const struct forecast *forecast);
void loop_put(struct json_t *object, const struct forecast *forecast);

/* `warpline show --json`: a study; or a pattern with its parameter values as in `shape` and the
 * predictions for the request with the ceilings of `with`, both checked, which returns the exit
 * status. */
struct study;
void document_study(const struct study *study);
int document_pattern(const struct pattern *pattern, const struct shape *shape,
                     const struct plan_request *request, const char *with);

#endif
