#include "patterns/level.h"
#include "patterns/random.h"
#include "study/arrays.h"
#include "study/message.h"
#include "study/module.h"
#include "study/study.h"
#include "study/units.h"

#include <stdlib.h>
#include <string.h>

enum {
    ELEMENT_BYTES = 4, /* where neither study nor option says otherwise */
    SMALLEST_FOOTPRINT = 8192,
    FOOTPRINTS_MAX = 64,
};
/* Where no cache is known: larger than most that are built. */
static const int64_t unknown_cache_bytes = INT64_C(256) << 20;

/* One study on one target, while its points are made. */
struct course {
    struct plan *plan;
    const struct options *options;
    const struct study *study;
    struct target *target;
    int element_bytes;
    int64_t accesses; /* element accesses of one pass, the same for all points */
    int status;
};

struct shape shape_standard(const struct pattern *pattern, int64_t elements, int64_t threads)
{
    struct shape shape = {.elements = elements, .threads = threads};
    for (int i = 0; i < PARAMETERS_MAX; i++)
        shape.value[i] = pattern->parameters[i].name ? pattern->parameters[i].standard : 1;
    return shape;
}

bool shape_set(struct shape *shape, const struct pattern *pattern, const char *name, int64_t value)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        if (strcmp(pattern->parameters[i].name, name) == 0) {
            shape->value[i] = value;
            return true;
        }
    return false;
}

const struct kernel *point_kernel(struct target *target, const struct pattern *pattern,
                                  int element_bytes, char *problem, size_t problem_size)
{
    problem[0] = '\0';
    if (!target->ops->module_kind)
        return NULL;
    const struct kernel_module *module =
        module_load(target->ops->module_kind, pattern->name, problem, problem_size);
    return module ? module_kernel(module, element_bytes) : NULL;
}

int64_t point_threads(struct target *target, const struct pattern *pattern,
                      const struct kernel *kernel)
{
    char problem[TEXT_MAX];
    if (!kernel)
        return 1;
    const struct kernel_module *module =
        module_load(target->ops->module_kind, pattern->name, problem, sizeof problem);
    int workers = target_workers(target, kernel->run);
    return workers < 0 ? workers : (int64_t)workers * module->lane_threads;
}

static int64_t power_of_two_from(int64_t value)
{
    int64_t power = 1;
    while (power < value)
        power *= 2;
    return power;
}

/* A pattern that deals turns gives every thread equally many: a power of two, so that every run
 * length fits. Rounded up, or memory would become a cache. */
static int64_t whole_elements(const struct pattern *pattern, int64_t elements, int64_t threads)
{
    if (!pattern->whole_turns)
        return elements;
    int64_t turns = power_of_two_from((elements + threads - 1) / threads);
    return threads * (turns < WARP_LANES ? WARP_LANES : turns);
}

static bool same_point(const struct point *a, const struct point *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->target == b->target &&
           a->value == b->value && a->baseline == b->baseline;
}

static void add(struct plan *plan, const struct point *point)
{
    for (int i = 0; i < plan->count; i++)
        if (same_point(&plan->points[i], point))
            return;
    if (plan->count == plan->room) {
        plan->room = plan->room ? 2 * plan->room : 64;
        plan->points = realloc(plan->points, sizeof *plan->points * (size_t)plan->room);
        if (!plan->points)
            abort(); /* some 100 KB: there is nothing left to say it with */
    }
    plan->points[plan->count++] = *point;
}

/* Elements so that the pass makes `accesses` loads, over all fields. */
static int64_t elements_for(const struct pattern *pattern, struct shape shape, int64_t accesses)
{
    int64_t elements = accesses / pattern->fields(&shape);
    return elements > 0 ? elements : 1;
}

static bool measure_of(struct point *point)
{
    int64_t in, out;
    point->useful_bytes = pattern_useful_bytes(point->pattern, &point->shape, point->element_bytes);
    point->footprint_bytes =
        arrays_bytes(point->pattern, &point->shape, point->element_bytes, &in, &out);
    target_level(&point->target->facts, point->footprint_bytes, point->level);
    return point->footprint_bytes > 0;
}

/* A point of the course: `value` of `parameter`, NULL for the baseline. */
static bool make_point(struct course *course, const struct pattern *pattern, const char *parameter,
                       int64_t value, int64_t accesses, struct point *point)
{
    char problem[TEXT_MAX];
    *point = (struct point){.study = course->study,
                            .pattern = pattern,
                            .target = course->target,
                            .parameter = parameter ? parameter : "-",
                            .value = value,
                            .element_bytes = course->element_bytes,
                            .baseline = !parameter};
    point->kernel =
        point_kernel(course->target, pattern, course->element_bytes, problem, sizeof problem);
    if (!point->kernel && problem[0]) {
        course->status = complain(EXIT_WRONG, "%s", problem);
        return false;
    }
    int64_t threads = point_threads(course->target, pattern, point->kernel);
    if (threads < 0) {
        course->status = complain(EXIT_NO_DEVICE, "target %s: %s", course->target->name,
                                  target_failure((int)threads));
        return false;
    }
    point->shape = shape_standard(pattern, accesses, threads);
    if (parameter)
        shape_set(&point->shape, pattern, parameter, value);
    int64_t elements = elements_for(pattern, point->shape, accesses);
    point->shape.elements = whole_elements(pattern, elements, threads);
    return measure_of(point);
}

static void add_point(struct course *course, const struct pattern *pattern, const char *parameter,
                      int64_t value, int64_t accesses)
{
    struct point point;
    if (!course->status && make_point(course, pattern, parameter, value, accesses, &point))
        add(course->plan, &point);
}

static void add_listed(struct course *course, const struct sweep *sweep)
{
    const int64_t *values = course->options->quick ? sweep->quick : sweep->full;
    const struct pattern *pattern = pattern_find(sweep->pattern);
    for (int i = 0; i < VALUES_MAX && (i == 0 || values[i]); i++)
        add_point(course, pattern, sweep->parameter, values[i], course->accesses);
}

static void add_powers(struct course *course, const struct sweep *sweep)
{
    struct point probe;
    const struct pattern *pattern = pattern_find(sweep->pattern);
    if (!make_point(course, pattern, sweep->parameter, 1, course->accesses, &probe))
        return;
    int64_t turns = probe.shape.elements / probe.shape.threads;
    for (int64_t run = 1; run < turns; run *= course->options->quick ? 4 : 2)
        add_point(course, pattern, sweep->parameter, run, course->accesses);
    add_point(course, pattern, sweep->parameter, turns, course->accesses);
}

static int64_t last_cache_bytes(const struct target_facts *facts)
{
    return facts->cache_levels ? facts->caches[facts->cache_levels - 1].size_bytes
                               : unknown_cache_bytes;
}

/* The footprint of the plain copy at which it is sure to come from memory. On a GPU each array is
 * that large: what a pass leaves in its L2 is a larger part of what the next one needs. */
static int64_t memory_footprint(const struct target *target)
{
    int64_t bytes = MEMORY_TIMES_CACHE * last_cache_bytes(&target->facts);
    return target->ops == &gpu_target_ops ? 2 * bytes : bytes;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Powers of two from 8 KiB to memory (of four in the quick form), and around each level's size:
 * well inside, full, and past it. */
static int footprints(const struct target *target, bool quick, int64_t most, int64_t *list)
{
    int count = 0, kept = 0;
    const struct target_facts *facts = &target->facts;
    for (int64_t bytes = SMALLEST_FOOTPRINT; bytes < most; bytes *= quick ? 4 : 2)
        list[count++] = bytes;
    for (int i = 0; i < facts->cache_levels && count < FOOTPRINTS_MAX - 4; i++) {
        list[count++] = facts->caches[i].size_bytes / 2;
        list[count++] = facts->caches[i].size_bytes / 4 * 3;
        list[count++] = facts->caches[i].size_bytes / 2 * 3;
    }
    list[count++] = most;
    qsort(list, (size_t)count, sizeof *list, ascending);
    for (int i = 0; i < count; i++) /* what lies within an eighth of the last one adds nothing */
        if (list[i] <= most && (kept == 0 || list[i] > list[kept - 1] + list[kept - 1] / 8))
            list[kept++] = list[i];
    list[kept - 1] = most;
    return kept;
}

static void add_footprints(struct course *course, const struct sweep *sweep)
{
    int64_t list[FOOTPRINTS_MAX];
    int64_t most = 2 * course->accesses * course->element_bytes;
    int count = footprints(course->target, course->options->quick, most, list);
    for (int i = 0; i < count; i++)
        add_point(course, pattern_find(sweep->pattern), "footprint", list[i],
                  list[i] / 2 / course->element_bytes);
}

static void add_sweeps(struct course *course)
{
    static void (*const add_sweep[])(struct course *, const struct sweep *) = {
        [SWEEP_LISTED] = add_listed,
        [SWEEP_POWERS] = add_powers,
        [SWEEP_FOOTPRINTS] = add_footprints,
    };
    add_point(course, pattern_find("copy"), NULL, 0, course->accesses);
    for (int i = 0; i < SWEEPS_MAX && course->study->sweeps[i].pattern; i++)
        add_sweep[course->study->sweeps[i].kind](course, &course->study->sweeps[i]);
}

static int64_t largest_footprint(const struct plan *plan, int first)
{
    int64_t largest = 0;
    for (int i = first; i < plan->count; i++)
        if (plan->points[i].footprint_bytes > largest)
            largest = plan->points[i].footprint_bytes;
    return largest;
}

/* Points of one study on one target. Where the largest does not fit into four fifths of the free
 * memory, a default footprint is halved until it does; one that was asked for is an error. */
static int plan_course(struct course *course)
{
    char there[SIZE_TEXT_MAX], needed[SIZE_TEXT_MAX];
    int first = course->plan->count;
    int64_t asked = course->options->footprint_bytes;
    int64_t footprint = asked ? asked : memory_footprint(course->target);
    int64_t free_bytes = course->target->ops->free_bytes(course->target);
    for (;; footprint /= 2) {
        course->plan->count = first;
        course->accesses = footprint / 2 / course->element_bytes;
        add_sweeps(course);
        int64_t largest = largest_footprint(course->plan, first);
        if (course->status || largest <= free_bytes / 5 * 4)
            return course->status;
        if (asked || footprint < SMALLEST_FOOTPRINT)
            return complain(EXIT_USAGE,
                            "option --footprint: %s: study %s then needs %s on %s, which has %s "
                            "free; use less",
                            size_text(footprint, (char[SIZE_TEXT_MAX]){0}), course->study->name,
                            rounded_size_text(largest, needed), course->target->name,
                            rounded_size_text(free_bytes, there));
    }
}

static void shuffle(struct point *points, int count, uint64_t seed)
{
    for (int i = count - 1; i > 0; i--) {
        int j = (int)(random_next(&seed) % (uint64_t)(i + 1));
        struct point kept = points[i];
        points[i] = points[j];
        points[j] = kept;
    }
}

/* A plan's baselines to its front, all else in the order it was: what the others are a fraction of
 * is the best of several copies, measured over some time. */
static int baselines_first(struct plan *plan)
{
    struct point *sorted = malloc(sizeof *sorted * (size_t)plan->count);
    int count = 0;
    if (!sorted)
        return complain(EXIT_WRONG, "no memory for the plan of points");
    for (int baseline = 1; baseline >= 0; baseline--)
        for (int i = 0; i < plan->count; i++)
            if (plan->points[i].baseline == baseline)
                sorted[count++] = plan->points[i];
    free(plan->points);
    plan->points = sorted;
    plan->room = plan->count;
    return 0;
}

/* The plan's points are in another cache level than their study's copy? Not asked where the
 * footprint is what is swept. */
static void mark_levels(struct point *points, int count)
{
    for (int i = 0; i < count; i++)
        for (int b = 0; b < count; b++)
            if (points[b].baseline && points[b].target == points[i].target &&
                strcmp(points[i].parameter, "footprint") != 0)
                points[i].level_differs = strcmp(points[i].level, points[b].level) != 0;
}

static int plan_study(struct plan *plan, const struct study *study, const struct options *options,
                      struct target_list *targets)
{
    int first = plan->count, status = 0;
    for (int i = 0; i < targets->count && !status; i++) {
        struct course course = {
            .plan = plan,
            .options = options,
            .study = study,
            .target = &targets->targets[i],
            .element_bytes = options->element_bytes ? (int)options->element_bytes : ELEMENT_BYTES,
        };
        status = plan_course(&course);
    }
    shuffle(plan->points + first, plan->count - first, (uint64_t)options->seed + (uint64_t)first);
    mark_levels(plan->points + first, plan->count - first);
    return status;
}

static bool asked_for(const struct study *study, const struct options *options)
{
    for (int i = 0; i < options->name_count; i++)
        if (strcmp(options->names[i], study->name) == 0)
            return true;
    return options->name_count == 0;
}

static int check_study_name(const char *name)
{
    const char *names[64];
    char near[TEXT_MAX];
    int count = 0;
    for (const struct study *s = study_catalogue; s->name; s++) {
        if (strcmp(s->name, name) == 0)
            return 0;
        names[count++] = s->name;
    }
    names[count] = NULL;
    return complain(EXIT_USAGE, "study %s: there is no such study; there is %s", name,
                    nearest_names(name, names, near, sizeof near));
}

int plan_check_names(const struct options *options)
{
    int status = 0;
    for (int i = 0; i < options->name_count && !status; i++)
        status = check_study_name(options->names[i]);
    return status;
}

int plan_make(struct plan *plan, const struct options *options, struct target_list *targets)
{
    int status = 0;
    *plan = (struct plan){0};
    for (const struct study *s = study_catalogue; s->name && !status; s++)
        if (asked_for(s, options))
            status = plan_study(plan, s, options, targets);
    return status ? status : baselines_first(plan);
}
