#include "cpu/limits.h"
#include "patterns/random.h"
#include "plots/data/yardstick.h"
#include "study/measure/arrays.h"
#include "study/message.h"
#include "study/plan/level.h"
#include "study/plan/module.h"
#include "study/plan/study.h"
#include "study/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    ELEMENT_BYTES = 4, /* where neither study nor option says otherwise */
    SMALLEST_FOOTPRINT = 8192,
    FOOTPRINTS_MAX = 64,
    FOOTPRINT_TIMES_CACHE = 4, /* so that three quarters of it are in memory still */
    TURNS_LEAST = 256,         /* whole blocks of any element size, on a CPU too */
    FIXED_TIMES_MEMORY = 8,    /* of memory_footprint, that a CPU may be asked to work through */
    COPIES_AHEAD = YARDSTICK_COPIES / 2,
};
/* Where no cache is known: larger than most that are built. */
static const int64_t unknown_cache_bytes = INT64_C(256) << 20;

/* What the memory had no room for, over all studies on one target. */
struct shortage {
    int left_out;        /* points */
    int studies;         /* of smaller arrays */
    int64_t least_bytes; /* their least footprint */
};

/* One study on one target, while its points are made. */
struct course {
    struct plan *plan;
    const struct options *options;
    const struct study *study;
    struct target *target;
    struct shortage *shortage;
    int element_bytes;
    int64_t accesses; /* element accesses of one pass, the same for all points */
    bool sizes_given; /* while the sweep in hand is over sizes that are the same everywhere */
    int left_out;     /* points that the memory has no room for */
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

int target_resident(struct target *target, const struct kernel *kernel)
{
    return kernel ? target_workers(target, kernel->run, &(struct launch){0}) : 0;
}

/* As many workers in each team as leave room for the others on their multiprocessor. */
static void fit_teams(struct target *target, const struct pattern *pattern,
                      const struct kernel *kernel, struct shape *shape)
{
    if (!pattern->chooses_launch || target->facts.host_memory || shape->value[0] < 2 ||
        shape->value[1] > 0)
        return;
    const int workers = target_resident(target, kernel) / target->facts.launch.teams;
    shape->value[1] = workers > shape->value[0] ? workers / shape->value[0] : 1;
}

int point_workers(struct target *target, const struct pattern *pattern, const struct kernel *kernel,
                  struct shape *shape)
{
    char problem[TEXT_MAX];
    shape->threads = shape->workers = 1;
    if (!kernel)
        return 0;
    fit_teams(target, pattern, kernel, shape);
    const struct launch asked = launch_asked(pattern, shape);
    const struct kernel_module *module =
        module_load(target->ops->module_kind, pattern->name, problem, sizeof problem);
    if (!module)
        return -ENOENT;
    int workers = target_workers(target, kernel->run, &asked);
    shape->workers = workers > 0 ? workers : 1;
    shape->threads = shape->workers * module->lane_threads;
    return workers < 0 ? workers : 0;
}

/* The power of two that is at least three quarters of the value: memory stays memory, and a value
 * just past a power is not doubled. */
static int64_t power_of_two_near(int64_t value)
{
    int64_t power = 1;
    while (power < value - value / 4)
        power *= 2;
    return power;
}

int64_t point_elements(const struct pattern *pattern, const struct shape *shape, int64_t elements)
{
    const int64_t threads = shape->threads, block = (int64_t)WARP_LANES * WARP_LANES;
    if (pattern->elements)
        return pattern->elements(shape);
    switch (pattern->rounding) {
    case POWER_OF_TWO:
        return power_of_two_near(elements);
    case WHOLE_BLOCKS:
        return (elements + block - 1) / block * block;
    case WHOLE_TURNS: /* a power of two for each thread, so that every run length fits */
        elements = power_of_two_near((elements + threads - 1) / threads);
        return threads * (elements < TURNS_LEAST ? TURNS_LEAST : elements);
    default:
        return elements;
    }
}

const char *why_absent(const struct pattern *pattern, const struct target *target)
{
    return target->facts.host_memory ? pattern->no_cpu : pattern->no_gpu;
}

static bool same_point(const struct point *a, const struct point *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->target == b->target &&
           a->value == b->value && a->baseline == b->baseline &&
           strcmp(a->parameter, b->parameter) == 0;
}

static int no_memory(void)
{
    return complain(EXIT_WRONG, "no memory for the plan of points");
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
            return no_memory();
        plan->points = points;
        plan->room = room;
    }
    plan->points[plan->count++] = *point;
    return 0;
}

/* Elements so that the pass makes `accesses` loads, over all steps and fields. */
static int64_t elements_for(const struct pattern *pattern, struct shape shape, int64_t accesses)
{
    if (pattern->elements)
        return pattern->elements(&shape);
    shape.elements = accesses;
    int64_t made = pattern->accesses(&shape);
    int64_t elements = (int64_t)((double)accesses / (double)made * (double)accesses);
    return elements > 0 ? elements : 1;
}

static bool measure_of(struct point *point)
{
    struct footprint bytes;
    point->useful_bytes = pattern_useful_bytes(point->pattern, &point->shape, point->element_bytes);
    point->footprint_bytes =
        arrays_bytes(point->pattern, &point->shape, point->element_bytes, &bytes);
    target_level(&point->target->facts, point->footprint_bytes, point->pattern->alone,
                 point->level);
    return point->footprint_bytes > 0;
}

/* The kernel and the logical threads of a point. */
static bool find_kernel(struct course *course, struct point *point)
{
    char problem[TEXT_MAX];
    struct target *target = course->target;
    point->kernel =
        point_kernel(target, point->pattern, point->element_bytes, problem, sizeof problem);
    if (!point->kernel && problem[0]) {
        course->status = complain(EXIT_WRONG, "%s", problem);
        return false;
    }
    int error = point_workers(target, point->pattern, point->kernel, &point->shape);
    if (error)
        course->status =
            complain(EXIT_NO_DEVICE, "target %s: %s", target->name, target_failure(error));
    return !course->status;
}

/* A pattern that has only one size keeps it, whatever its study's is. */
static int element_bytes_for(const struct pattern *pattern, int element_bytes)
{
    bool has_one = (pattern->sizes & (pattern->sizes - 1)) == 0;
    return has_one ? pattern->sizes : element_bytes;
}

/* A footprint among the parameters is that of the study's copies, unless it is what is swept. */
static void set_footprint(const struct course *course, struct point *point)
{
    const int64_t bytes = power_of_two_near(2 * course->accesses * course->element_bytes);
    for (int i = 0; i < pattern_parameter_count(point->pattern); i++) {
        const struct parameter *p = &point->pattern->parameters[i];
        if (strcmp(p->name, "footprint") == 0)
            point->shape.value[i] = bytes < p->low ? p->low : bytes > p->high ? p->high : bytes;
    }
}

/* A point of the course: `value` of `parameter`, NULL for the baseline. */
static bool make_point(struct course *course, const struct pattern *pattern, const char *parameter,
                       int64_t value, int64_t accesses, struct point *point)
{
    *point = (struct point){.study = course->study,
                            .pattern = pattern,
                            .target = course->target,
                            .parameter = parameter ? parameter : "-",
                            .value = value,
                            .element_bytes = element_bytes_for(pattern, course->element_bytes),
                            .shape = shape_standard(pattern, accesses, 1),
                            .baseline = !parameter};
    set_footprint(course, point);
    if (parameter)
        shape_set(&point->shape, pattern, parameter, value);
    if (why_absent(pattern, course->target) || !(pattern->sizes & point->element_bytes) ||
        !find_kernel(course, point))
        return false;
    accesses = accesses * course->element_bytes / point->element_bytes;
    int64_t elements = elements_for(pattern, point->shape, accesses);
    point->shape.elements = point_elements(pattern, &point->shape, elements);
    return measure_of(point);
}

/* Host memory that checking a point takes where its target has another: a copy of `out`, and what
 * a driver's call transfers. */
static int64_t host_bytes(const struct point *point)
{
    struct footprint bytes;
    if (point->target->facts.host_memory || !point->target->ops->module_kind ||
        arrays_bytes(point->pattern, &point->shape, point->element_bytes, &bytes) < 0)
        return 0;
    return bytes.out + (point->pattern->calls_driver ? bytes.in : 0);
}

static bool has_room(const struct point *point)
{
    return point->footprint_bytes <= point->target->room_bytes &&
           host_bytes(point) <= point->target->host_room_bytes;
}

/* Parameters may ask for more than one has the time for. */
static bool takes_too_long(const struct point *point)
{
    return point->target->facts.host_memory &&
           point->footprint_bytes / FIXED_TIMES_MEMORY > memory_footprint(point->target);
}

/* Whether a smaller footprint of the study's copies would make the point small enough. */
static bool can_shrink(struct course *course, const struct pattern *pattern, const char *parameter,
                       int64_t value)
{
    struct point least;
    const int64_t accesses = SMALLEST_FOOTPRINT / 2 / course->element_bytes;
    return !course->sizes_given &&
           make_point(course, pattern, parameter, value, accesses, &least) && has_room(&least);
}

/* A point whose size is what its parameter asks about cannot be made smaller: it is left out. */
static void add_point(struct course *course, const struct pattern *pattern, const char *parameter,
                      int64_t value, int64_t accesses)
{
    struct point point;
    if (course->status || !make_point(course, pattern, parameter, value, accesses, &point))
        return;
    if (!has_room(&point) && !can_shrink(course, pattern, parameter, value))
        course->left_out++;
    else if (!pattern->elements || !takes_too_long(&point))
        course->status = add(course->plan, &point);
}

int plan_probe(struct target *target, const struct pattern *pattern, int element_bytes,
               int64_t footprint_bytes, const char *parameter, int64_t value, struct point *point)
{
    static const struct study ceiling = {.name = "ceilings"};
    struct course course = {.study = &ceiling,
                            .target = target,
                            .element_bytes = element_bytes,
                            .accesses = footprint_bytes / 2 / element_bytes};
    if (!make_point(&course, pattern, parameter, value, course.accesses, point) || !has_room(point))
        point->kernel = NULL;
    return course.status;
}

static const char *values_of(const struct course *course, const struct sweep *sweep)
{
    return course->options->quick ? sweep->quick : sweep->full;
}

static void add_listed(struct course *course, const struct sweep *sweep)
{
    const char *text = values_of(course, sweep);
    char *rest;
    for (long long value = strtoll(text, &rest, 10); rest != text;
         value = strtoll(text = rest, &rest, 10))
        add_point(course, pattern_find(sweep->pattern), sweep->parameter, value, course->accesses);
}

static void add_teams(struct course *course, const struct sweep *sweep)
{
    if (!course->target->facts.host_memory)
        add_listed(course, sweep);
}

static void add_workers(struct course *course, const struct sweep *sweep)
{
    const struct launch *launch = &course->target->facts.launch;
    int64_t most = course->target->facts.host_memory ? launch->workers : launch->threads;
    const char *text = values_of(course, sweep);
    char *rest;
    for (long long value = strtoll(text, &rest, 10); rest != text && value < most;
         value = strtoll(text = rest, &rest, 10))
        add_point(course, pattern_find(sweep->pattern), sweep->parameter, value, course->accesses);
    add_point(course, pattern_find(sweep->pattern), sweep->parameter, most, course->accesses);
}

/* Powers of `factor` from 1 on and the last value; in the quick form none but 1 within an eighth of
 * the last. */
static void add_powers_to(struct course *course, const struct sweep *sweep, int64_t factor,
                          int64_t last)
{
    const struct pattern *pattern = pattern_find(sweep->pattern);
    const int64_t end = course->options->quick ? last / 8 : last;
    for (int64_t value = 1; value < last && (value == 1 || value < end); value *= factor)
        add_point(course, pattern, sweep->parameter, value, course->accesses);
    add_point(course, pattern, sweep->parameter, last, course->accesses);
}

static void add_powers(struct course *course, const struct sweep *sweep)
{
    struct point probe;
    const struct pattern *pattern = pattern_find(sweep->pattern);
    if (make_point(course, pattern, sweep->parameter, 1, course->accesses, &probe))
        add_powers_to(course, sweep, course->options->quick ? 16 : 2,
                      probe.shape.elements / probe.shape.threads);
}

static void add_windows(struct course *course, const struct sweep *sweep)
{
    struct point probe;
    const struct pattern *pattern = pattern_find(sweep->pattern);
    if (make_point(course, pattern, sweep->parameter, 1, course->accesses, &probe))
        add_powers_to(course, sweep, course->options->quick ? 64 : 4, probe.shape.elements);
}

static void add_threads(struct course *course, const struct sweep *sweep)
{
    struct point probe;
    const struct pattern *pattern = pattern_find(sweep->pattern);
    if (make_point(course, pattern, sweep->parameter, 1, course->accesses, &probe))
        add_powers_to(course, sweep, course->options->quick ? 16 : 2, probe.shape.threads);
}

/* All in one footprint, so that the larger elements are fewer. */
static void add_elements(struct course *course, const struct sweep *sweep)
{
    const struct pattern *pattern = pattern_find(sweep->pattern);
    int standard = course->element_bytes;
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2) {
        course->element_bytes = bytes;
        add_point(course, pattern, sweep->parameter, bytes, course->accesses * standard / bytes);
    }
    course->element_bytes = standard;
}

static int64_t last_cache_bytes(const struct target_facts *facts)
{
    return facts->cache_levels ? facts->caches[facts->cache_levels - 1].size_bytes
                               : unknown_cache_bytes;
}

/* On a GPU each array is so many times the L2: what a pass leaves in it is a larger part of what
 * the next one needs. */
int64_t memory_footprint(const struct target *target)
{
    int64_t bytes = FOOTPRINT_TIMES_CACHE * last_cache_bytes(&target->facts);
    return target->ops == &gpu_target_ops ? 2 * bytes : bytes;
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Powers of two from 8 KiB to memory (of eight in the quick form), and around each level's size:
 * well inside, full (not in the quick form), and past it. */
static int footprints(const struct target *target, bool quick, int64_t most, int64_t *list)
{
    int count = 0, kept = 0;
    const struct target_facts *facts = &target->facts;
    for (int64_t bytes = SMALLEST_FOOTPRINT; bytes < most; bytes *= quick ? 8 : 2)
        list[count++] = bytes;
    for (int i = 0; i < facts->cache_levels && count < FOOTPRINTS_MAX - 4; i++) {
        if (facts->caches[i].size_bytes == 0)
            continue;
        list[count++] = facts->caches[i].size_bytes / 2;
        if (!quick)
            list[count++] = facts->caches[i].size_bytes / 4 * 3;
        list[count++] = facts->caches[i].size_bytes / 2 * 3;
    }
    list[count++] = most;
    qsort(list, (size_t)count, sizeof *list, ascending);
    for (int i = 0; i < count; i++) /* what lies this near to the last one adds little */
        if (list[i] <= most &&
            (kept == 0 || list[i] > list[kept - 1] + list[kept - 1] / (quick ? 3 : 8)))
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

static void add_sizes(struct course *course, const struct sweep *sweep)
{
    const int64_t first = 8192, last = INT64_C(2) << 30;
    course->sizes_given = true;
    for (int64_t bytes = first; bytes <= last; bytes *= course->options->quick ? 16 : 2)
        add_point(course, pattern_find(sweep->pattern), sweep->parameter, bytes,
                  bytes / 2 / course->element_bytes);
    course->sizes_given = false;
}

static void add_sweeps(struct course *course)
{
    static void (*const add_sweep[])(struct course *, const struct sweep *) = {
        [SWEEP_LISTED] = add_listed,         [SWEEP_POWERS] = add_powers,
        [SWEEP_WINDOWS] = add_windows,       [SWEEP_THREADS] = add_threads,
        [SWEEP_FOOTPRINTS] = add_footprints, [SWEEP_SIZES] = add_sizes,
        [SWEEP_ELEMENTS] = add_elements,     [SWEEP_TEAMS] = add_teams,
        [SWEEP_WORKERS] = add_workers,
    };
    if (!course->study->alone)
        add_point(course, pattern_find("copy"), NULL, 0, course->accesses);
    for (int i = 0; i < SWEEPS_MAX && !course->status && course->study->sweeps[i].pattern; i++)
        add_sweep[course->study->sweeps[i].kind](course, &course->study->sweeps[i]);
}

/* The largest of the points that have no room, NULL where all have. */
static const struct point *largest_without_room(const struct plan *plan, int first)
{
    const struct point *largest = NULL;
    for (int i = first; i < plan->count; i++)
        if (!has_room(&plan->points[i]) &&
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

/* Keeps for tell_shortages what a study had to do without: `footprint_bytes` is what its arrays
 * were made smaller to, 0 where they were not. */
static void note_shortage(const struct course *course, int64_t footprint_bytes)
{
    struct shortage *shortage = course->shortage;
    shortage->left_out += course->left_out;
    shortage->studies += footprint_bytes > 0;
    if (footprint_bytes && (!shortage->least_bytes || footprint_bytes < shortage->least_bytes))
        shortage->least_bytes = footprint_bytes;
}

/* Points of one study on one target. Where the largest has no room, a default footprint is halved
 * until it has; one that was asked for is an error. */
static int plan_course(struct course *course)
{
    const int first = course->plan->count;
    const int64_t asked = course->options->footprint_bytes;
    const int64_t wanted = asked ? asked : memory_footprint(course->target);
    for (int64_t footprint = wanted;; footprint /= 2) {
        course->plan->count = first;
        course->left_out = 0;
        course->accesses = footprint / 2 / course->element_bytes;
        add_sweeps(course);
        const struct point *largest = largest_without_room(course->plan, first);
        if (!largest || course->status) {
            note_shortage(course, footprint < wanted ? footprint : 0);
            return course->status;
        }
        if (asked || footprint < SMALLEST_FOOTPRINT)
            return refuse_footprint(course, footprint, largest);
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

static int next_study(const struct plan *plan, int first)
{
    int next = first;
    while (next < plan->count && plan->points[next].study == plan->points[first].study)
        next++;
    return next;
}

/* Appends the baselines, or all but those, of the study that begins at `first`. Returns how many.
 */
static int take_study(const struct plan *plan, int first, bool baselines, struct point *sorted)
{
    const int end = next_study(plan, first);
    int count = 0;
    for (int i = first; i < end; i++)
        if (plan->points[i].baseline == baselines)
            sorted[count++] = plan->points[i];
    return count;
}

/* Puts the baselines of each study before the points of one that is COPIES_AHEAD earlier, and
 * leaves all else in the order it was: so a study's points have their own copies and those of its
 * neighbours nearest in time (plots/data/yardstick.h), and even the first has several. */
static int spread_baselines(struct plan *plan)
{
    struct point *sorted = malloc(sizeof *sorted * (size_t)(plan->count + 1));
    int count = 0, ahead = 0, next = 0; /* studies with their copies, and the first without */
    if (!sorted)
        return no_memory();
    for (int first = 0; first < plan->count; first = next_study(plan, first)) {
        while (next < plan->count && ahead <= COPIES_AHEAD) {
            const int taken = take_study(plan, next, true, sorted + count);
            count += taken;
            ahead += taken > 0;
            next = next_study(plan, next);
        }
        count += take_study(plan, first, false, sorted + count);
        ahead -= !plan->points[first].study->alone && ahead > 0;
    }
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
                      struct target_list *targets, struct shortage *shortages)
{
    int first = plan->count, status = 0;
    for (int i = 0; i < targets->count && !status; i++) {
        struct course course = {
            .plan = plan,
            .options = options,
            .study = study,
            .target = &targets->targets[i],
            .shortage = &shortages[i],
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

/* A line for each: a level that is not "memory" must not come as a surprise. */
static void tell_shortage(const struct target *target, const struct shortage *shortage)
{
    char room[SIZE_TEXT_MAX], least[SIZE_TEXT_MAX], wanted[SIZE_TEXT_MAX];
    struct memory_limits limits;
    limits_read("", &limits);
    rounded_size_text(target->room_bytes, room);
    if (shortage->studies)
        complain(0,
                 "target %s: arrays may take %s (limited by %s): studies with smaller arrays: %d, "
                 "down to %s instead of %s; see the column level",
                 target->name, room, limits.who, shortage->studies,
                 rounded_size_text(shortage->least_bytes, least),
                 rounded_size_text(memory_footprint(target), wanted));
    if (shortage->left_out)
        complain(0, "target %s: arrays may take %s (limited by %s): points left out: %d",
                 target->name, room, limits.who, shortage->left_out);
}

int plan_make(struct plan *plan, const struct options *options, struct target_list *targets)
{
    struct shortage shortages[TARGETS_MAX] = {{0}};
    int status = 0;
    *plan = (struct plan){0};
    for (const struct study *s = study_catalogue; s->name && !status; s++)
        if (asked_for(s, options))
            status = plan_study(plan, s, options, targets, shortages);
    for (int i = 0; i < targets->count && !status; i++)
        tell_shortage(&targets->targets[i], &shortages[i]);
    return status ? status : spread_baselines(plan);
}
