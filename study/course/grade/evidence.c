#include "study/course/grade/evidence.h"

#include "study/measure/measure.h"
#include "study/own/own.h"
#include "study/plan/point.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void evidence_interval(const double *samples, int count, uint64_t seed, double *low, double *high)
{
    const struct summary summary = summarise(samples, count, seed);
    *low = summary.low;
    *high = summary.high;
}

/* Reads "a=1 b=2"; "-" for none. False if a name is not a parameter of the pattern. */
static bool take_settings(const char *settings, const struct pattern *pattern, struct shape *shape)
{
    char text[TEXT_MAX], *rest, name[64];
    long long value;
    snprintf(text, sizeof text, "%s", settings);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (strcmp(word, "-") != 0 && (sscanf(word, "%63[^=]=%lld", name, &value) != 2 ||
                                       !shape_set(shape, pattern, name, value)))
            return false;
    return true;
}

bool evidence_bytes(const struct row *row, double *useful_bytes, double *footprint_bytes)
{
    char name[TEXT_MAX];
    struct footprint bytes;
    snprintf(name, sizeof name, "%.*s", pattern_name_length(row->pattern), row->pattern);
    const struct pattern *pattern = pattern_find(name);
    const int element_bytes = atoi(row->element_bytes);
    if (!pattern || own_file(pattern) || !(pattern->sizes & element_bytes) ||
        !(row->number.elements >= 1 && row->number.workers >= 1))
        return false;
    struct shape shape = shape_standard(pattern, 0, 1);
    if (isfinite(row->at))
        (void)shape_set(&shape, pattern, row->parameter, (int64_t)row->at);
    if (strcmp(row->parameter, "footprint") != 0 && shape_set(&shape, pattern, "footprint", 0))
        return false; /* the plan chose the footprint, which no column records */
    if (!take_settings(row->settings, pattern, &shape))
        return false;
    shape.elements = (int64_t)row->number.elements;
    shape.workers = (int64_t)row->number.workers;
    shape.threads = shape.workers * (row->gpu ? WARP_LANES : 1);
    *useful_bytes = (double)pattern_useful_bytes(pattern, &shape, element_bytes);
    *footprint_bytes = (double)arrays_bytes(pattern, &shape, element_bytes, &bytes);
    return *useful_bytes >= 0 && *footprint_bytes >= 0;
}
