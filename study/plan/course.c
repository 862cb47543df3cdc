#include "study/plan/course.h"

#include "study/message.h"
#include "study/plan/sweep.h"
#include "study/units.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_FOOTPRINT = 8192,
    FIXED_TIMES_MEMORY = 8, /* of memory_footprint, that a CPU may be asked to work through */
};

static bool same_point(const struct point *a, const struct point *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->target == b->target &&
           a->value == b->value && a->baseline == b->baseline &&
           strcmp(a->parameter, b->parameter) == 0;
}

/* 0 or an exit status after a message. */
static int add(struct plan *plan, const struct point *point)
{
    for (int i = 0; i < plan->count; i++)
        if (same_point(&plan->points[i], point))
            return 0;
    if (plan->count == plan->room) {
        const int room = plan->room ? 2 * plan->room : 64;
        struct point *points = realloc(plan->points, sizeof *points * (size_t)room);
        if (!points)
            return complain(EXIT_WRONG, "no memory for the plan of points");
        plan->points = points;
        plan->room = room;
    }
    plan->points[plan->count++] = *point;
    return 0;
}

/* A point of the course: `value` of `parameter`, NULL for the baseline. */
static int make_point(const struct course *course, const struct pattern *pattern,
                      const char *parameter, const struct sweep_value *at, struct point *point)
{
    const struct point_request request = {
        .study = course->study,
        .target = course->target,
        .pattern = pattern,
        .parameter = parameter,
        .value = at->value,
        .element_bytes = at->element_bytes,
        .accesses = at->accesses,
        .copy_bytes = 2 * course->accesses * course->element_bytes,
    };
    return point_make(&request, point);
}

/* Parameters may ask for more than one has the time for. */
static bool takes_too_long(const struct point *point)
{
    return point->target->ops->side == SIDE_CPU &&
           point->footprint_bytes / FIXED_TIMES_MEMORY > memory_footprint(point->target);
}

/* Whether a smaller footprint of the study's copies would make the point small enough. */
static int ask_smaller(const struct course *course, const struct pattern *pattern,
                       const char *parameter, const struct sweep_value *at, bool *fits)
{
    struct point least;
    struct sweep_value smaller = *at;
    *fits = false;
    if (course->sizes_given)
        return 0;
    smaller.accesses = LEAST_FOOTPRINT / 2 / at->element_bytes;
    const int status = make_point(course, pattern, parameter, &smaller, &least);
    *fits = !status && least.pattern && point_has_room(&least);
    return status;
}

/* A point whose size is what its parameter asks about cannot be made smaller: it is left out. */
static int add_point(struct course *course, const struct pattern *pattern, const char *parameter,
                     const struct sweep_value *at)
{
    struct point point;
    bool fits = true;
    int status = make_point(course, pattern, parameter, at, &point);
    if (status || !point.pattern)
        return status;
    if (!point_has_room(&point))
        status = ask_smaller(course, pattern, parameter, at, &fits);
    if (status)
        return status;
    if (!fits)
        course->left_out++;
    else if (!pattern->elements || !takes_too_long(&point))
        return add(course->plan, &point);
    return 0;
}

static int add_sweep(struct course *course, const struct sweep *sweep)
{
    const struct pattern *pattern = pattern_find(sweep->pattern);
    const struct sweep_value one = {
        .value = 1, .element_bytes = course->element_bytes, .accesses = course->accesses};
    struct sweep_value values[SWEEP_VALUES_MAX];
    struct point first = {.pattern = pattern};
    int status = 0;
    if (!pattern)
        return complain(EXIT_USAGE, "study %s: it sweeps %s, and there is no such pattern",
                        course->study->name, sweep->pattern);
    if (sweep_asks_shape(sweep))
        status = make_point(course, pattern, sweep->parameter, &one, &first);
    if (status || !first.pattern)
        return status;
    const struct sweep_ground ground = {.target = course->target,
                                        .quick = course->options->quick,
                                        .element_bytes = course->element_bytes,
                                        .accesses = course->accesses,
                                        .at_one = &first.shape};
    const int count = sweep_values(sweep, &ground, values);
    course->sizes_given = sweep->kind == SWEEP_SIZES;
    for (int i = 0; i < count && !status; i++)
        status = add_point(course, pattern, sweep->parameter, &values[i]);
    return status;
}

static int add_baseline(struct course *course)
{
    const struct sweep_value standard = {.element_bytes = course->element_bytes,
                                         .accesses = course->accesses};
    course->sizes_given = false;
    return add_point(course, pattern_find("copy"), NULL, &standard);
}

bool sweep_asked_for(const struct study *study, const struct sweep *sweep,
                     const struct options *options)
{
    for (int i = 0; i < options->name_count; i++) {
        const char *name = options->names[i];
        if (strcmp(name, study->name) == 0 ||
            (strcmp(name, sweep->pattern) == 0 && !study_find(name)))
            return true;
    }
    return options->name_count == 0;
}

static int add_sweeps(struct course *course)
{
    const struct study *study = course->study;
    int status = study->no_copy ? 0 : add_baseline(course);
    for (int i = 0; i < SWEEPS_MAX && !status && study->sweeps[i].pattern; i++)
        if (sweep_asked_for(study, &study->sweeps[i], course->options))
            status = add_sweep(course, &study->sweeps[i]);
    return status;
}

/* The largest of the points that have no room, NULL where all have. */
static const struct point *largest_without_room(const struct plan *plan, int first)
{
    const struct point *largest = NULL;
    for (int i = first; i < plan->count; i++)
        if (!point_has_room(&plan->points[i]) &&
            (!largest || plan->points[i].footprint_bytes > largest->footprint_bytes))
            largest = &plan->points[i];
    return largest;
}

static int refuse_footprint(const struct course *course, int64_t footprint,
                            const struct point *largest)
{
    char asked[SIZE_TEXT_MAX], needed[SIZE_TEXT_MAX], there[SIZE_TEXT_MAX];
    return complain(EXIT_USAGE,
                    "option --footprint: %s: study %s then needs %s on %s, which has %s free; use "
                    "less",
                    size_text(footprint, asked), course->study->name,
                    rounded_size_text(largest->footprint_bytes, needed), course->target->name,
                    rounded_size_text(course->target->ops->free_bytes(course->target), there));
}

/* Keeps what a study had to do without: `footprint_bytes` is what its arrays
 * were made smaller to, 0 where they were not. */
static void note_shortage(const struct course *course, int64_t footprint_bytes)
{
    struct shortage *shortage = course->shortage;
    shortage->left_out += course->left_out;
    shortage->studies += footprint_bytes > 0;
    if (footprint_bytes && (!shortage->least_bytes || footprint_bytes < shortage->least_bytes))
        shortage->least_bytes = footprint_bytes;
}

int course_plan(struct course *course)
{
    const int first = course->plan->count;
    const int64_t asked = course->options->footprint_bytes;
    const int64_t wanted = asked ? asked : memory_footprint(course->target);
    for (int64_t footprint = wanted;; footprint /= 2) {
        course->plan->count = first;
        course->left_out = 0;
        course->accesses = footprint / 2 / course->element_bytes;
        const int status = add_sweeps(course);
        const struct point *largest = largest_without_room(course->plan, first);
        if (!largest || status) {
            note_shortage(course, footprint < wanted ? footprint : 0);
            return status;
        }
        if (asked || footprint < LEAST_FOOTPRINT)
            return refuse_footprint(course, footprint, largest);
    }
}
