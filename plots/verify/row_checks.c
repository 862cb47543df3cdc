#include "plots/verify/checks.h"

#include "plots/data/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MOST = 1000 }; /* of a point, in any run */

/* The files have two decimals of a time and six digits of a bandwidth. */
static const double time_rounding_ns = 0.011, ratio_rounding = 2e-5, fraction_rounding = 1.5e-4;

/* What a check says of one row. */
struct verdict_of_row {
    const struct stated *stated;
    const struct row_ground *ground;
    struct doubt_sink *sink;
    double ordered[SAMPLES_MOST]; /* the samples, the least first */
    int count;
};

#define TELL(row, kind, ...) doubt_add((row)->sink, (kind), (row)->stated->row->line, __VA_ARGS__)

static bool differs_ns(double stated_ns, double ns)
{
    return fabs(stated_ns - ns) > time_rounding_ns + 1e-9 * fabs(ns);
}

static void check_count(const struct verdict_of_row *row)
{
    const double stated = row->stated->row->number.samples;
    if (stated != row->stated->sample_count)
        TELL(row, DOUBT_SAMPLES, "it states %.0f samples, but samples.csv has %d of it", stated,
             row->stated->sample_count);
}

static void check_times(const struct verdict_of_row *row)
{
    const struct stated_numbers *number = &row->stated->number;
    const int n = row->count;
    if (n == 0)
        return;
    const double median =
        n % 2 ? row->ordered[n / 2] : (row->ordered[n / 2 - 1] + row->ordered[n / 2]) / 2;
    const struct {
        const char *name, *what;
        double stated_ns, ns;
    } times[] = {{"time_ns", "median", number->time_ns, median},
                 {"time_min_ns", "least", number->least_ns, row->ordered[0]},
                 {"time_max_ns", "most", number->most_ns, row->ordered[n - 1]}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (differs_ns(times[i].stated_ns, times[i].ns))
            TELL(row, DOUBT_SAMPLES, "%s is %.2f, but the %s of its %d samples is %.2f",
                 times[i].name, times[i].stated_ns, times[i].what, n, times[i].ns);
}

static void check_interval(const struct verdict_of_row *row)
{
    const struct stated_numbers *number = &row->stated->number;
    double low, high;
    if (row->count == 0 || isnan(number->low_ns))
        return;
    if (row->ground->interval) {
        row->ground->interval(row->stated->samples, row->count, row->ground->seed, &low, &high);
        if (differs_ns(number->low_ns, low) || differs_ns(number->high_ns, high))
            TELL(row, DOUBT_OTHER,
                 "the interval is %.2f to %.2f, but that of its samples is %.2f to %.2f",
                 number->low_ns, number->high_ns, low, high);
    } else if (number->low_ns < row->ordered[0] - time_rounding_ns ||
               number->high_ns > row->ordered[row->count - 1] + time_rounding_ns) {
        TELL(row, DOUBT_OTHER, "the interval %.2f to %.2f reaches beyond its samples",
             number->low_ns, number->high_ns);
    }
}

static void check_valid(const struct verdict_of_row *row)
{
    const struct stated_numbers *number = &row->stated->number;
    const bool valid = strcmp(row->stated->valid, "yes") == 0;
    if (valid && isnan(number->time_ns))
        TELL(row, DOUBT_OTHER, "it is valid without a time");
    else if (!valid && !isnan(number->time_ns))
        TELL(row, DOUBT_OTHER, "it is not valid and has a time");
    else if (valid && row->count > 0 && row->ordered[0] <= 0)
        TELL(row, DOUBT_OTHER, "it is valid, but a sample of %.2f ns is no time", row->ordered[0]);
    else if (valid && number->high_ns - number->low_ns > number->time_ns + time_rounding_ns)
        TELL(row, DOUBT_OTHER, "it is valid, but its interval is wider than its median");
}

static void check_bytes(const struct verdict_of_row *row)
{
    const struct stated_numbers *number = &row->stated->number;
    const double gbps = row->stated->row->number.useful_bytes / number->time_ns;
    const double slack = ratio_rounding + time_rounding_ns / number->time_ns;
    if (fabs(number->bandwidth_gbps - gbps) > slack * gbps)
        TELL(row, DOUBT_OTHER, "bandwidth_gbps is %.6g, but useful_bytes by time_ns is %.6g",
             number->bandwidth_gbps, gbps);
}

/* Of what the row says it is: a value that stands at another row's time has other arrays. */
static void check_point(const struct verdict_of_row *row)
{
    double useful, footprint;
    const struct numbers *number = &row->stated->row->number;
    if (!row->ground->bytes || !row->ground->bytes(row->stated->row, &useful, &footprint))
        return;
    if (number->useful_bytes != useful)
        TELL(row, DOUBT_OTHER, "useful_bytes is %.0f, but its pattern and parameters make %.0f",
             number->useful_bytes, useful);
    else if (number->footprint_bytes != footprint)
        TELL(row, DOUBT_OTHER, "footprint_bytes is %.0f, but its pattern and parameters make %.0f",
             number->footprint_bytes, footprint);
}

static void check_fraction(const struct verdict_of_row *row)
{
    const struct stated_numbers *number = &row->stated->number;
    const double copy = row->stated->row->yardstick.gbps;
    const double fraction = number->bandwidth_gbps / copy;
    const double slack =
        fraction_rounding + (ratio_rounding + time_rounding_ns / number->time_ns) * fabs(fraction);
    if (!row->ground->fractions || isnan(number->fraction_of_copy))
        return;
    if (isnan(fraction))
        TELL(row, DOUBT_OTHER, "fraction_of_copy is %.4f, but its study has no valid copy yet",
             number->fraction_of_copy);
    else if (fabs(number->fraction_of_copy - fraction) > slack)
        TELL(row, DOUBT_OTHER, "fraction_of_copy is %.4f, but of its copies it is %.4f",
             number->fraction_of_copy, fraction);
}

static void check_marks(const struct verdict_of_row *row)
{
    const struct row *stated = row->stated->row;
    const double disturbed = stated->number.disturbed;
    const bool marked = strstr(stated->marks, "disturbed") != NULL;
    if (disturbed > stated->number.samples)
        TELL(row, DOUBT_SAMPLES, "%.0f of its %.0f samples are disturbed", disturbed,
             stated->number.samples);
    else if (!isnan(disturbed) && marked != (2 * disturbed > stated->number.samples))
        TELL(row, DOUBT_SAMPLES, "%.0f of its %.0f samples are disturbed, but it is %smarked",
             disturbed, stated->number.samples, marked ? "" : "not ");
}

/* "gpu0: 1056 warps" of a GPU, "CPUs 0-15" of a CPU. */
static void check_place(const struct verdict_of_row *row)
{
    const struct row *stated = row->stated->row;
    const char *ran_on = row->stated->ran_on;
    const size_t length = strlen(stated->target);
    if (strcmp(ran_on, "-") == 0)
        return;
    if (!stated->gpu) {
        if (strchr(ran_on, ':'))
            TELL(row, DOUBT_OTHER, "it is of target %.32s, but ran on %.64s", stated->target,
                 ran_on);
    } else if (strncmp(ran_on, stated->target, length) != 0 || ran_on[length] != ':' ||
               atof(ran_on + length + 1) != stated->number.workers) {
        TELL(row, DOUBT_OTHER, "it is of %.0f workers of target %.32s, but ran on %.64s",
             stated->number.workers, stated->target, ran_on);
    }
}

void row_check(const struct stated *stated, const struct row_ground *ground,
               struct doubt_sink *sink)
{
    static void (*const checks[])(const struct verdict_of_row *) = {
        check_count, check_times,    check_interval, check_valid, check_bytes,
        check_point, check_fraction, check_marks,    check_place};
    const size_t first = ground->has_samples ? 0 : 3; /* those before need samples */
    struct verdict_of_row row = {.stated = stated, .ground = ground, .sink = sink};
    row.count = stated->sample_count < SAMPLES_MOST ? stated->sample_count : SAMPLES_MOST;
    memcpy(row.ordered, stated->samples ? stated->samples : row.ordered,
           sizeof *row.ordered * (size_t)row.count);
    put_in_order(row.ordered, row.count);
    for (size_t i = first; i < sizeof checks / sizeof *checks; i++)
        checks[i](&row);
}
