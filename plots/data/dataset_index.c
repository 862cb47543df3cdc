#include "plots/data/dataset.h"

#include "study/base/array.h"

#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

/* Copies of one kind, with which a study compares. */
struct kind {
    const char *target, *element_bytes;
    double footprint_bytes;
    struct copies copies;
    struct yardstick yardstick; /* of these copies */
};

/* The copy of a study on a target. */
struct own {
    const char *study, *target;
    struct kind *kind;
};

/* Both are in trees, with their first fields as the key; strings are compared by pointer. */
struct baselines {
    void *kinds, *owns;
};

static int by_kind(const void *left, const void *right)
{
    const struct kind *a = left, *b = right;
    const int order = memcmp(a, b, offsetof(struct kind, footprint_bytes));
    return order ? order
                 : (a->footprint_bytes > b->footprint_bytes) -
                       (a->footprint_bytes < b->footprint_bytes);
}

static int by_owner(const void *left, const void *right)
{
    return memcmp(left, right, offsetof(struct own, kind));
}

/* Results of older versions lack the size of copies. */
static struct kind kind_of(const struct row *point)
{
    const double bytes = point->number.footprint_bytes;
    return (struct kind){.target = point->target,
                         .element_bytes = point->element_bytes,
                         .footprint_bytes = isnan(bytes) ? 0 : bytes,
                         .yardstick = {NAN, NAN, NAN}};
}

/* The first copy of a study on a target is the one that its other rows on that target are compared
 * with. */
static void find_baselines(struct baselines *baselines, const struct dataset *set)
{
    for (int i = 0; i < set->count; i++) {
        const struct row *point = &set->points[i];
        const struct kind kind = kind_of(point);
        if (!row_is_baseline(point))
            continue;
        const struct own own = {.study = point->study,
                                .target = point->target,
                                .kind = tree_keep(&baselines->kinds, &kind, sizeof kind, by_kind)};
        tree_keep(&baselines->owns, &own, sizeof own, by_owner);
    }
}

static void take_copy(struct baselines *baselines, const struct row *point)
{
    const struct kind key = kind_of(point);
    struct kind *const *kind = tfind(&key, &baselines->kinds, by_kind);
    const struct yardstick rate = {
        .gbps = point->gbps,
        .low_gbps = point->number.useful_bytes / point->number.ci_high_ns,
        .high_gbps = point->number.useful_bytes / point->number.ci_low_ns};
    copies_add(&(*kind)->copies, &rate);
    (*kind)->yardstick = yardstick_of(&(*kind)->copies);
}

static void find_yardsticks(struct baselines *baselines, struct dataset *set)
{
    for (int i = 0; i < set->count; i++) {
        struct row *point = &set->points[i];
        if (row_is_baseline(point) && point->usable && point->gbps > 0 && !point->busy &&
            !row_is_disturbed(point))
            take_copy(baselines, point);
        const struct own key = {.study = point->study, .target = point->target};
        struct own *const *own = tfind(&key, &baselines->owns, by_owner);
        point->yardstick = own ? (*own)->kind->yardstick : (struct yardstick){NAN, NAN, NAN};
    }
}

/* Sorts by study, and within a study in the order of the file. */
static int by_study(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left;
    const struct row *b = *(const struct row *const *)right;
    return a->study != b->study ? (a->study > b->study) - (a->study < b->study) : (a > b) - (a < b);
}

static bool begins_study(const struct dataset *set, int i)
{
    return i == 0 || set->by_study[i]->study != set->by_study[i - 1]->study;
}

/* Sorts by the first row in the file. */
static int by_first_line(const void *left, const void *right)
{
    const struct study_rows *a = left, *b = right;
    return a->first_line - b->first_line;
}

static void cut_studies(struct dataset *set)
{
    for (int i = 0; i < set->count; i++) {
        const struct row *point = set->by_study[i];
        if (begins_study(set, i))
            set->studies[set->study_count++] = (struct study_rows){
                .study = point->study, .rows = &set->by_study[i], .first_line = point->line};
        struct study_rows *study = &set->studies[set->study_count - 1];
        study->count++;
        study->has[point->gpu] |= point->usable;
    }
}

static void index_studies(struct dataset *set)
{
    int count = 0;
    set->by_study = needed(calloc((size_t)set->count, sizeof *set->by_study));
    for (int i = 0; i < set->count; i++)
        set->by_study[i] = &set->points[i];
    qsort(set->by_study, (size_t)set->count, sizeof *set->by_study, by_study);
    for (int i = 0; i < set->count; i++)
        count += begins_study(set, i);
    set->studies = needed(calloc((size_t)count + 1, sizeof *set->studies));
    cut_studies(set);
    qsort(set->studies, (size_t)count, sizeof *set->studies, by_first_line);
}

static struct target_rates *target_named(struct dataset *set, const char *target)
{
    for (int i = 0; i < set->target_count; i++)
        if (set->targets[i].target == target)
            return &set->targets[i];
    array_make_room(set->targets, set->target_count, set->target_room);
    set->targets[set->target_count] =
        (struct target_rates){.target = target,
                              .cpu = dataset_target_is(set, target, "CPU"),
                              .gpu = dataset_target_is(set, target, "GPU")};
    return &set->targets[set->target_count++];
}

static void index_targets(struct dataset *set)
{
    for (int i = 0; i < set->count; i++) {
        const struct row *point = &set->points[i];
        struct target_rates *target = target_named(set, point->target);
        if (!point->usable || point->busy || !row_is_baseline(point) || !(point->gbps > 0))
            continue;
        target->copies++;
        const double slowest = target->slowest_gbps;
        target->slowest_gbps = slowest > 0 ? fmin(slowest, point->gbps) : point->gbps;
        target->fastest_gbps = fmax(target->fastest_gbps, point->gbps);
    }
}

void dataset_index(struct dataset *set)
{
    struct baselines baselines = {NULL, NULL};
    find_baselines(&baselines, set);
    find_yardsticks(&baselines, set);
    tdestroy(baselines.owns, free);
    tdestroy(baselines.kinds, free);
    index_studies(set);
    index_targets(set);
}

const struct study_rows *dataset_study(const struct dataset *set, const char *study)
{
    for (int i = 0; i < set->study_count; i++)
        if (strcmp(set->studies[i].study, study) == 0)
            return &set->studies[i];
    return NULL;
}

bool dataset_has(const struct dataset *set, const char *study, bool gpu)
{
    for (int i = 0; i < set->study_count; i++)
        if ((!study || strcmp(set->studies[i].study, study) == 0) && set->studies[i].has[gpu])
            return true;
    return false;
}
