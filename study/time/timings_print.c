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
    LINES_MAX = 17,
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

/* The spread of samples is worth showing even if their median is not valid: it shows why. */
static bool has_samples(const struct timing *timing)
{
    const struct measurement *m = &timing->done.measured;
    return m->count > 0 && m->pass_ns.minimum > 0;
}

static bool has_time(const struct timing *timing)
{
    return timing->done.measured.count > 0 && !timing->done.measured.invalid;
}

/* A column of a table: the same labels, in the same order, in each; "" without a value. */
struct cells {
    const char *labels[LINES_MAX];
    char text[LINES_MAX][CELL_MAX];
    int count;
};

__attribute__((format(printf, 4, 5))) static void put(struct cells *cells, const char *label,
                                                      bool known, const char *format, ...)
{
    va_list arguments;
    cells->labels[cells->count] = label;
    va_start(arguments, format);
    vsnprintf(cells->text[cells->count++], known ? CELL_MAX : 1, format, arguments);
    va_end(arguments);
}

static void put_range(struct cells *cells, const char *label, const struct timing *timing,
                      double low_ns, double high_ns)
{
    const struct scale scale = scale_of(timing);
    put(cells, label, has_samples(timing), "%s to %s %s", DIGITS(low_ns / scale.ns, 4),
        DIGITS(high_ns / scale.ns, 4), scale.unit);
}

static void put_samples(struct cells *cells, const struct timing *t)
{
    const struct scale scale = scale_of(t);
    const struct summary *ns = &t->done.measured.pass_ns;
    const bool known = has_samples(t);
    const int outliers = t->spread.below + t->spread.above;
    put(cells, "median", known, "%s %s", DIGITS(ns->median / scale.ns, 4), scale.unit);
    put_range(cells, "95 % interval", t, ns->low, ns->high);
    put_range(cells, "min to max", t, ns->minimum, ns->maximum);
    put_range(cells, "quartiles", t, t->spread.quartile_low, t->spread.quartile_high);
    put(cells, "mean +- deviation", known, "%s +- %s %s", DIGITS(t->spread.mean / scale.ns, 4),
        DIGITS(t->spread.deviation / scale.ns, 2), scale.unit);
    put(cells, "MAD by median", known, "%s %%", DIGITS(100 * t->spread.mad / ns->median, 2));
    put(cells, "outliers", known, outliers ? "%d, disturbed: %d" : "none", outliers,
        t->spread.disturbed);
}

static void put_speed(struct cells *cells, const struct timing *t)
{
    char text[SIZE_TEXT_MAX];
    const struct scale scale = scale_of(t);
    const struct result *result = &t->done.result;
    const double ns = t->done.measured.pass_ns.median, gbps = (double)t->point->useful_bytes / ns;
    const double each_ns = ns / (double)t->point->shape.elements;
    const bool known = has_time(t), predicted = known && isfinite(result->predicted_ns);
    snprintf(text, sizeof text, "%.3g ns", each_ns);
    put(cells, "an element", known, "%s", each_ns < 1000 ? text : time_text(each_ns, text));
    put(cells, "useful bytes", known, "%s GB/s", DIGITS(gbps, 4));
    put(cells, "fraction of copy", known && result->copy_gbps > 0, "%s of %s GB/s",
        DIGITS(gbps / result->copy_gbps, 3), DIGITS(result->copy_gbps, 4));
    put(cells, "predicted", predicted, "%s %s", DIGITS(result->predicted_ns / scale.ns, 4),
        scale.unit);
    put(cells, "by predicted", predicted, "%s", DIGITS(ns / result->predicted_ns, 3));
    put(cells, "bound by", known && result->bound, "%s", result->bound ? result->bound : "");
}

static void fill(struct cells *cells, const struct timing *t)
{
    char text[SIZE_TEXT_MAX];
    const struct measurement *m = &t->done.measured;
    const long long passes = (long long)(m->high_passes - m->low_passes);
    cells->count = 0;
    put(cells, "arrays", true, "%s, %s", rounded_size_text(t->point->footprint_bytes, text),
        t->point->level);
    put(cells, "workers", true, "%d", m->placement.workers);
    put(cells, "samples", true, "%d, of %lld pass%s", m->count, passes, passes == 1 ? "" : "es");
    put_samples(cells, t);
    put_speed(cells, t);
    put(cells, "empty launch", true, "%s", time_text(m->launch_ns, text));
}

/* A line is left out if no column has a value for it. */
static void print_line(const struct cells *sides, int count, int line)
{
    bool any = false;
    for (int i = 0; i < count; i++)
        any |= sides[i].text[line][0] != '\0';
    if (!any)
        return;
    printf("%-*s", LABEL_WIDTH, sides->labels[line]);
    for (int i = 0; i < count; i++)
        printf("%-*s", i + 1 < count ? CELL_WIDTH : 0,
               sides[i].text[line][0] ? sides[i].text[line] : "-");
    putchar('\n');
}

/* Columns are targets or, of several patterns, patterns on one target. */
static void print_table(const struct timing *const *shown, int count, bool by_pattern)
{
    struct cells sides[SIDE_BY_SIDE] = {{.count = 0}};
    char head[CELL_MAX];
    snprintf(head, sizeof head, "%s", "a pass");
    if (by_pattern)
        snprintf(head, sizeof head, "a pass on %s", shown[0]->target->name);
    printf("\n%-*s", LABEL_WIDTH, head);
    for (int i = 0; i < count; i++) {
        printf("%-*s", i + 1 < count ? CELL_WIDTH : 0,
               by_pattern ? shown[i]->point->pattern->name : shown[i]->target->name);
        fill(&sides[i], shown[i]);
    }
    putchar('\n');
    for (int line = 0; line < sides->count; line++)
        print_line(sides, count, line);
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
        snprintf(range, sizeof range, "< %.*f", decimals, timing->spread.fence_low / unit_ns);
        print_bar(range, timing->spread.below, most);
    }
    for (int i = 0; i < h.bins; i++) {
        snprintf(range, sizeof range, "%.*f", decimals, (h.low + i * h.width) / unit_ns);
        print_bar(range, h.counts[i], most);
    }
    if (timing->spread.above > 0) {
        snprintf(range, sizeof range, "> %.*f", decimals, timing->spread.fence_high / unit_ns);
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
    if (!has_samples(timing))
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

/* A table for each pair of sides: of the targets or, if there are several patterns, of each
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
    return timing->is_done && has_time(timing) && timing->point->useful_bytes > 0;
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
