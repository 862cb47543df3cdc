#include "plots/figure/caption.h"
#include "plots/data/draft.h"
#include "plots/figure/chart.h"
#include "plots/figure/telling.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Large counts as the axes have them: 64 Ki, 16 Mi. */
static void write_count(char *text, size_t size, double count)
{
    static const char *const prefixes[] = {"", " Ki", " Mi", " Gi"};
    int prefix = 0;
    if (count >= 65536)
        for (; prefix < 3 && fmod(count, 1024) == 0; prefix++)
            count /= 1024;
    snprintf(text, size, "%.10g%s", count, prefixes[prefix]);
}

void caption_value(char *text, size_t size, const struct telling *telling, const struct row *point)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    const struct axis *axis = telling_axis(telling, point->parameter);
    double value = point->at;
    int unit = 0;
    if (telling_word(axis->words, value, text, size))
        return;
    if (!axis->bytes) {
        write_count(text, size, value);
        return;
    }
    for (; value >= 1024 && unit < 4; unit++)
        value /= 1024;
    snprintf(text, size, "%.*f %s", value >= 10 || value == floor(value) ? 0 : 1, value,
             point->at == 1 ? "byte" : units[unit]);
}

/* "cells", and "cell" of one. */
static void write_parameter(FILE *out, const struct row *point)
{
    size_t length = strlen(point->parameter);
    bool one = point->at == 1 && length > 1 && point->parameter[length - 1] == 's';
    fprintf(out, "%.*s", (int)(length - one), point->parameter);
}

/* "at stride 32": the place of `point` in words. */
static void write_place(FILE *out, const struct chart *chart, const char *format,
                        const struct row *point)
{
    char value[64];
    caption_value(value, sizeof value, chart->telling, point);
    for (; *format; format++)
        if (*format == '%')
            fputs(value, out);
        else if (*format == '$')
            write_parameter(out, point);
        else
            fputc(*format, out);
}

/* Two digits that mean something, three where the number is no fraction. */
static void write_amount(FILE *out, const struct quantity *quantity, double amount)
{
    if (isnan(amount))
        fputs("an unknown amount", out);
    else if (quantity->relative && amount < 9.95)
        fprintf(out, "%.*f", amount >= 0.0995 ? 2 : 3, amount);
    else
        fprintf(out, amount < 99.5 ? "%.3g" : "%.0f", amount);
}

static double amount_of(const struct chart *chart, const struct row *point)
{
    return quantity_median(chart->told, chart, point);
}

/* 0.25 billion is told as 250 million. */
static bool is_told_small(const struct quantity *quantity, double amount)
{
    return quantity->thousandth && amount < 1;
}

static void write_told(FILE *out, const struct chart *chart, const struct row *point)
{
    const struct quantity *quantity = chart->told;
    const double amount = amount_of(chart, point);
    const bool small = is_told_small(quantity, amount);
    write_amount(out, quantity, small ? 1000 * amount : amount);
    fputs(small ? quantity->thousandth : quantity->words, out);
}

/* The same after `before` has been told: the unit is repeated only where it is another. */
static void write_told_after(FILE *out, const struct chart *chart, const struct row *before,
                             const struct row *point)
{
    const double amount = amount_of(chart, point);
    const bool small = is_told_small(chart->told, amount);
    if (small == is_told_small(chart->told, amount_of(chart, before)))
        write_amount(out, chart->told, small ? 1000 * amount : amount);
    else
        write_told(out, chart, point);
}

/* What stands before item `index` of a list. */
static const char *joint(int index)
{
    return index == 0 ? "" : "; ";
}

static int told_count(const struct chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++)
        count += chart->series[i].told;
    return count;
}

/* Whether `a` is better than `b` as what is told goes; an unknown one is better than none. */
static bool better(const struct chart *chart, const struct row *a, const struct row *b)
{
    int sign = chart->told->less_is_better ? -1 : 1;
    return !b || isnan(amount_of(chart, b)) ||
           sign * amount_of(chart, a) > sign * amount_of(chart, b);
}

static const struct row *best(const struct chart *chart, const struct series *series)
{
    const struct row *found = NULL;
    for (int i = 0; i < series->count; i++)
        if (better(chart, series->points[i], found))
            found = series->points[i];
    return found;
}

static const struct row *worst(const struct chart *chart, const struct series *series)
{
    const struct row *found = series->points[0];
    for (int i = 1; i < series->count; i++)
        if (better(chart, found, series->points[i]))
            found = series->points[i];
    return found;
}

/* The point of largest (sign 1) or smallest (sign -1) value of the told series, of all of them or
 * of those of one target. */
static const struct row *outermost(const struct chart *chart, const struct row *of, int sign)
{
    const struct row *found = NULL;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *end = series->points[sign > 0 ? series->count - 1 : 0];
        if (series->told && (!of || same_target(of, end)) &&
            (!found || sign * end->at > sign * found->at))
            found = end;
    }
    return found;
}

void tell_end(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    const struct row *end = outermost(chart, NULL, sentence->sign);
    int index = 0;
    write_place(out, chart, sentence->place, end);
    fputs(": ", out);
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *point = series_point(series, end->at);
        if (!series->told || !point)
            continue;
        fputs(index ? ", " : "", out);
        write_amount(out, chart->told, amount_of(chart, point));
        fprintf(out, "%s for %s", index++ ? "" : chart->told->words, series->label);
    }
    fputs(".", out);
}

void tell_worst(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    fputs(chart->told->less_is_better ? "Most expensive: " : "Slowest: ", out);
    for (int i = 0; i < chart->series_count; i++) {
        if (!chart->series[i].told)
            continue;
        const struct row *point = worst(chart, &chart->series[i]);
        fprintf(out, "%s%s ", joint(index++), chart->series[i].label);
        write_place(out, chart, sentence->place, point);
        fputs(" (", out);
        write_told(out, chart, point);
        fputs(")", out);
    }
    fputs(".", out);
}

static void write_best_and_worst(FILE *out, const struct chart *chart, const char *place,
                                 const struct row *high, const struct row *low)
{
    fprintf(out, " is %s ", chart->told->less_is_better ? "cheapest" : "fastest");
    write_place(out, chart, place, high);
    fputs(" (", out);
    write_told(out, chart, high);
    fprintf(out, ") and %s ", chart->told->less_is_better ? "most expensive" : "slowest");
    write_place(out, chart, place, low);
    fputs(" (", out);
    write_told(out, chart, low);
    fputs(").", out);
}

void tell_extremes(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    const char *space = "";
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (!series->told)
            continue;
        fprintf(out, "%s%s", space, series->label);
        write_best_and_worst(out, chart, sentence->place, best(chart, series),
                             worst(chart, series));
        space = " ";
    }
}

void tell_course(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (!series->told)
            continue;
        fprintf(out, "%s%s: ", joint(index++), series->label);
        write_told(out, chart, series->points[0]);
        fputs(" ", out);
        write_place(out, chart, sentence->place, series->points[0]);
        if (series->count == 1)
            continue;
        fputs(", ", out);
        write_told_after(out, chart, series->points[0], series->points[series->count - 1]);
        fputs(" ", out);
        write_place(out, chart, sentence->place, series->points[series->count - 1]);
    }
    fputs(".", out);
}

/* The best (sign 1) or worst (sign -1) told point of a target: at value `at`, or (NaN) at any. */
static const struct row *of_target(const struct chart *chart, const struct row *target, double at,
                                   int sign)
{
    const struct row *found = NULL;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!same_target(point, target) || (!isnan(at) && point->at != at))
            continue;
        if (!found || (sign > 0 ? better(chart, point, found) : better(chart, found, point)))
            found = point;
    }
    return found;
}

/* "soa is fastest (0.91 of the copy bandwidth)", with its place where that is not said before. */
static void write_found(FILE *out, const struct chart *chart, const char *place,
                        const struct row *point, const char *verdict)
{
    fprintf(out, "%s%s", point->pattern, verdict);
    if (place) {
        fputs(" ", out);
        write_place(out, chart, place, point);
    }
    fputs(" (", out);
    write_told(out, chart, point);
    fputs(")", out);
}

static const char *best_word(const struct chart *chart)
{
    return chart->told->less_is_better ? " is cheapest" : " is fastest";
}

static const char *worst_word(const struct chart *chart)
{
    return chart->told->less_is_better ? " most expensive" : " slowest";
}

static void write_patterns(FILE *out, const struct chart *chart, const struct sentence *sentence,
                           const struct series *series)
{
    const struct row *target = series->points[0];
    const struct row *end = outermost(chart, target, sentence->sign);
    const struct row *high = of_target(chart, target, end->at, 1);
    const struct row *low = of_target(chart, target, end->at, -1);
    fprintf(out, "%s ", series->target_label);
    write_place(out, chart, sentence->place, end);
    fputs(": ", out);
    write_found(out, chart, NULL, high, low == high ? "" : best_word(chart));
    if (low == high)
        return;
    fputs(", ", out);
    write_found(out, chart, NULL, low, worst_word(chart));
}

void tell_patterns(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    for (int i = 0; i < chart->series_count; i++)
        if (chart_tells_target(chart, i)) {
            fputs(joint(index++), out);
            write_patterns(out, chart, sentence, &chart->series[i]);
        }
    fputs(".", out);
}

void tell_range(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    for (int i = 0; i < chart->series_count; i++) {
        if (!chart_tells_target(chart, i))
            continue;
        const struct row *target = chart->series[i].points[0];
        fprintf(out, "%s%s: ", joint(index++), chart->series[i].target_label);
        write_found(out, chart, sentence->place, of_target(chart, target, NAN, 1),
                    best_word(chart));
        if (sentence->sign > 0)
            continue;
        fputs(", ", out);
        write_found(out, chart, sentence->place, of_target(chart, target, NAN, -1),
                    worst_word(chart));
    }
    fputs(".", out);
}

/* The told series of that pattern on the target of `of`, or NULL. */
static const struct series *series_of(const struct chart *chart, const struct row *of,
                                      const char *pattern)
{
    for (int i = 0; i < chart->series_count; i++)
        if (same_target(chart->series[i].points[0], of) &&
            strcmp(chart->series[i].points[0]->pattern, pattern) == 0)
            return &chart->series[i];
    return NULL;
}

/* The outermost value at which both have a point; false if there is none. */
static bool meet(const struct series *a, const struct series *b, const struct row *points[2])
{
    for (int i = a ? a->count - 1 : -1; b && i >= 0; i--) {
        points[0] = a->points[i];
        points[1] = series_point(b, points[0]->at);
        if (points[1])
            return true;
    }
    return false;
}

/* Reads "block_copy copy, ..." up to the comma. */
static bool read_pair(const char *pair, char names[2][64])
{
    return sscanf(pair, " %63s %63[^ ,]", names[0], names[1]) == 2;
}

/* "block_copy is 0.97 times as fast as copy on cpu at 2 GiB, 1.02 on gpu0". */
static int write_pair(FILE *out, const struct chart *chart, const struct sentence *sentence,
                      char names[2][64], int before)
{
    double at = NAN;
    int count = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *points[2], *of = series->points[0];
        if (!chart_tells_target(chart, i) ||
            !meet(series_of(chart, of, names[0]), series_of(chart, of, names[1]), points))
            continue;
        double ratio = points[0]->gbps / points[1]->gbps;
        fputs(count ? ", " : joint(before), out);
        if (!count++)
            fprintf(out, "%s is ", names[0]);
        fprintf(out, "%.*f", ratio < 9.95 ? 2 : 0, ratio);
        if (count == 1)
            fprintf(out, " times as fast as %s", names[1]);
        fprintf(out, " on %s", series->target_label);
        if (points[0]->at != at) {
            fputs(" ", out);
            write_place(out, chart, sentence->place, points[0]);
        }
        at = points[0]->at;
    }
    return count;
}

void tell_pairs(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    char names[2][64];
    int count = 0;
    for (const char *pair = sentence->pairs; pair; pair = strchr(pair, ',')) {
        pair += *pair == ',';
        if (read_pair(pair, names))
            count += write_pair(out, chart, sentence, names, count);
    }
    if (count)
        fputs(".", out);
}

/* The first target of that kind that captions tell of, by any point of it; NULL if there is none.
 */
static const struct row *told_target(const struct chart *chart, bool gpu)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0];
        if (chart_tells_target(chart, i) && point->gpu == gpu)
            return point;
    }
    return NULL;
}

static const struct row *best_choice(const struct chart *chart, const struct row *target, int sign)
{
    double at = sign ? outermost(chart, target, sign)->at : NAN;
    return of_target(chart, target, at, 1);
}

static const struct row *same_choice(const struct chart *chart, const struct row *target,
                                     const struct row *choice)
{
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (same_target(point, target) && point->at == choice->at &&
            strcmp(point->pattern, choice->pattern) == 0 &&
            strcmp(point->parameter, choice->parameter) == 0)
            return point;
    }
    return NULL;
}

static const char *label_of(const struct chart *chart, const struct row *of)
{
    for (int i = 0; i < chart->series_count; i++)
        if (same_target(chart->series[i].points[0], of))
            return chart->series[i].target_label;
    return of->target;
}

/* How much of its own best `other` reaches with the choice that is best for `target`. */
static void write_contrast(FILE *out, const struct chart *chart, const struct sentence *sentence,
                           const struct row *target, const struct row *other)
{
    const struct row *choice = best_choice(chart, target, sentence->sign);
    const struct row *there = same_choice(chart, other, choice);
    const struct row *best_there = best_choice(chart, other, sentence->sign);
    if (!there || isnan(amount_of(chart, there)))
        return;
    const double ratio = amount_of(chart, there) / amount_of(chart, best_there);
    const double reached = chart->told->less_is_better ? 1 / ratio : ratio;
    fprintf(out, " With what is best for %s (%s ", label_of(chart, target), choice->pattern);
    write_place(out, chart, sentence->place, choice);
    fprintf(out,
            reached < 0.1 ? "), %s reaches %.2g %% of its own best speed."
                          : "), %s reaches %.0f %% of its own best speed.",
            label_of(chart, other), 100 * reached);
}

void tell_contrast(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    const struct row *cpu = told_target(chart, false), *gpu = told_target(chart, true);
    if (!cpu || !gpu)
        return;
    const struct row *choice = best_choice(chart, cpu, sentence->sign);
    if (same_choice(chart, gpu, choice) == best_choice(chart, gpu, sentence->sign)) {
        fprintf(out, " %s ", choice->pattern); /* NOLINT: a told target has a point */
        write_place(out, chart, sentence->place, choice);
        fprintf(out, " is best for both.");
        return;
    }
    write_contrast(out, chart, sentence, cpu, gpu);
    write_contrast(out, chart, sentence, gpu, cpu);
}

/* How many times as good as `of` the best of its series is. */
static double behind(const struct chart *chart, const struct row *best, const struct row *of)
{
    double ratio = amount_of(chart, best) / amount_of(chart, of);
    return chart->told->less_is_better ? 1 / ratio : ratio;
}

void tell_enough(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    fputs("90 % of the best is reached with ", out);
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        int enough = 0;
        if (!series->told)
            continue;
        const struct row *most = best(chart, series);
        while (behind(chart, most, series->points[enough]) > 1 / 0.9)
            enough++;
        fputs(joint(index++), out);
        write_place(out, chart, sentence->place, series->points[enough]);
        fprintf(out, " on %s (", series->target_label);
        write_told(out, chart, series->points[enough]);
        fputs(")", out);
    }
    fputs(".", out);
}

/* The last point of those that begin the series and stay within `factor` of its best. */
static const struct row *last_within(const struct chart *chart, const struct series *series,
                                     double factor)
{
    const struct row *last = NULL, *most = best(chart, series);
    for (int i = 0; i < series->count; i++) {
        if (behind(chart, most, series->points[i]) > factor)
            break;
        last = series->points[i];
    }
    return last;
}

void tell_half(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *last = series->told ? last_within(chart, series, 2) : NULL;
        if (!last)
            continue;
        fputs(index++ ? "; " : "Within a factor of two of its own best: ", out);
        fprintf(out, "%s ", series->label);
        if (last == series->points[series->count - 1]) {
            fputs("throughout", out);
            continue;
        }
        fputs("up to ", out);
        write_place(out, chart, sentence->place, last);
    }
    if (index)
        fputs(".", out);
}

/* The last value whose pass takes no more than a tenth longer than that of the first. */
static const struct row *last_free(const struct series *series)
{
    const struct row *last = series->points[0]; /* NOLINT: a series has a point */
    for (int i = 1; i < series->count; i++) {
        if (series->points[i]->number.time_ns > 1.1 * series->points[0]->number.time_ns)
            break;
        last = series->points[i];
    }
    return last;
}

void tell_free(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (!series->told || series->points[0]->at != 0)
            continue;
        fputs(index++ ? "; " : "Free multiply-adds on each element (less than 10 % extra time): ",
              out);
        write_place(out, chart, sentence->place, last_free(series));
        fprintf(out, " for %s", series->label);
    }
    if (index)
        fputs(".", out);
}

/* The number of points from `first` on that are of one level. */
static int same_level(const struct series *series, int first)
{
    int count = 1;
    while (first + count < series->count &&
           strcmp(series->points[first + count]->level, series->points[first]->level) == 0)
        count++;
    return count;
}

void tell_levels(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    int index = 0;
    (void)sentence;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const char *begin = ": ";
        if (!series->told)
            continue;
        fprintf(out, "%s%s", joint(index++), series->label);
        for (int first = 0, next; first < series->count; first = next) {
            next = first + same_level(series, first);
            const struct row *middle = series->points[first + (next - first) / 2];
            if (strchr(middle->level, '/') || strcmp(middle->level, "unknown") == 0)
                continue;
            fputs(begin, out);
            write_amount(out, chart->told, amount_of(chart, middle));
            fprintf(out, " ns in %s", middle->level);
            begin = ", ";
        }
    }
    fputs(".", out);
}

static const struct series *copy_on(const struct chart *chart, bool gpu, const struct row *like)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0];
        if (point->from == like->from && strcmp(point->pattern, "copy") == 0 && point->gpu == gpu &&
            (!gpu || same_target(point, like)))
            return &chart->series[i];
    }
    return NULL;
}

/* The points of a break-even: the transfers to the GPU and back, a pass on either side. */
enum { IN, OUT, ON_CPU, ON_GPU, PARTS };

double break_even_passes(const struct row *in, const struct row *out, const struct row *cpu,
                         const struct row *gpu)
{
    const double gain_ns = cpu->number.time_ns - gpu->number.time_ns;
    return gain_ns > 0 ? ceil((in->number.time_ns + out->number.time_ns) / gain_ns) : NAN;
}

/* Finds them at the largest value that all have; false where a part is missing. */
static bool find_break_even(const struct series *const parts[PARTS], const struct row *found[PARTS])
{
    for (int p = 0; p < PARTS; p++)
        if (!parts[p])
            return false;
    for (int i = parts[IN]->count - 1; i >= 0; i--) {
        int have = 0;
        for (int p = 0; p < PARTS; p++)
            have += (found[p] = series_point(parts[p], parts[IN]->points[i]->at)) != NULL;
        if (have == PARTS)
            return true;
    }
    return false;
}

static void write_break_even(FILE *out, const struct chart *chart,
                             const struct row *const found[PARTS], const char *kind)
{
    char size[64];
    const double passes = break_even_passes(found[IN], found[OUT], found[ON_CPU], found[ON_GPU]);
    if (isnan(passes))
        return;
    caption_value(size, sizeof size, chart->telling, found[IN]);
    fprintf(out,
            " %s%s%s: after %.0f pass%s of copy over %s the transfers from and to %s memory have "
            "paid off.",
            found[IN]->from->name ? found[IN]->from->name : "", found[IN]->from->name ? ": " : "",
            found[IN]->target, passes, passes == 1 ? "" : "es", size, kind);
}

void tell_journey(FILE *out, const struct chart *chart, const struct sentence *sentence)
{
    static const struct {
        const char *in, *out, *kind;
    } ways[] = {{"transfer_in", "transfer_out", "pageable"},
                {"transfer_in_pinned", "transfer_out_pinned", "pinned"}};
    (void)sentence;
    for (int i = 0; i < chart->series_count; i++)
        for (int w = 0; w < 2 && chart_tells_target(chart, i); w++) {
            const struct row *like = chart->series[i].points[0], *found[PARTS];
            const struct series *const parts[PARTS] = {
                [IN] = series_of(chart, like, ways[w].in),
                [OUT] = series_of(chart, like, ways[w].out),
                [ON_CPU] = copy_on(chart, false, like),
                [ON_GPU] = copy_on(chart, true, like),
            };
            if (find_break_even(parts, found))
                write_break_even(out, chart, found, ways[w].kind);
        }
}

/* One sentence as text; it may be empty. NULL where memory is short. */
static char *sentence_text(const struct chart *chart, const struct sentence *sentence)
{
    struct draft draft;
    if (draft_open(&draft))
        sentence->tell(draft.out, chart, sentence);
    return draft_close(&draft);
}

static void write_sentence(FILE *out, const char *text, bool first)
{
    text += text[0] == ' ';
    if (*text)
        fprintf(out, "%s%s", first ? "" : " ", text);
}

int caption_write(FILE *out, const struct chart *chart)
{
    const struct sentence *sentences = chart->telling->shown->sentences;
    if (told_count(chart) == 0) {
        fputs("There is no valid point to draw.", out);
        return 0;
    }
    for (int i = 0; i < SENTENCES_MAX && sentences[i].tell; i++) {
        char *text = sentence_text(chart, &sentences[i]);
        if (!text)
            return -ENOMEM;
        write_sentence(out, text, i == 0);
        free(text);
    }
    return 0;
}
