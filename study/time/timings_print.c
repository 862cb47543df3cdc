#include "study/time/timing.h"

#include "study/base/text.h"
#include "study/base/units.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum {
    LABEL_WIDTH = 18,
    SIDE_BY_SIDE = 2, /* targets in one table */
    CELL_WIDTH = (PAGE_COLUMNS - LABEL_WIDTH) / SIDE_BY_SIDE,
    CELL_MAX = 128,
    BAR_MOST = 48,
    RANGE_WIDTH = 12,
};

/* All times of one target have one unit, that of their median, so that they compare at a glance. */
struct scale {
    const char *unit;
    double ns;
};

static struct scale scale_of(const struct timing *timing)
{
    static const struct scale scales[] = {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}};
    const double ns = timing->done.measured.pass_ns.median;
    for (size_t i = 0; i < sizeof scales / sizeof *scales - 1; i++)
        if (ns >= scales[i].ns)
            return scales[i];
    return scales[3];
}

__attribute__((format(printf, 2, 3))) static void put(char *cell, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell, CELL_MAX, format, arguments);
    va_end(arguments);
}

/* What a row needs. The spread of samples is worth showing even if their median is not valid: it
 * shows why. */
enum needs { NOTHING, SAMPLES, VALID_TIME };

static bool has(const struct timing *timing, enum needs needs)
{
    const struct measurement *m = &timing->done.measured;
    return needs == NOTHING   ? true
           : needs == SAMPLES ? m->count > 0 && m->pass_ns.minimum > 0
                              : m->count > 0 && !m->invalid;
}

static void put_one_time(const struct timing *timing, double ns, char *cell)
{
    const struct scale scale = scale_of(timing);
    put(cell, "%s %s", DIGITS(ns / scale.ns, 4), scale.unit);
}

static void put_two_times(const struct timing *timing, double low_ns, double high_ns, char *cell)
{
    const struct scale scale = scale_of(timing);
    put(cell, "%s to %s %s", DIGITS(low_ns / scale.ns, 4), DIGITS(high_ns / scale.ns, 4),
        scale.unit);
}

static void cell_footprint(const struct timing *t, char *cell)
{
    char size[SIZE_TEXT_MAX];
    put(cell, "%s, %s", rounded_size_text(t->point->footprint_bytes, size), t->point->level);
}

static void cell_workers(const struct timing *t, char *cell)
{
    put(cell, "%d", t->done.measured.placement.workers);
}

static void cell_samples(const struct timing *t, char *cell)
{
    const long long passes =
        (long long)(t->done.measured.high_passes - t->done.measured.low_passes);
    put(cell, "%d, of %lld pass%s", t->done.measured.count, passes, passes == 1 ? "" : "es");
}

static void cell_median(const struct timing *t, char *cell)
{
    put_one_time(t, t->done.measured.pass_ns.median, cell);
}

static void cell_interval(const struct timing *t, char *cell)
{
    put_two_times(t, t->done.measured.pass_ns.low, t->done.measured.pass_ns.high, cell);
}

static void cell_range(const struct timing *t, char *cell)
{
    put_two_times(t, t->done.measured.pass_ns.minimum, t->done.measured.pass_ns.maximum, cell);
}

static void cell_quartiles(const struct timing *t, char *cell)
{
    put_two_times(t, t->spread.quartile_low, t->spread.quartile_high, cell);
}

static void cell_mean(const struct timing *t, char *cell)
{
    const struct scale scale = scale_of(t);
    put(cell, "%s +- %s %s", DIGITS(t->spread.mean / scale.ns, 4),
        DIGITS(t->spread.deviation / scale.ns, 2), scale.unit);
}

static void cell_mad(const struct timing *t, char *cell)
{
    put(cell, "%s %%", DIGITS(100 * t->spread.mad / t->done.measured.pass_ns.median, 2));
}

static void cell_outliers(const struct timing *t, char *cell)
{
    const int outliers = t->spread.below + t->spread.above;
    if (outliers == 0)
        put(cell, "none");
    else
        put(cell, "%d, disturbed: %d", outliers, t->spread.disturbed);
}

static void cell_bandwidth(const struct timing *t, char *cell)
{
    put(cell, "%s GB/s",
        DIGITS((double)t->point->useful_bytes / t->done.measured.pass_ns.median, 4));
}

static void cell_element(const struct timing *t, char *cell)
{
    char text[SIZE_TEXT_MAX];
    const double ns = t->done.measured.pass_ns.median / (double)t->point->shape.elements;
    if (ns < 1000)
        put(cell, "%.3g ns", ns);
    else
        put(cell, "%s", time_text(ns, text));
}

static void cell_copy(const struct timing *t, char *cell)
{
    const double copy_gbps = t->done.result.copy_gbps;
    if (copy_gbps > 0)
        put(cell, "%s of %s GB/s",
            DIGITS((double)t->point->useful_bytes / t->done.measured.pass_ns.median / copy_gbps, 3),
            DIGITS(copy_gbps, 4));
}

static void cell_predicted(const struct timing *t, char *cell)
{
    if (isfinite(t->done.result.predicted_ns))
        put_one_time(t, t->done.result.predicted_ns, cell);
}

static void cell_residual(const struct timing *t, char *cell)
{
    if (isfinite(t->done.result.predicted_ns))
        put(cell, "%s", DIGITS(t->done.measured.pass_ns.median / t->done.result.predicted_ns, 3));
}

static void cell_bound(const struct timing *t, char *cell)
{
    if (t->done.result.bound)
        put(cell, "%s", t->done.result.bound);
}

static void cell_launch(const struct timing *t, char *cell)
{
    char text[SIZE_TEXT_MAX];
    put(cell, "%s", time_text(t->done.measured.launch_ns, text));
}

/* A row of the table; it is left out if no target has a value for it. */
struct line {
    const char *label;
    void (*put)(const struct timing *timing, char *cell); /* leaves the cell empty if there is no
                                                           * value */
    enum needs needs;
};

static const struct line lines[] = {
    {"arrays", cell_footprint, NOTHING},         {"workers", cell_workers, NOTHING},
    {"samples", cell_samples, NOTHING},          {"median", cell_median, SAMPLES},
    {"95 % interval", cell_interval, SAMPLES},   {"min to max", cell_range, SAMPLES},
    {"quartiles", cell_quartiles, SAMPLES},      {"mean +- deviation", cell_mean, SAMPLES},
    {"MAD by median", cell_mad, SAMPLES},        {"outliers", cell_outliers, SAMPLES},
    {"an element", cell_element, VALID_TIME},    {"useful bytes", cell_bandwidth, VALID_TIME},
    {"fraction of copy", cell_copy, VALID_TIME}, {"predicted", cell_predicted, VALID_TIME},
    {"by predicted", cell_residual, VALID_TIME}, {"bound by", cell_bound, VALID_TIME},
    {"empty launch", cell_launch, NOTHING},
};

static void print_line(const struct line *line, const struct timing *const *shown, int count)
{
    char cells[SIDE_BY_SIDE][CELL_MAX] = {"", ""};
    bool any = false;
    for (int i = 0; i < count; i++) {
        if (has(shown[i], line->needs))
            line->put(shown[i], cells[i]);
        any |= cells[i][0] != '\0';
    }
    if (!any)
        return;
    printf("%-*s", LABEL_WIDTH, line->label);
    for (int i = 0; i < count; i++)
        printf("%-*s", i + 1 < count ? CELL_WIDTH : 0, cells[i][0] ? cells[i] : "-");
    putchar('\n');
}

/* Columns are targets or, of several patterns, patterns on one target. */
static void print_table(const struct timing *const *shown, int count, bool by_pattern)
{
    char head[CELL_MAX];
    snprintf(head, sizeof head, "%s", "a pass");
    if (by_pattern)
        snprintf(head, sizeof head, "a pass on %s", shown[0]->target->name);
    printf("\n%-*s", LABEL_WIDTH, head);
    for (int i = 0; i < count; i++)
        printf("%-*s", i + 1 < count ? CELL_WIDTH : 0,
               by_pattern ? shown[i]->point->pattern->name : shown[i]->target->name);
    putchar('\n');
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        print_line(&lines[i], shown, count);
}

static void print_bar(const char *range, int count, int most)
{
    char bar[BAR_MOST + 1];
    int length = most > 0 ? (count * BAR_MOST + most - 1) / most : 0;
    memset(bar, '#', (size_t)length);
    bar[length] = '\0';
    printf("%*s |%s%s%d\n", RANGE_WIDTH, range, bar, length > 0 ? " " : "", count);
}

/* Enough decimals that neighbouring bins have different numbers. */
static int decimals_for(double width)
{
    return width > 0 && width < 10 ? (int)fmin(1 - floor(log10(width)), 9) : 0;
}

static void print_bins(const struct timing *timing, double unit_ns)
{
    char range[CELL_MAX];
    int most = 0;
    const struct measurement *m = &timing->done.measured;
    const struct histogram h = histogram_of(m->samples, m->count, &timing->spread);
    const int decimals = decimals_for(h.width / unit_ns);
    for (int i = 0; i < h.bins; i++)
        most = h.counts[i] > most ? h.counts[i] : most;
    if (timing->spread.below > 0) {
        put(range, "< %.*f", decimals, timing->spread.fence_low / unit_ns);
        print_bar(range, timing->spread.below, most);
    }
    for (int i = 0; i < h.bins; i++) {
        put(range, "%.*f", decimals, (h.low + i * h.width) / unit_ns);
        print_bar(range, h.counts[i], most);
    }
    if (timing->spread.above > 0) {
        put(range, "> %.*f", decimals, timing->spread.fence_high / unit_ns);
        print_bar(range, timing->spread.above, most);
    }
}

/* "cpu" or, of several patterns, "stride on cpu". */
static const char *name_of(const struct timed *timed, const struct timing *timing, bool named,
                           char text[TEXT_MAX])
{
    snprintf(text, TEXT_MAX, "%s%s%s", named ? timed->pattern->name : "", named ? " on " : "",
             timing->target->name);
    return text;
}

static void print_histogram(const struct timing *timing, const char *name)
{
    const struct scale scale = scale_of(timing);
    if (!has(timing, SAMPLES))
        return;
    printf("\n%s: samples by their time in %s, each bar from its number on\n", name, scale.unit);
    print_bins(timing, scale.ns);
}

static void print_warnings(const struct timed *timed, const struct timing *timing, const char *name)
{
    char text[WARNING_TEXT_MAX];
    for (int i = 0; timing_warning(timed, timing, i, text); i++) {
        const int indent = printf("%s%s: ", i == 0 ? "\n" : "", name) - (i == 0);
        print_wrapped(text, indent);
    }
}

/* Prints what is measured, including the values that a target chooses. */
static void print_head(const struct timed *timed, const struct timing *first)
{
    printf("%s: ", timed->pattern->name);
    print_wrapped(timed->pattern->help, (int)strlen(timed->pattern->name) + 2);
    printf("elements of %d bytes", first->point->element_bytes);
    for (int i = 0; i < pattern_parameter_count(timed->pattern); i++)
        printf(", %s = %lld", timed->pattern->parameters[i].name,
               (long long)first->point->shape.value[i]);
    printf("\n");
}

static void print_target(const struct timing *timing)
{
    const int indent = printf("%s: ", timing->target->name);
    char text[3 * TEXT_MAX];
    if (timing->absent)
        snprintf(text, sizeof text, "%s", timing->absent);
    else if (!timing->is_done)
        snprintf(text, sizeof text, "interrupted before it was measured");
    else
        snprintf(text, sizeof text, "%s; ran on %s", timing->target->facts.title,
                 timing->done.measured.placement.where_text);
    print_wrapped(text, indent);
}

static void print_heads(const struct timed *timed, int targets)
{
    const struct timing *first = timed->timings;
    while (first->absent && first < timed->timings + targets - 1)
        first++;
    print_head(timed, first);
    for (int i = 0; i < targets; i++)
        print_target(&timed->timings[i]);
}

/* A table for each pair of columns: of the targets or, if there are several patterns, of each
 * target's patterns. */
static void print_tables(const struct timed *timed, int patterns, int targets)
{
    const struct timing *shown[SIDE_BY_SIDE];
    const bool by_pattern = patterns > 1;
    const int width = by_pattern ? patterns : targets;
    for (int table = 0; table < (by_pattern ? targets : 1); table++) {
        int count = 0;
        for (int i = 0; i < width; i++) {
            const struct timing *timing =
                by_pattern ? &timed[i].timings[table] : &timed->timings[i];
            if (timing->is_done)
                shown[count++] = timing;
            if (count > 0 && (count == SIDE_BY_SIDE || i == width - 1)) {
                print_table(shown, count, by_pattern);
                count = 0;
            }
        }
    }
}

static double gbps_of(const struct timing *timing, double ns)
{
    return (double)timing->point->useful_bytes / ns;
}

static struct estimate speed_of(const struct timing *timing)
{
    const struct summary *ns = &timing->done.measured.pass_ns;
    return (struct estimate){gbps_of(timing, ns->median), gbps_of(timing, ns->high),
                             gbps_of(timing, ns->low)};
}

static bool is_valid(const struct timing *timing)
{
    return timing->is_done && has(timing, VALID_TIME) && timing->point->useful_bytes > 0;
}

int timings_fastest(const struct timed *timed, int patterns, int target)
{
    int fastest = -1, valid = 0;
    for (int i = 0; i < patterns; i++) {
        const struct timing *timing = &timed[i].timings[target];
        if (!is_valid(timing))
            continue;
        valid++;
        if (fastest < 0 || speed_of(timing).value > speed_of(&timed[fastest].timings[target]).value)
            fastest = i;
    }
    return valid > 1 ? fastest : -1;
}

bool timings_compare(const struct timed *a, const struct timed *b, int target,
                     struct comparison *speed)
{
    const struct timing *of_a = &a->timings[target], *of_b = &b->timings[target];
    if (a == b || !is_valid(of_a) || !is_valid(of_b))
        return false;
    const double copies = of_a->done.result.copy_gbps / of_b->done.result.copy_gbps;
    const bool known = copies > 0 && isfinite(copies) &&
                       of_a->point->footprint_bytes == of_b->point->footprint_bytes;
    const struct margin margin = {.threshold = 0.05, .drift = known ? fmax(copies, 1 / copies) : 1};
    *speed = compare_speeds(speed_of(of_a), speed_of(of_b), margin);
    return true;
}

static void print_comparison(const struct timed *a, const struct timed *b, int target)
{
    struct comparison speed;
    char text[3 * TEXT_MAX];
    if (!timings_compare(a, b, target, &speed))
        return;
    const char *first = a->pattern->name, *second = b->pattern->name;
    if (speed.verdict == VERDICT_SAME)
        snprintf(text, sizeof text,
                 "%s and %s are equally fast in useful bytes a second (%s, %s to %s)", first,
                 second, DIGITS(speed.ratio.value, 3), DIGITS(speed.ratio.low, 3),
                 DIGITS(speed.ratio.high, 3));
    else
        snprintf(text, sizeof text,
                 "%s is %s (%s to %s) times as fast as %s in useful bytes a second%s", first,
                 DIGITS(speed.ratio.value, 3), DIGITS(speed.ratio.low, 3),
                 DIGITS(speed.ratio.high, 3), second,
                 speed.verdict != VERDICT_INCONCLUSIVE ? ""
                 : is_within_drift(&speed) ? ", but the copies next to them differ as much"
                                           : ", which may be chance");
    print_wrapped(text, printf("%s: ", a->timings[target].target->name));
}

/* Speed: useful bytes a second. */
static void print_comparisons(const struct timed *timed, int patterns, int targets)
{
    for (int target = 0; target < targets; target++) {
        const int fastest = timings_fastest(timed, patterns, target);
        for (int i = 0; i < patterns && fastest >= 0; i++) {
            if (i == 0)
                putchar('\n');
            print_comparison(&timed[fastest], &timed[i], target);
        }
    }
}

void timings_print(const struct timed *timed, int patterns, int targets)
{
    char name[TEXT_MAX];
    for (int i = 0; i < patterns; i++)
        print_heads(&timed[i], targets);
    print_tables(timed, patterns, targets);
    print_comparisons(timed, patterns, targets);
    for (int i = 0; i < patterns * targets; i++) {
        const struct timed *one = &timed[i / targets];
        const struct timing *timing = &one->timings[i % targets];
        if (!timing->is_done)
            continue;
        name_of(one, timing, patterns > 1, name);
        print_histogram(timing, name);
        print_warnings(one, timing, name);
    }
}
