#include "study/fleet/health.h"

#include "plots/fleet/convert.h"
#include "study/base/message.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMED_MOST = 3 };

static void point_name(const struct health_point *point, char *text, size_t size)
{
    const char *const *field = point->baseline->field;
    if (strcmp(field[POINT_PARAMETER], "-") == 0)
        snprintf(text, size, "%s %s", field[POINT_TARGET], field[POINT_PATTERN]);
    else
        snprintf(text, size, "%s %s %s=%s", field[POINT_TARGET], field[POINT_PATTERN],
                 field[POINT_PARAMETER], field[POINT_VALUE]);
}

static const char *reason_of(const struct health_point *point)
{
    return point->conditions & CONDITION_THROTTLED   ? "throttled"
           : point->conditions & CONDITION_LOW_CLOCK ? "low clock"
           : point->conditions & CONDITION_SHARED    ? "others on the device"
           : measure_by_quota(&point->measured)      ? "stopped by a CPU quota"
           : measure_disturbed(&point->measured)     ? "disturbed by other load"
                                                     : NULL;
}

struct tally {
    int judged, slow, unknown, unmeasured;
    int disturbed;    /* of the last, those that were measured without a valid time */
    int slow_targets; /* all points of a target together */
    const struct health_parts *fewer; /* a target with fewer cores than in the baseline, or NULL */
};

static struct tally tally_of(const struct health_told *told)
{
    struct tally tally = {0};
    for (int i = 0; i < told->count; i++) {
        const struct health_point *point = &told->points[i];
        tally.judged += health_is_judged(point);
        tally.slow += health_is_slow(point);
        tally.unknown += health_is_unclear(point);
        tally.unmeasured += !health_is_judged(point);
        tally.disturbed += !health_is_judged(point) && point->tries > 0;
    }
    for (int i = 0; i < told->contrast->group_count; i++)
        tally.slow_targets += is_much_slower(&told->contrast->groups[i].speed);
    for (int i = 0; i < told->part_count; i++)
        if (told->parts[i].here < told->parts[i].baseline)
            tally.fewer = &told->parts[i];
    return tally;
}

static json_t *json_point(const struct health_point *point)
{
    json_t *row = json_object();
    const struct comparison *speed = &point->baseline->speed;
    const char *reason = reason_of(point);
    for (int f = 0; f < POINT_FIELDS; f++)
        json_object_set_new(row, point_columns[f],
                            json_cell(point_columns[f], point->baseline->field[f]));
    json_object_set_new(row, "measured", json_boolean(health_is_judged(point)));
    if (!health_is_judged(point))
        return row;
    json_object_set_new(row, "time_ns", json_real(point->measured.pass_ns.median));
    json_object_set_new(row, "ratio", json_real(speed->ratio.value));
    json_object_set_new(row, "ratio_low", json_real(speed->ratio.low));
    json_object_set_new(row, "ratio_high", json_real(speed->ratio.high));
    json_object_set_new(row, "slow", json_boolean(is_much_slower(speed)));
    json_object_set_new(row, "reason", reason ? json_string(reason) : json_null());
    return row;
}

static void print_line(json_t *object)
{
    json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(7));
    putchar('\n');
    json_decref(object);
}

/* Other load that leaves most points without a valid time also slows the others. */
static bool is_busy(const struct tally *tally)
{
    return tally->disturbed > tally->judged;
}

static bool is_slow_node(const struct tally *tally)
{
    return tally->fewer || (!is_busy(tally) && (tally->slow > 0 || tally->slow_targets > 0));
}

/* Nothing is slow, but few points are surely as fast as the baseline. */
static bool is_inconclusive(const struct tally *tally)
{
    return !is_slow_node(tally) && (is_busy(tally) || 2 * tally->unknown >= tally->judged);
}

static const char *verdict_of(const struct tally *tally, int status)
{
    return status                   ? "FAILED"
           : is_slow_node(tally)    ? "SLOW"
           : is_inconclusive(tally) ? "INCONCLUSIVE"
                                    : "OK";
}

static void print_json(const struct health_told *told, const struct tally *tally, int status)
{
    for (int i = 0; i < told->count; i++)
        print_line(json_point(&told->points[i]));
    print_line(json_pack("{s:s,s:s*,s:f,s:i,s:i,s:i,s:i,s:s*}", "verdict",
                         verdict_of(tally, status), "baseline", told->baseline, "threshold",
                         told->contrast->threshold, "points", tally->judged, "slow", tally->slow,
                         "inconclusive", tally->unknown, "not_measured", tally->unmeasured,
                         "fewer_cores", tally->fewer ? tally->fewer->target : NULL));
}

/* "0.50 of its speed in BASELINE [0.40, 0.60]" */
static void print_speed(const struct comparison *speed, const char *baseline)
{
    printf(" %.2f of its speed in %s [%.2f, %.2f]", speed->ratio.value, baseline, speed->ratio.low,
           speed->ratio.high);
}

static int print_slow_points(const struct health_told *told, int named)
{
    for (int i = 0; i < told->count && named < NAMED_MOST; i++) {
        const struct health_point *point = &told->points[i];
        char name[256];
        if (!health_is_slow(point))
            continue;
        point_name(point, name, sizeof name);
        printf("%s %s", named++ ? ";" : "SLOW:", name);
        print_speed(&point->baseline->speed, told->baseline);
        if (reason_of(point))
            printf(" (%s)", reason_of(point));
    }
    return named;
}

static void print_slow(const struct health_told *told, const struct tally *tally)
{
    const struct contrast *contrast = told->contrast;
    int named = 0;
    if (tally->fewer)
        printf("%s %s has %d %s%s, the baseline %d", named++ ? ";" : "SLOW:", tally->fewer->target,
               tally->fewer->here, tally->fewer->unit, tally->fewer->here == 1 ? "" : "s",
               tally->fewer->baseline);
    const int points = print_slow_points(told, named) - named;
    for (int i = 0; points == 0 && i < contrast->group_count; i++)
        if (is_much_slower(&contrast->groups[i].speed)) {
            printf("%s %s, all points together",
                   named++ ? ";" : "SLOW:", contrast->groups[i].target);
            print_speed(&contrast->groups[i].speed, told->baseline);
        }
    if (tally->slow > points)
        printf("; and %d more", tally->slow - points);
    printf(", of %d points\n", tally->judged);
}

/* The usual reason for an unclear verdict: the baseline's own times vary. */
static void print_variation(const struct health_told *told)
{
    double most = 0;
    for (int i = 0; i < told->contrast->target_count; i++)
        most = fmax(most, told->contrast->targets[i].side[0].runs.variance);
    if (most > 0)
        printf(", since runs vary by %.2g %% there", 100 * expm1(sqrt(most)));
}

static void print_inconclusive(const struct health_told *told, const struct tally *tally)
{
    printf("INCONCLUSIVE: %d of %d points against %s", tally->unknown, tally->judged,
           told->baseline);
    if (tally->unmeasured > 0)
        printf(", %d without a valid time", tally->unmeasured);
    if (is_busy(tally))
        printf(", since other load disturbs this node");
    else
        print_variation(told);
    putchar('\n');
}

static void print_ok(const struct health_told *told, const struct tally *tally)
{
    printf("OK: none of %d points is slower than in %s by more than %.3g %%", tally->judged,
           told->baseline, 100 * told->contrast->threshold);
    if (tally->unknown > 0) {
        printf(", %d inconclusive", tally->unknown);
        print_variation(told);
    }
    if (tally->unmeasured > 0)
        printf(", %d not measured", tally->unmeasured);
    putchar('\n');
}

int health_tell(const struct health_told *told, int status)
{
    const struct tally tally = tally_of(told);
    if (told->json)
        print_json(told, &tally, status);
    else if (status)
        printf("FAILED: a point could not be measured, or its result was wrong\n");
    else if (is_slow_node(&tally))
        print_slow(told, &tally);
    else if (is_inconclusive(&tally))
        print_inconclusive(told, &tally);
    else
        print_ok(told, &tally);
    if (status)
        return status;
    if (is_slow_node(&tally))
        return EXIT_WRONG;
    return is_inconclusive(&tally) ? EXIT_INCONCLUSIVE : EXIT_DONE;
}
