#include "study/plan/course.h"

#include "plots/data/names.h"
#include "study/base/array.h"
#include "study/base/message.h"
#include "study/base/units.h"
#include "study/plan/parameter.h"
#include "study/plan/walks.h"

#include <stdlib.h>
#include <string.h>

enum {
    LEAST_FOOTPRINT = 8192,
    FIXED_TIMES_MEMORY = 8, /* times memory_footprint: the largest footprint that a CPU is given */
};
/* The largest footprint that a GPU is given. */
static const int64_t checked_most_bytes = INT64_C(16) << 30;

static bool same_point(const struct point *a, const struct point *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->target == b->target &&
           a->value == b->value && a->baseline == b->baseline &&
           a->element_bytes == b->element_bytes && strcmp(a->parameter, b->parameter) == 0 &&
           strcmp(a->settings, b->settings) == 0;
}

static void add(struct plan *plan, const struct point *point)
{
    for (int i = 0; i < plan->count; i++)
        if (same_point(&plan->points[i], point))
            return;
    array_make_room(plan->points, plan->count, plan->room);
    plan->points[plan->count++] = *point;
}

/* What the points of one sweep, or the copies, have in common. */
struct line {
    const struct pattern *pattern;
    const char *parameter; /* NULL: copies */
    const char *settings;  /* NULL: none */
    bool asked;            /* by the user, value by value: nothing is left out silently */
    bool replaced;         /* the user's one value instead of the sweep's */
    const char *usual;     /* settings without the user's */
};

/* A point of the course. */
static int make_point(const struct course *course, const struct line *line,
                      const struct sweep_value *at, struct point *point)
{
    const struct point_request request = {
        .study = course->study,
        .target = course->target,
        .pattern = line->pattern,
        .parameter = line->parameter,
        .value = at->value,
        .settings = line->settings,
        .element_bytes = at->element_bytes,
        .accesses = at->accesses,
        .copy_bytes = 2 * course->accesses * course->element_bytes,
    };
    return point_make(&request, point);
}

int64_t course_most_bytes(const struct target *target)
{
    return target->ops->side == SIDE_CPU ? FIXED_TIMES_MEMORY * memory_footprint(target)
                                         : checked_most_bytes;
}

/* Whether the point takes too long, which parameters can cause: on a CPU its passes, on a GPU the
 * check of its output by the host. */
static bool takes_too_long(const struct point *point)
{
    return point->pattern->elements && point->footprint_bytes > course_most_bytes(point->target);
}

/* Notes a point that takes too long, unless it would without the user's numbers, too. */
static int leave_out(struct course *course, const struct line *line, const struct sweep_value *at,
                     const struct point *point)
{
    struct course usual = *course;
    struct line standard = *line;
    struct point other;
    usual.accesses = memory_footprint(course->target) / 2 / course->element_bytes;
    standard.settings = line->usual;
    const int status = make_point(&usual, &standard, at, &other);
    if (!status && (line->replaced || !other.pattern || !takes_too_long(&other)))
        add(&course->too_long, point);
    return status;
}

/* Whether a smaller footprint of the study's copies would make the point small enough. */
static int ask_smaller(const struct course *course, const struct line *line,
                       const struct sweep_value *at, bool *fits)
{
    struct point least;
    struct sweep_value smaller = *at;
    *fits = false;
    if (course->sizes_given)
        return 0;
    smaller.accesses = LEAST_FOOTPRINT / 2 / at->element_bytes;
    const int status = make_point(course, line, &smaller, &least);
    *fits = !status && least.pattern && point_has_room(&least);
    return status;
}

static int refuse_size(const struct point *point)
{
    char needed[SIZE_TEXT_MAX], there[SIZE_TEXT_MAX];
    return complain(EXIT_USAGE,
                    "option --sweep: %s=%lld: %s then needs %s on %s, which has %s "
                    "free; use less",
                    point->parameter, (long long)point->value, point->pattern->name,
                    rounded_size_text(point->footprint_bytes, needed), point->target->name,
                    rounded_size_text(point->target->room_bytes, there));
}

/* Checks that the point can have its values, if these are the user's own. */
static int check_values(const struct point *point, const struct line *line)
{
    char problem[TEXT_MAX];
    const enum side side = point->target->ops->side;
    if ((!line->asked && !point->settings[0]) || side == SIDE_NONE ||
        fitting_check(point->pattern, &point->shape, point->element_bytes, side == SIDE_GPU,
                      problem, sizeof problem) == 0)
        return 0;
    return complain(EXIT_USAGE, "study %s: pattern %s on %s, %s=%lld%s%s: %s", point->study->name,
                    point->pattern->name, point->target->name, point->parameter,
                    (long long)point->value, point->settings[0] ? " " : "", point->settings,
                    problem);
}

/* Whether two points of a sweep differ only in the name of their values, for example if a footprint
 * is rounded. */
static bool measures_same(const struct point *a, const struct point *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->target == b->target &&
           !a->baseline && a->element_bytes == b->element_bytes &&
           strcmp(a->parameter, b->parameter) == 0 && a->shape.elements == b->shape.elements &&
           a->shape.threads == b->shape.threads &&
           memcmp(a->shape.value, b->shape.value, sizeof a->shape.value) == 0;
}

/* Adds a point of a requested sweep; prints a message if it exists already. */
static void add_asked(struct course *course, const struct point *point)
{
    const struct plan *plan = course->plan;
    for (int i = 0; i < plan->count; i++)
        if (measures_same(&plan->points[i], point) && plan->points[i].value != point->value) {
            complain(0,
                     "option --sweep: %s=%lld and %lld are the same point of %s on %s; it is "
                     "measured once",
                     point->parameter, (long long)plan->points[i].value, (long long)point->value,
                     point->pattern->name, point->target->name);
            return;
        }
    add(course->plan, point);
}

/* A point whose size is its swept parameter cannot be made smaller, so it is left out. */
static int add_point(struct course *course, const struct line *line, const struct sweep_value *at)
{
    struct point point;
    bool fits = true;
    int status = make_point(course, line, at, &point);
    if (!status && !point.pattern && line->asked && (line->pattern->sizes & at->element_bytes) &&
        !why_absent(line->pattern, course->target))
        return complain(EXIT_USAGE, "pattern %s on %s: its arrays would be too large%s",
                        line->pattern->name, course->target->name,
                        line->pattern->loop ? ", or its iterations fail; warpline time says which"
                                            : "; use less");
    if (!status && !point.pattern && line->asked && !why_absent(line->pattern, course->target))
        return complain(EXIT_USAGE,
                        "option --element: %s has no elements of %d bytes; see warpline "
                        "show %s",
                        line->pattern->name, at->element_bytes, line->pattern->name);
    if (status || !point.pattern)
        return status;
    if (!line->asked && takes_too_long(&point))
        return leave_out(course, line, at, &point);
    if (!point_has_room(&point))
        status = ask_smaller(course, line, at, &fits);
    if (!status && !fits && line->asked)
        status = refuse_size(&point);
    if (!status && fits)
        status = check_values(&point, line);
    if (status)
        return status;
    if (line->asked)
        add_asked(course, &point);
    else if (!fits)
        add(&course->left_out, &point);
    else
        add(course->plan, &point);
    return 0;
}

/* The values of a sweep. */
static int find_values(const struct course *course, const struct sweep *sweep,
                       const struct line *line, int64_t first_core,
                       struct sweep_value values[SWEEP_VALUES_MAX], int *count)
{
    const int own = sweep->element_bytes ? sweep->element_bytes : course->element_bytes;
    const struct sweep_value one = {.value = 1, .element_bytes = own, .accesses = course->accesses};
    struct point first = {.pattern = line->pattern};
    *count = 0;
    if (sweep_asks_shape(sweep)) {
        const int status = make_point(course, line, &one, &first);
        if (status || !first.pattern)
            return status;
    }
    const struct sweep_ground ground = {.target = course->target,
                                        .quick = course->request->quick,
                                        .element_bytes = own,
                                        .accesses = course->accesses * course->element_bytes / own,
                                        .at_one = &first.shape,
                                        .first = first_core};
    *count = sweep_values(sweep, &ground, values);
    return 0;
}

bool sweep_replaced(const struct pattern *pattern, const char *name,
                    const struct plan_request *request, int64_t *value)
{
    const struct parameter *parameter =
        parameter_numbered(pattern, parameter_number(pattern, name));
    static const char option[] = "option --set";
    char given[PARAMETER_NAME_MAX];
    for (int i = 0; i < request->setting_count && parameter; i++) {
        const char *text = parameter_split(option, request->settings[i], given);
        if (text && strcmp(given, name) == 0 && parameter_read(option, parameter, text, value) == 0)
            return true;
    }
    return false;
}

static int add_line(struct course *course, const struct sweep *sweep, int64_t first)
{
    struct line line = {.pattern = pattern_find(sweep->pattern),
                        .parameter = sweep->parameter,
                        .usual = sweep->settings,
                        .asked = sweep->word != NULL};
    struct sweep_value values[SWEEP_VALUES_MAX];
    int count = 0;
    if (!line.pattern)
        return complain(EXIT_USAGE, "study %s: it sweeps %s, and there is no such pattern",
                        course->study->name, sweep->pattern);
    int status =
        asked_settings(&course->plan->asked, line.pattern, sweep, course->request, &line.settings);
    if (!status)
        status = find_values(course, sweep, &line, first, values, &count);
    if (!status && count > 1 && !parameter_any(line.pattern, line.parameter))
        return complain(EXIT_USAGE,
                        "study %s: pattern %s has no parameter %s: %d values would be one point",
                        course->study->name, sweep->pattern, sweep->parameter, count);
    line.replaced = count > 0 &&
                    sweep_replaced(line.pattern, line.parameter, course->request, &values[0].value);
    if (line.replaced)
        count = 1;
    course->sizes_given = sweep->kind == SWEEP_SIZES || sweep->kind == SWEEP_LISTED_FOOTPRINTS;
    for (int i = 0; i < count && !status; i++)
        status = add_point(course, &line, &values[i]);
    return status;
}

/* A line for each node that threads of the CPU are on. A GPU's own memory is on no node of the
 * host. */
static int add_node_lines(struct course *course, const struct sweep *sweep)
{
    char settings[32];
    int status = 0;
    const struct target *target = course->target;
    if (target->ops->side == SIDE_GPU)
        return pattern_find(sweep->pattern)->host_buffer == NO_HOST_BUFFER
                   ? 0
                   : add_line(course, sweep, 0);
    for (int node = 0; node < NODES_MAX && !status; node++) {
        struct sweep line = *sweep;
        line.settings = settings;
        snprintf(settings, sizeof settings, "cpu_node=%d", node);
        if (target->facts.on_node[node].count > 0)
            status = add_line(course, &line, 0);
    }
    return status;
}

/* A line for each core that can be the first of a pair. */
static int add_pair_lines(struct course *course, const struct sweep *sweep)
{
    char settings[32];
    struct sweep line = *sweep;
    const int64_t cores = course->target->facts.launch.workers;
    int status = 0;
    line.settings = settings;
    if (why_absent(pattern_find(sweep->pattern), course->target))
        return 0;
    for (int64_t core = -1;
         !status && (core = next_paired(core, cores, course->request->quick)) >= 0;) {
        snprintf(settings, sizeof settings, "first=%lld", (long long)core);
        status = add_line(course, &line, core);
    }
    return status;
}

static int add_sweep(struct course *course, const struct sweep *sweep)
{
    if (sweep->kind == SWEEP_PAIRS)
        return add_pair_lines(course, sweep);
    return sweep->kind == SWEEP_NODES ? add_node_lines(course, sweep) : add_line(course, sweep, 0);
}

static int add_baseline(struct course *course)
{
    const struct sweep_value standard = {.element_bytes = course->element_bytes,
                                         .accesses = course->accesses};
    const struct line copies = {.pattern = pattern_find("copy")};
    course->sizes_given = false;
    return add_point(course, &copies, &standard);
}

/* Whether the name is one of a study whose caption reads this one's points. */
static bool is_read_by(const struct study *study, const char *name)
{
    const struct study *reader = study_find(name);
    return reader && reader->with && word_among(reader->with, study->name);
}

bool sweep_is_named(const struct study *study, const struct sweep *sweep, const char *name)
{
    if (!name)
        return !sweep->word;
    if (sweep->word)
        return strcmp(name, sweep->word) == 0;
    return strcmp(name, study->name) == 0 || strcmp(name, asked_all) == 0 ||
           is_read_by(study, name) || (strcmp(name, sweep->pattern) == 0 && !study_find(name));
}

bool sweep_asked_for(const struct study *study, const struct sweep *sweep,
                     const struct plan_request *request)
{
    for (int i = 0; i < request->name_count; i++)
        if (sweep_is_named(study, sweep, request->names[i]))
            return true;
    return request->name_count == 0 && sweep_is_named(study, sweep, NULL);
}

static int add_sweeps(struct course *course)
{
    const struct study *study = course->study;
    int status = study->no_copy ? 0 : add_baseline(course);
    for (int i = 0; i < SWEEPS_MAX && !status && study->sweeps[i].pattern; i++)
        if (sweep_asked_for(study, &study->sweeps[i], course->request))
            status = add_sweep(course, &study->sweeps[i]);
    return status;
}

/* The largest of the points that do not fit into memory, NULL if all fit. */
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
                    rounded_size_text(course->target->ops->free_bytes(course->target, -1), there));
}

/* Records the shortage of a study: `footprint_bytes` is the reduced size of its arrays, 0 if they
 * were not reduced. */
static void note_shortage(const struct course *course, int64_t footprint_bytes)
{
    struct shortage *shortage = course->shortage;
    shortage->left_out += course->left_out.count;
    shortage->too_long += course->too_long.count;
    shortage->studies += footprint_bytes > 0;
    if (footprint_bytes && (!shortage->least_bytes || footprint_bytes < shortage->least_bytes))
        shortage->least_bytes = footprint_bytes;
}

int course_plan(struct course *course)
{
    const int first = course->plan->count;
    const int64_t asked = course->request->footprint_bytes;
    const int64_t wanted = asked ? asked : memory_footprint(course->target);
    for (int64_t footprint = wanted;; footprint /= 2) {
        course->plan->count = first;
        course->left_out.count = course->too_long.count = 0;
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
