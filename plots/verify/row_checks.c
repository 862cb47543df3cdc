#include "plots/verify/checks.h"

#include "study/base/median.h"
#include "study/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MOST = 1000 }; /* per point, in any run */

/* Times in the files have two decimals, bandwidths six significant digits. */
static const double time_rounding_ns = 0.011, ratio_rounding = 2e-5, fraction_rounding = 1.5e-4;

static const double dependent_least_ns = 0.2, core_most_gbps = 1000;

/* The input of a check. */
struct row_in_check {
    const struct row *row;
    const struct row_ground *ground;
    struct doubt_sink *sink;
    double ordered[SAMPLES_MOST]; /* the samples in rising order */
    int count;
};

#define TELL(check, kind, ...) doubt_add((check)->sink, (kind), (check)->row->line, __VA_ARGS__)

static bool differs_ns(double stated_ns, double ns)
{
    return fabs(stated_ns - ns) > time_rounding_ns + 1e-9 * fabs(ns);
}

static void check_count(const struct row_in_check *check)
{
    const double said = check->row->number.samples;
    if (said != check->row->sample_count)
        TELL(check, DOUBT_SAMPLES, "it states %.0f samples, but samples.csv has %d of it", said,
             check->row->sample_count);
}

static void check_times(const struct row_in_check *check)
{
    const struct stated_numbers *number = &check->row->stated;
    const int n = check->count;
    if (n == 0)
        return;
    const double median = (check->ordered[(n - 1) / 2] + check->ordered[n / 2]) / 2;
    const struct {
        const char *name, *what;
        double stated_ns, ns;
    } times[] = {{"time_ns", "median", number->time_ns, median},
                 {"time_min_ns", "least", number->least_ns, check->ordered[0]},
                 {"time_max_ns", "most", number->most_ns, check->ordered[n - 1]}};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (differs_ns(times[i].stated_ns, times[i].ns))
            TELL(check, DOUBT_SAMPLES, "%s is %.2f, but the %s of its %d samples is %.2f",
                 times[i].name, times[i].stated_ns, times[i].what, n, times[i].ns);
}

static void check_interval(const struct row_in_check *check)
{
    const struct stated_numbers *number = &check->row->stated;
    double low, high;
    if (check->count == 0 || isnan(number->low_ns))
        return;
    if (check->ground->interval) {
        check->ground->interval(row_samples(check->row), check->count, check->ground->seed, &low,
                                &high);
        if (differs_ns(number->low_ns, low) || differs_ns(number->high_ns, high))
            TELL(check, DOUBT_OTHER,
                 "the interval is %.2f to %.2f, but that of its samples is %.2f to %.2f",
                 number->low_ns, number->high_ns, low, high);
    } else if (number->low_ns < check->ordered[0] - time_rounding_ns ||
               number->high_ns > check->ordered[check->count - 1] + time_rounding_ns) {
        TELL(check, DOUBT_OTHER, "the interval %.2f to %.2f reaches beyond its samples",
             number->low_ns, number->high_ns);
    }
}

static void check_valid(const struct row_in_check *check)
{
    const struct stated_numbers *number = &check->row->stated;
    const bool valid = strcmp(check->row->stated_valid, "yes") == 0;
    if (valid && isnan(number->time_ns))
        TELL(check, DOUBT_OTHER, "it is valid without a time");
    else if (!valid && !isnan(number->time_ns))
        TELL(check, DOUBT_OTHER, "it is not valid and has a time");
    else if (valid && check->count > 0 && check->ordered[0] <= 0)
        TELL(check, DOUBT_OTHER, "it is valid, but a sample of %.2f ns is no time",
             check->ordered[0]);
    else if (valid && number->high_ns - number->low_ns > number->time_ns + time_rounding_ns)
        TELL(check, DOUBT_OTHER, "it is valid, but its interval is wider than its median");
}

static void check_bytes(const struct row_in_check *check)
{
    const struct stated_numbers *number = &check->row->stated;
    const double gbps = check->row->number.useful_bytes / number->time_ns;
    const double slack = ratio_rounding + time_rounding_ns / number->time_ns;
    if (fabs(number->bandwidth_gbps - gbps) > slack * gbps)
        TELL(check, DOUBT_OTHER,
             "bandwidth_gbps is %.6g, but useful_bytes divided by time_ns is %.6g",
             number->bandwidth_gbps, gbps);
}

/* Checks the bytes against the point that the row claims to be: a time copied from another row
 * belongs to other arrays. */
static void check_point(const struct row_in_check *check)
{
    double useful, footprint;
    const struct numbers *number = &check->row->number;
    if (!check->ground->bytes || !check->ground->bytes(check->row, &useful, &footprint))
        return;
    if (number->useful_bytes != useful)
        TELL(check, DOUBT_OTHER, "useful_bytes is %.0f, but its pattern and parameters make %.0f",
             number->useful_bytes, useful);
    else if (number->footprint_bytes != footprint)
        TELL(check, DOUBT_OTHER,
             "footprint_bytes is %.0f, but its pattern and parameters make %.0f",
             number->footprint_bytes, footprint);
}

static void check_fraction(const struct row_in_check *check)
{
    const struct stated_numbers *number = &check->row->stated;
    const double copy = check->row->yardstick.gbps;
    const double fraction = number->bandwidth_gbps / copy;
    const double slack =
        fraction_rounding + (ratio_rounding + time_rounding_ns / number->time_ns) * fabs(fraction);
    if (!check->ground->fractions || isnan(number->fraction_of_copy))
        return;
    if (isnan(fraction))
        TELL(check, DOUBT_OTHER, "fraction_of_copy is %.4f, but its study has no valid copy yet",
             number->fraction_of_copy);
    else if (fabs(number->fraction_of_copy - fraction) > slack)
        TELL(check, DOUBT_OTHER, "fraction_of_copy is %.4f, but of its copies it is %.4f",
             number->fraction_of_copy, fraction);
}

static void check_marks(const struct row_in_check *check)
{
    const struct row *row = check->row;
    const double disturbed = row->number.disturbed;
    const bool marked = row_is_disturbed(row);
    if (disturbed > row->number.samples)
        TELL(check, DOUBT_SAMPLES, "%.0f of its %.0f samples are disturbed", disturbed,
             row->number.samples);
    else if (!isnan(disturbed) && marked != (2 * disturbed > row->number.samples))
        TELL(check, DOUBT_SAMPLES, "%.0f of its %.0f samples are disturbed, but it is %smarked",
             disturbed, row->number.samples, marked ? "" : "not ");
}

/* No machine is faster: a load that waits for the one before takes a cycle of 0.2 ns at least (an
 * L1 takes four), and the widest loads of a core are 128 bytes a cycle. */
static void check_possible(const struct row_in_check *check)
{
    const struct row *row = check->row;
    const double ns = row->stated.time_ns, loads = row->number.elements;
    if (!(ns > 0) || row->gpu)
        return;
    const bool one_chain = strncmp(row->pattern, "chase", 5) == 0 &&
                           !strstr(row->pattern, "chains") && strcmp(row->parameter, "chains") != 0;
    if (one_chain && ns < dependent_least_ns * loads)
        TELL(check, DOUBT_OTHER, "a dependent load would take %s ns, which no machine does",
             DIGITS(ns / loads, 3));
    else if (row->number.useful_bytes / ns > core_most_gbps * row->number.workers)
        TELL(check, DOUBT_OTHER, "its cores would move %s GB/s each, which none does",
             DIGITS(row->number.useful_bytes / ns / row->number.workers, 4));
}

/* Reads "3" or "3-7" of a list, and moves behind its comma. False at the end. */
static bool next_range(const char **list, long *first, long *last)
{
    char *end;
    *first = *last = strtol(*list, &end, 10);
    if (end == *list)
        return false;
    if (*end == '-')
        *last = strtol(end + 1, &end, 10);
    *list = *end == ',' ? end + 1 : end;
    return true;
}

/* Whether all CPUs of a list are among others. */
static bool cpus_among(const char *list, const char *others)
{
    long first, last, low, high;
    while (next_range(&list, &first, &last)) {
        bool found = false;
        for (const char *rest = others; next_range(&rest, &low, &high);)
            found = found || (first >= low && last <= high);
        if (!found)
            return false;
    }
    return true;
}

/* "gpu0: 1056 warps" for a GPU, "CPUs 0-15" for a CPU. */
static void check_place(const struct row_in_check *check)
{
    const struct row *row = check->row;
    const char *ran_on = row->ran_on;
    const size_t length = strlen(row->target);
    if (strcmp(ran_on, "-") == 0)
        return;
    if (!row->gpu) {
        if (strchr(ran_on, ':'))
            TELL(check, DOUBT_OTHER, "it is of target %.32s, but ran on %.64s", row->target,
                 ran_on);
        else if (check->ground->cpus && strncmp(ran_on, "CPUs ", 5) == 0 &&
                 !cpus_among(ran_on + 5, check->ground->cpus))
            TELL(check, DOUBT_OTHER, "it ran on %.64s, but the process was given the CPUs %.64s",
                 ran_on, check->ground->cpus);
    } else if (strncmp(ran_on, row->target, length) != 0 || ran_on[length] != ':' ||
               atof(ran_on + length + 1) != row->number.workers) {
        TELL(check, DOUBT_OTHER, "it is of %.0f workers of target %.32s, but ran on %.64s",
             row->number.workers, row->target, ran_on);
    }
}

void row_check(const struct row *row, const struct row_ground *ground, struct doubt_sink *sink)
{
    static void (*const checks[])(const struct row_in_check *) = {
        check_count, check_times,    check_interval, check_valid, check_bytes,
        check_point, check_fraction, check_marks,    check_place, check_possible};
    const size_t first = ground->has_samples ? 0 : 3; /* the first three need samples */
    struct row_in_check check = {.row = row, .ground = ground, .sink = sink};
    check.count = row->sample_count < SAMPLES_MOST ? row->sample_count : SAMPLES_MOST;
    memcpy(check.ordered, row->sample_count ? row_samples(row) : check.ordered,
           sizeof *check.ordered * (size_t)check.count);
    put_in_order(check.ordered, check.count);
    for (size_t i = first; i < sizeof checks / sizeof *checks; i++)
        checks[i](&check);
}
