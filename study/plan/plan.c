#include "study/plan/plan.h"

#include "cpu/limits.h"
#include "cpu/placing.h"
#include "patterns/random.h"
#include "plots/data/yardstick.h"
#include "study/base/message.h"
#include "study/base/units.h"
#include "study/plan/course.h"
#include "study/plan/parameter.h"
#include "study/plan/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ELEMENT_BYTES = 4, /* unless study or option says otherwise */
    COPIES_AHEAD = YARDSTICK_COPIES / 2,
    NAMES_KNOWN_MAX = 256,
};

void plan_free(struct plan *plan)
{
    free(plan->points);
    asked_free(&plan->asked);
    *plan = (struct plan){0};
}

const struct study *plan_study(const struct plan *plan, int number)
{
    int known = 0;
    while (known < number && study_catalogue[known].name)
        known++;
    return study_catalogue[known].name ? &study_catalogue[known]
                                       : asked_study(&plan->asked, number - known);
}

/* Adds the studies of all words among the names. */
static int add_words(struct plan *plan, const struct plan_request *request)
{
    int status = 0;
    for (int i = 0; i < request->name_count && !status; i++)
        if (asked_is_word(request->names[i]))
            status = asked_add(&plan->asked, request->names[i]);
    return status;
}

int plan_probe(const struct point_request *asked, int64_t footprint_bytes, struct point *point)
{
    static const struct study ceiling = {.name = "ceilings"};
    struct point_request request = *asked;
    request.study = &ceiling;
    request.accesses = footprint_bytes / 2 / request.element_bytes;
    request.copy_bytes = 2 * request.accesses * request.element_bytes;
    const int status = point_make(&request, point);
    if (status || !point->pattern || !point_has_room(point))
        point->kernel = NULL;
    return status;
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

/* Appends the baselines of the study that begins at `first`, or all other points. Returns how
   many. */
static int take_study(const struct plan *plan, int first, bool baselines, struct point *sorted)
{
    const int end = next_study(plan, first);
    int count = 0;
    for (int i = first; i < end; i++)
        if (plan->points[i].baseline == baselines)
            sorted[count++] = plan->points[i];
    return count;
}

/* Moves the baselines of each study before the points of the study that is COPIES_AHEAD earlier,
 * and keeps all else in order. So a study's points have their own copies and those of its
 * neighbours nearest in time (plots/data/yardstick.h), and even the first has several. */
static void spread_baselines(struct plan *plan)
{
    struct point *sorted = needed(malloc(sizeof *sorted * (size_t)(plan->count + 1)));
    int count = 0, ahead = 0, next = 0; /* studies with their copies, and the first without */
    for (int first = 0; first < plan->count; first = next_study(plan, first)) {
        while (next < plan->count && ahead <= COPIES_AHEAD) {
            const int taken = take_study(plan, next, true, sorted + count);
            count += taken;
            ahead += taken > 0;
            next = next_study(plan, next);
        }
        count += take_study(plan, first, false, sorted + count);
        ahead -= !plan->points[first].study->no_copy && ahead > 0;
    }
    free(plan->points);
    plan->points = sorted;
    plan->room = plan->count;
}

/* Marks points in another cache level than their study's copy, unless the footprint is swept. */
static void mark_levels(struct point *points, int count)
{
    for (int i = 0; i < count; i++)
        for (int b = 0; b < count; b++)
            if (points[b].baseline && points[b].target == points[i].target &&
                strcmp(points[i].parameter, "footprint") != 0)
                points[i].level_differs = strcmp(points[i].level, points[b].level) != 0;
}

/* Whether the request names the study itself, or its words. */
static bool is_named(const struct study *study, const struct plan_request *request)
{
    bool named = study->sweeps[0].word != NULL;
    for (int i = 0; i < request->name_count; i++)
        named = named || strcmp(request->names[i], study->name) == 0;
    return named;
}

/* The study's first pattern if the request names the study, or the one that it names; else NULL. */
static const struct pattern *named_pattern(const struct study *study,
                                           const struct plan_request *request)
{
    const char *pattern;
    if (is_named(study, request))
        return pattern_find(study->sweeps[0].pattern);
    for (int i = 0; i < request->name_count; i++)
        for (int j = 0; (pattern = study_pattern(study, j)); j++)
            if (strcmp(request->names[i], pattern) == 0 && !study_find(pattern))
                return pattern_find(pattern);
    return NULL;
}

/* Whether the target has the study's points where options place its threads and memory. A study
 * that they rule out is reported, and is an error only if the request names it. */
static int check_placing(const struct study *study, const struct plan_request *request,
                         const struct target *target, bool *has_points)
{
    const struct pattern *first = pattern_find(study->sweeps[0].pattern);
    const bool own_nodes = study->sweeps[0].kind == SWEEP_NODES && target->placing.memory &&
                           target->ops->side == SIDE_CPU && !first->no_cpu;
    const char *why = own_nodes ? "its points say on which node their memory is; leave out --memory"
                                : why_misplaced(first, target);
    *has_points = !why;
    if (why && (own_nodes ? is_named(study, request) : named_pattern(study, request) != NULL))
        return complain(EXIT_USAGE, "argument %s: not on %s: %s",
                        study->sweeps[0].word ? first->name : study->name, target->name, why);
    return why ? complain(0, "study %s is left out on %s: %s", study->name, target->name, why) : 0;
}

/* Prints why a requested sweep has no points. */
static int check_made(const struct plan *plan, int first, const struct study *study,
                      const struct plan_request *request, const struct target_list *targets)
{
    const struct pattern *pattern = named_pattern(study, request);
    for (int i = first; i < plan->count; i++)
        if (!plan->points[i].baseline)
            return 0;
    for (int i = 0; i < targets->count && pattern; i++)
        if (why_absent(pattern, &targets->targets[i]))
            return complain(EXIT_USAGE, "argument %s: not on %s: %s", pattern->name,
                            targets->targets[i].name, why_absent(pattern, &targets->targets[i]));
    if (is_named(study, request) && study->sweeps[0].kind == SWEEP_NODES)
        return complain(EXIT_USAGE,
                        "argument %s: the kernel does not let the process place memory on NUMA "
                        "nodes, or the targets have none; in a container this may need more rights",
                        study->name);
    return 0;
}

static int add_study(struct plan *plan, const struct study *study,
                     const struct plan_request *request, struct target_list *targets,
                     struct shortage *shortages)
{
    int first = plan->count, status = 0;
    bool has_points;
    for (int i = 0; i < targets->count && !status; i++) {
        struct course course = {
            .plan = plan,
            .request = request,
            .study = study,
            .target = &targets->targets[i],
            .shortage = &shortages[i],
            .element_bytes = request->element_bytes ? (int)request->element_bytes : ELEMENT_BYTES,
        };
        status = check_placing(study, request, course.target, &has_points);
        if (!status && has_points)
            status = course_plan(&course);
        free(course.left_out.points);
        free(course.too_long.points);
    }
    if (!status)
        status = check_made(plan, first, study, request, targets);
    shuffle(plan->points + first, plan->count - first, (uint64_t)request->seed + (uint64_t)first);
    mark_levels(plan->points + first, plan->count - first);
    return status;
}

static bool asked_for(const struct study *study, const struct plan_request *request)
{
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++)
        if (sweep_asked_for(study, &study->sweeps[i], request))
            return true;
    return false;
}

/* Names of studies and of patterns that studies sweep, ended by NULL. */
static void all_names(const char *names[NAMES_KNOWN_MAX + 1])
{
    int count = 0;
    for (const struct study *s = study_catalogue; s->name && count < NAMES_KNOWN_MAX; s++)
        names[count++] = s->name;
    for (const struct pattern *const *p = pattern_catalogue; *p && count < NAMES_KNOWN_MAX; p++)
        names[count++] = (*p)->name;
    names[count] = NULL;
}

int plan_unknown_name(const char *name)
{
    const char *names[NAMES_KNOWN_MAX + 1];
    char near[TEXT_MAX];
    all_names(names);
    if (near_names(name, names, near, sizeof near))
        return complain(EXIT_USAGE, "argument %s: there is no such study or pattern; there is %s",
                        name, near);
    return complain(EXIT_USAGE,
                    "argument %s: there is no such study or pattern; see warpline list studies and "
                    "warpline list patterns",
                    name);
}

bool plan_knows_name(const char *name)
{
    if (asked_is_word(name))
        return asked_is_known(name);
    for (const struct study *s = study_catalogue; s->name; s++)
        for (int i = 0; i < SWEEPS_MAX && s->sweeps[i].pattern; i++)
            if (sweep_is_named(s, &s->sweeps[i], name))
                return true;
    return false;
}

/* Whether the point belongs to the sweep, or has the value that replaces all of it. */
static bool is_of(const struct point *point, const struct sweep *sweep,
                  const struct plan_request *request)
{
    char value[32], list[VALUE_LIST_MAX * 24];
    int64_t only;
    snprintf(value, sizeof value, " %lld ", (long long)point->value);
    snprintf(list, sizeof list, " %s ", sweep->full);
    return strcmp(point->pattern->name, sweep->pattern) == 0 &&
           strcmp(point->parameter, sweep->parameter) == 0 &&
           (request->setting_count || strcmp(point->settings, sweep->settings) == 0) &&
           (sweep_replaced(point->pattern, point->parameter, request, &only)
                ? point->value == only
                : strstr(list, value) != NULL);
}

/* The same for a study that is not in the catalogue: its words may come from several runs. */
static bool asks_for_swept(const struct point *point, const struct plan_request *request)
{
    for (int i = 0; i < SWEEPS_MAX && point->study->sweeps[i].pattern; i++) {
        const struct sweep *sweep = &point->study->sweeps[i];
        if (is_of(point, sweep, request) && sweep_asked_for(point->study, sweep, request))
            return true;
    }
    return false;
}

bool plan_asks_for(const struct point *point, const struct plan_request *request)
{
    const struct sweep sweep = {.pattern = point->pattern->name};
    if (point->baseline)
        return asked_for(point->study, request);
    return point->study->sweeps[0].word ? asks_for_swept(point, request)
                                        : sweep_asked_for(point->study, &sweep, request);
}

static int check_name(const char *name)
{
    if (asked_is_word(name))
        return asked_check(name);
    if (plan_knows_name(name))
        return 0;
    return pattern_find(name)
               ? complain(EXIT_USAGE,
                          "argument %s: no study sweeps this pattern; see warpline list studies",
                          name)
               : plan_unknown_name(name);
}

/* Whether a pattern that this name stands for (NULL: any of the catalogue's) has the parameter. */
static bool has_parameter(const struct plan *plan, const char *name, const char *parameter)
{
    const struct study *study;
    for (int i = 0; (study = plan_study(plan, i)); i++)
        for (int j = 0; j < SWEEPS_MAX && study->sweeps[j].pattern; j++)
            if (sweep_is_named(study, &study->sweeps[j], name) &&
                parameter_number(pattern_find(study->sweeps[j].pattern), parameter) >= 0)
                return true;
    return false;
}

static int check_setting(const struct plan *plan, const char *name, const char *setting)
{
    char parameter[PARAMETER_NAME_MAX];
    if (!parameter_split("option --set", setting, parameter))
        return EXIT_USAGE;
    if (has_parameter(plan, name, parameter))
        return 0;
    const struct pattern *pattern = name && !study_find(name) ? pattern_find(name) : NULL;
    if (pattern)
        return parameter_unknown("option --set", pattern, parameter);
    return complain(EXIT_USAGE,
                    "option --set: no pattern of %s has a parameter %s; see warpline "
                    "show PATTERN",
                    name ? name : "any study", parameter);
}

/* Checks that each name has a pattern with each parameter of --set. */
static int check_settings(const struct plan_request *request)
{
    struct plan plan = {0};
    int status = add_words(&plan, request);
    for (int i = 0; i < request->setting_count && !status; i++)
        for (int j = 0; j < request->name_count + (request->name_count == 0) && !status; j++)
            status = check_setting(&plan, request->names[j], request->settings[i]);
    plan_free(&plan);
    return status;
}

int plan_check_names(const struct plan_request *request)
{
    int status = 0;
    for (int i = 0; i < request->name_count && !status; i++)
        status = check_name(request->names[i]);
    return status || !request->setting_count ? status : check_settings(request);
}

/* Prints a line for each: a level other than "memory" must not come as a surprise, nor must points
 * that were requested and are missing. */
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
    if (shortage->too_long)
        complain(
            0,
            "target %s: --set or --footprint makes arrays larger than %s, which take too long: "
            "points left out: %d; use less, or request their values by --sweep",
            target->name, rounded_size_text(course_most_bytes(target), wanted), shortage->too_long);
}

int plan_make(struct plan *plan, const struct plan_request *request, struct target_list *targets)
{
    struct shortage shortages[TARGETS_MAX] = {{0}};
    const struct study *study;
    *plan = (struct plan){.head = request->head};
    int status = add_words(plan, request);
    for (int i = 0; !status && (study = plan_study(plan, i)); i++)
        if (asked_for(study, request))
            status = add_study(plan, study, request, targets, shortages);
    for (int i = 0; i < targets->count && !status; i++)
        tell_shortage(&targets->targets[i], &shortages[i]);
    if (!status)
        spread_baselines(plan);
    return status;
}

static void put_number(FILE *out, const char *name, int64_t value, int64_t standard)
{
    if (value != standard)
        fprintf(out, " --%s %lld", name, (long long)value);
}

void plan_put_options(FILE *out, const struct plan_request *request,
                      void (*put_word)(FILE *out, const char *word))
{
    const struct placing *placing = request->placing;
    const char *name, *value;
    fputs(request->quick ? " --quick" : "", out);
    put_number(out, "samples", request->samples, 0);
    put_number(out, "warmup", request->warmup, -1);
    put_number(out, "element", request->element_bytes, 0);
    put_number(out, "footprint", request->footprint_bytes, 0);
    for (int i = 0; placing && (name = placing_option(placing, i, &value)); i++)
        if (value) {
            fprintf(out, " --%s ", name);
            put_word(out, value);
        }
    put_number(out, "cores", placing ? placing->cores : 0, 0);
}
