#include "study/course/evidence.h"

#include "study/measure/statistics.h"
#include "study/own/own.h"
#include "study/plan/point.h"

#include <errno.h>
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

/* "a=1 b=2"; "-" for none. False where one is no parameter of the pattern. */
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
    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->pattern, " "), row->pattern);
    const struct pattern *pattern = pattern_find(name);
    const int element_bytes = atoi(row->element_bytes);
    if (!pattern || own_file(pattern) || !(pattern->sizes & element_bytes) ||
        !(row->number.elements >= 1 && row->number.workers >= 1))
        return false;
    struct shape shape = shape_standard(pattern, 0, 1);
    if (isfinite(row->at))
        (void)shape_set(&shape, pattern, row->parameter, (int64_t)row->at);
    if (strcmp(row->parameter, "footprint") != 0 && shape_set(&shape, pattern, "footprint", 0))
        return false; /* the plan's, which no column has */
    if (!take_settings(row->settings, pattern, &shape))
        return false;
    shape.elements = (int64_t)row->number.elements;
    shape.workers = (int64_t)row->number.workers;
    shape.threads = shape.workers * (row->gpu ? WARP_LANES : 1);
    *useful_bytes = (double)pattern_useful_bytes(pattern, &shape, element_bytes);
    *footprint_bytes = (double)arrays_bytes(pattern, &shape, element_bytes, &bytes);
    return *useful_bytes >= 0 && *footprint_bytes >= 0;
}

/* One pair at most of each two hand-ins. */
struct matching {
    struct twin_pair *of;
    int count, room;
    bool short_of_memory;
};

static struct twin_pair *pair_of(struct matching *matching, int a, int b)
{
    for (int i = 0; i < matching->count; i++)
        if (matching->of[i].a == a && matching->of[i].b == b)
            return &matching->of[i];
    if (matching->count == matching->room) {
        const int room = matching->room ? 2 * matching->room : 16;
        struct twin_pair *more = realloc(matching->of, sizeof *more * (size_t)room);
        if (!more)
            return NULL;
        matching->of = more;
        matching->room = room;
    }
    matching->of[matching->count] = (struct twin_pair){.a = a, .b = b};
    return &matching->of[matching->count++];
}

static void take_twins(void *context, const struct twins *twins)
{
    struct matching *matching = context;
    const bool swapped = twins->a->owner > twins->b->owner ||
                         (twins->a->owner == twins->b->owner && twins->a->line > twins->b->line);
    const struct trace *a = swapped ? twins->b : twins->a, *b = swapped ? twins->a : twins->b;
    struct twin_pair *pair = pair_of(matching, a->owner, b->owner);
    if (!pair) {
        matching->short_of_memory = true;
        return;
    }
    if (pair->rows++ == 0 || a->line < pair->line_a) {
        pair->line_a = a->line;
        pair->line_b = b->line;
        pair->scale = swapped ? 1 / twins->scale : twins->scale;
    }
}

static int by_owners(const void *left, const void *right)
{
    const struct twin_pair *a = left, *b = right;
    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

int evidence_pairs(struct traces *traces, struct twin_pairs *pairs)
{
    struct matching matching = {.of = NULL};
    *pairs = (struct twin_pairs){.of = NULL};
    traces_compare(traces, take_twins, &matching);
    if (matching.short_of_memory) {
        free(matching.of);
        return -ENOMEM;
    }
    if (matching.count)
        qsort(matching.of, (size_t)matching.count, sizeof *matching.of, by_owners);
    *pairs = (struct twin_pairs){.of = matching.of, .count = matching.count};
    return 0;
}
