#include "study/fleet/health_tell.h"

#include "study/base/message.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAMED_MOST = 3 };

static bool is_judged(const struct health_point *point)
{
    return point->is_measured && point->baseline->judged;
}

static bool is_slow(const struct health_point *point)
{
    return is_judged(point) && is_much_slower(&point->baseline->speed);
}

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
           : measure_disturbed(&point->measured)     ? "disturbed by other load"
                                                     : NULL;
}

struct tally {
    int judged, slow, unknown, unmeasured;
};

static struct tally tally_of(const struct health_told *told)
{
    struct tally tally = {0};
    for (int i = 0; i < told->count; i++) {
        const struct health_point *point = &told->points[i];
        tally.judged += is_judged(point);
        tally.slow += is_slow(point);
        tally.unknown += is_judged(point) && point->baseline->speed.verdict == VERDICT_INCONCLUSIVE;
        tally.unmeasured += !is_judged(point);
    }
    return tally;
}

static json_t *json_point(const struct health_point *point)
{
    json_t *row = json_object();
    const struct comparison *speed = &point->baseline->speed;
    const char *reason = reason_of(point);
    for (int f = 0; f < POINT_FIELDS; f++)
        json_object_set_new(row, point_columns[f], json_string(point->baseline->field[f]));
    json_object_set_new(row, "measured", json_boolean(is_judged(point)));
    if (!is_judged(point))
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

/* No point is slow, but the verdict on every judged point is unknown. */
static bool is_inconclusive(const struct tally *tally)
{
    return tally->slow == 0 && tally->judged > 0 && tally->unknown == tally->judged;
}

static const char *verdict_of(const struct tally *tally, int status)
{
    return status || tally->judged == 0 ? "FAILED"
           : tally->slow > 0            ? "SLOW"
           : is_inconclusive(tally)     ? "INCONCLUSIVE"
                                        : "OK";
}

static void print_json(const struct health_told *told, const struct tally *tally, int status)
{
    for (int i = 0; i < told->count; i++)
        print_line(json_point(&told->points[i]));
    print_line(json_pack("{s:s,s:s*,s:f,s:i,s:i,s:i,s:i}", "verdict", verdict_of(tally, status),
                         "baseline", told->baseline, "threshold", told->contrast->threshold,
                         "points", tally->judged, "slow", tally->slow, "inconclusive",
                         tally->unknown, "not_measured", tally->unmeasured));
}

static void print_slow(const struct health_told *told, const struct tally *tally)
{
    int named = 0;
    for (int i = 0; i < told->count && named < NAMED_MOST; i++) {
        const struct health_point *point = &told->points[i];
        char name[256];
        if (!is_slow(point))
            continue;
        point_name(point, name, sizeof name);
        printf("%s %s %.2f of its speed in %s [%.2f, %.2f]", named++ ? ";" : "SLOW:", name,
               point->baseline->speed.ratio.value, told->baseline, point->baseline->speed.ratio.low,
               point->baseline->speed.ratio.high);
        if (reason_of(point))
            printf(" (%s)", reason_of(point));
    }
    if (tally->slow > named)
        printf("; and %d more", tally->slow - named);
    printf(", of %d points\n", tally->judged);
}

/* The usual reason for an unclear verdict: the baseline's own times vary. */
static void print_variation(const struct health_told *told)
{
    double most = 0;
    for (int i = 0; i < told->contrast->target_count; i++)
        most = fmax(most, told->contrast->targets[i].side[0].between);
    if (most > 0)
        printf(", since copies vary by %.2g %% there", 100 * expm1(sqrt(most)));
}

static void print_inconclusive(const struct health_told *told, const struct tally *tally)
{
    printf("INCONCLUSIVE: all %d points against %s", tally->judged, told->baseline);
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
    else if (tally.judged == 0)
        printf("FAILED: no point could be measured within the time\n");
    else if (tally.slow > 0)
        print_slow(told, &tally);
    else if (is_inconclusive(&tally))
        print_inconclusive(told, &tally);
    else
        print_ok(told, &tally);
    if (status)
        return status;
    if (tally.slow > 0 || tally.judged == 0)
        return EXIT_WRONG;
    return is_inconclusive(&tally) ? EXIT_INCONCLUSIVE : EXIT_DONE;
}
