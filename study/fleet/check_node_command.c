/* `warpline check-node`: whether this node is as fast as it was, or as its fleet. For prologs and
 * health checkers: it prints one line, returns an exit status, and writes no files. */
#include "patterns/clock.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/fleet/groups.h"
#include "study/fleet/health.h"
#include "warpline_build.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double threshold_default = 0.1, seconds_default = 60;

/* "60s", "2m", "90": seconds. 0, or EXIT_USAGE after a message. */
static int read_time(const char *text, double *seconds)
{
    char *end;
    if (!text) {
        *seconds = seconds_default;
        return 0;
    }
    *seconds = strtod(text, &end);
    const bool is_number = end != text && !strpbrk(text, "xXnN");
    if (strcmp(end, "m") == 0)
        *seconds *= 60;
    else if (*end && strcmp(end, "s") != 0)
        end = (char *)text;
    if (!is_number || end == text)
        return complain(EXIT_USAGE, "option --time: %s is no time; use seconds, such as 60s or 2m",
                        text);
    return *seconds >= 1 && *seconds <= 3600
               ? 0
               : complain(EXIT_USAGE, "option --time: %s is out of range; use 1s to 60m", text);
}

static struct target *target_titled(struct target_list *targets, const struct rows *rows,
                                    const char *name)
{
    const char *title = rows_header(rows, name);
    for (int i = 0; title && i < targets->count; i++)
        if (strcmp(targets->targets[i].name, name) == 0 &&
            strcmp(targets->targets[i].facts.title, title) == 0)
            return &targets->targets[i];
    return NULL;
}

/* Another version may have other kernels: then all nodes would seem slow, or none. */
static int check_version(const struct rows *rows)
{
    const char *version = table_header_value(&rows->table, "warpline");
    if (version && strcmp(version, WARPLINE_VERSION) == 0)
        return 0;
    snprintf(rows->table.problem, rows->table.problem_size,
             "option --against: %s is of warpline %s, and this is %s; measure it again",
             rows->table.path, version ? version : "-", WARPLINE_VERSION);
    return -EINVAL;
}

/* How many cores or multiprocessors a target has: its detail begins with the number. */
static int parts_of(const char *detail)
{
    return detail ? atoi(detail) : 0;
}

/* Notes the most parts that a target has in the baseline. */
static void note_parts(const struct rows *rows, const struct target_list *targets,
                       struct health_parts *parts)
{
    for (int i = 0; i < targets->count; i++) {
        char key[64];
        snprintf(key, sizeof key, "%s_detail", targets->targets[i].name);
        const int there = parts_of(rows_header(rows, key));
        parts[i].target = targets->targets[i].name;
        parts[i].unit = targets->targets[i].ops->side == SIDE_GPU ? "multiprocessor" : "core";
        parts[i].here = parts_of(targets->targets[i].facts.detail);
        if (there > parts[i].baseline)
            parts[i].baseline = there;
    }
}

/* Reads the rows of targets with the same name and title; others are of another machine. */
static int read_folder(struct contrast *contrast, struct target_list *targets, const char *folder,
                       struct health_parts *parts)
{
    struct rows rows;
    struct measured row;
    char node[NODE_NAME_MAX] = "", problem[PATH_TEXT_MAX + 512];
    int code = rows_open(&rows, folder, problem, sizeof problem);
    if (!code)
        code = check_version(&rows);
    while (code >= 0 && (code = rows_next(&rows, &row)) == 1) {
        if (strcmp(node, rows.node) != 0)
            note_parts(&rows, targets, parts);
        if (node[0] && strcmp(node, rows.node) != 0)
            contrast_end_run(contrast, 0);
        memcpy(node, rows.node, sizeof node);
        if (row.samples > 1 && target_titled(targets, &rows, row.field[POINT_TARGET]))
            contrast_add_row(contrast, 0, &row);
    }
    contrast_end_run(contrast, 0);
    rows_close(&rows);
    return code ? complain(EXIT_USAGE, "%s", problem) : 0;
}

static int read_baseline(struct contrast *contrast, struct target_list *targets,
                         const char *baseline, struct health_parts *parts)
{
    struct sets sets = {0};
    int status = group_add(&sets, baseline);
    for (int i = 0; i < sets.count && !status; i++)
        status = read_folder(contrast, targets, sets.folder[i], parts);
    sets_free(&sets);
    return status;
}

static int choose(const struct contrast *contrast, const struct target_list *targets,
                  struct health_point *points)
{
    int count = 0;
    const int each = HEALTH_POINTS / targets->count;
    for (int t = 0; t < targets->count; t++) {
        const struct target *target = &targets->targets[t];
        const int chosen = health_choose(contrast, target->name, target->ops->side == SIDE_GPU,
                                         each > 0 ? each : 1, points + count);
        for (int i = count; i < count + chosen; i++)
            points[i].target = target->name;
        count += chosen;
    }
    return count;
}

static bool is_slow_target(const struct contrast *contrast, const char *target)
{
    for (int i = 0; i < contrast->group_count; i++)
        if (strcmp(contrast->groups[i].target, target) == 0 &&
            is_much_slower(&contrast->groups[i].speed))
            return true;
    return false;
}

/* Whether another measurement may change the verdict on a point or on its target. */
static bool is_open(const struct contrast *contrast, const struct health_point *point)
{
    return !point->is_measured || health_is_slow(point) || health_is_unclear(point) ||
           is_slow_target(contrast, point->target);
}

static int count_tries(const struct health_point *points, int count)
{
    int tries = 0;
    for (int i = 0; i < count; i++)
        tries += points[i].tries;
    return tries;
}

/* Measures the points, and then those again that are open, as long as there is time for a round
 * like the last one: other load may be over by then. */
static int measure_all(struct target_list *targets, struct contrast *contrast,
                       struct health_point *points, int count, double seconds)
{
    const double begin_ns = clock_now_ns(), end_ns = begin_ns + 0.95e9 * seconds;
    double round_ns = begin_ns;
    int status = health_measure(targets, contrast, points, count, NULL, begin_ns + 0.7e9 * seconds);
    while (!status) {
        bool again[HEALTH_POINTS + TARGETS_MAX] = {false};
        int open = 0;
        const int tries = count_tries(points, count);
        health_judge(contrast, points, count);
        for (int i = 0; i < count; i++)
            open += again[i] = is_open(contrast, &points[i]);
        const double now_ns = clock_now_ns();
        if (open == 0 || now_ns + (now_ns - round_ns) >= end_ns)
            break;
        round_ns = now_ns;
        status = health_measure(targets, contrast, points, count, again, end_ns);
        if (count_tries(points, count) == tries)
            break; /* this machine has none of them */
    }
    return status;
}

static int check(const struct options *options, struct contrast *contrast,
                 struct target_list *targets, struct health_point *points, double seconds)
{
    const char *baseline = options->against ? options->against : results_default;
    struct health_parts parts[TARGETS_MAX] = {{0}};
    int status = read_baseline(contrast, targets, baseline, parts);
    if (status)
        return status;
    const int count = choose(contrast, targets, points);
    if (count == 0)
        return complain(EXIT_USAGE,
                        "option --against: %s has none of the points that check-node measures (%s: "
                        "%s); measure them with warpline run, all studies or stride intensity "
                        "latency gather",
                        baseline, targets->targets[0].name, targets->targets[0].facts.title);
    status = measure_all(targets, contrast, points, count, seconds);
    const struct health_told told = {.contrast = contrast,
                                     .points = points,
                                     .count = count,
                                     .baseline = baseline,
                                     .parts = parts,
                                     .part_count = targets->count,
                                     .json = options->json};
    return health_tell(&told, status);
}

static int check_targets(const struct options *options, struct target_list *targets, double seconds)
{
    struct contrast *contrast = needed(calloc(1, sizeof *contrast));
    struct health_point *points = needed(calloc(HEALTH_POINTS + TARGETS_MAX, sizeof *points));
    int status = targets_measurable(targets);
    if (!status) {
        contrast->threshold = options->threshold > 0 ? options->threshold : threshold_default;
        contrast->points_only = true;
        status = check(options, contrast, targets, points, seconds);
        contrast_free(contrast);
    }
    free(contrast);
    free(points);
    return status;
}

int check_node_command(const struct options *options)
{
    struct target_list targets;
    double seconds;
    int status = read_time(options->batch.time, &seconds);
    if (!status)
        status = targets_open(&targets, options->on, &options->placing);
    if (status)
        return status;
    status = check_targets(options, &targets, seconds);
    targets_close(&targets);
    return status;
}
