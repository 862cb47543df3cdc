#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

struct slot target_slot(const struct row *point)
{
    struct slot slot;
    const char *name = machine_name(point);
    snprintf(slot.text, sizeof slot.text, "%s%s%s", name ? name : "", name ? ": " : "",
             point->target);
    return slot;
}

struct slot named_slot(struct told *told, const struct row *point)
{
    for (int t = 0; t < told->count; t++)
        told->named[t] |= same_target(told->targets[t], point);
    return target_slot(point);
}

/* A format's words: for % `value`, for & a plural "s", for $ what the axis counts or `parameter`.
 */
struct filling {
    const char *value, *counted, *parameter;
    bool plural;
};

static void expand(struct slot *slot, const char *format, const struct filling *filling)
{
    for (; *format; format++) {
        const char letter[] = {*format, '\0'};
        if (*format == '$' && filling->counted) {
            expand(slot, filling->counted, filling);
            continue;
        }
        strncat(slot->text,
                *format == '%'   ? filling->value
                : *format == '$' ? filling->parameter
                : *format == '&' ? (filling->plural ? "s" : "")
                                 : letter,
                sizeof slot->text - strlen(slot->text) - 1);
    }
}

/* The words of a format; `value` may name two points, the last of which is `point`. */
static struct slot fill(const struct chart *chart, const char *format, const char *value,
                        const struct row *point)
{
    struct slot slot = {""};
    char parameter[64];
    const size_t length = strlen(point->parameter);
    const bool plural = point->at != 1;
    const bool shorter = !plural && length > 1 && point->parameter[length - 1] == 's'; /* cell */
    snprintf(parameter, sizeof parameter, "%.*s", (int)(length - shorter), point->parameter);
    const struct filling filling = {
        .value = value,
        .counted = telling_axis(chart->telling, point->parameter)->counted[point->gpu],
        .parameter = parameter,
        .plural = plural};
    expand(&slot, format ? format : "at $ %", &filling);
    return slot;
}

void write_value(char *text, size_t size, const struct chart *chart, const struct row *point)
{
    const double over = chart->told->over ? chart->told->over(point) : 0;
    if (chart->told->over)
        snprintf(text, size, over < 999.5 ? "%.3g" : "%.0f", over);
    else
        telling_place(text, size, chart->telling, point);
}

struct slot place_slot(const struct chart *chart, const char *format, const struct row *point)
{
    char value[64];
    write_value(value, sizeof value, chart, point);
    return fill(chart, format, value, point);
}

struct slot places_slot(const struct chart *chart, const char *format, const char *joint,
                        const struct row *low, const struct row *high)
{
    char from[64], to[64], both[140];
    write_value(from, sizeof from, chart, low);
    write_value(to, sizeof to, chart, high);
    snprintf(both, sizeof both, "%s%s%s", from, joint, to);
    return fill(chart, format, low == high ? to : both, high);
}

/* Writes a fraction with two significant digits, any other amount with three. */
static void write_digits(FILE *out, const struct quantity *quantity, double amount)
{
    if (!isfinite(amount))
        fputs("an unknown amount", out);
    else if (quantity->relative && amount < 9.95)
        fprintf(out, amount >= 0.0995 ? "%.2f" : "%.2g", amount);
    else
        fprintf(out, "%.*f", amount < 9.995 ? 2 : amount < 99.95, amount);
}

/* Names the unit, unless the sentence has named it already. */
static void write_unit(FILE *out, struct told *told)
{
    fputs(told->unit_said ? "" : told->chart->told->words, out);
    told->unit_said = true;
}

static void write_bound(FILE *out, const struct told *told)
{
    fputs(told->chart->told->less_is_better ? "at most " : "at least ", out);
}

void write_amount(FILE *out, struct told *told, const struct row *point)
{
    const struct quantity *unit = told->chart->told;
    const double amount = quantity_median(unit, told->chart, point);
    if (point->busy)
        write_bound(out, told);
    else if (unit == &times_slowest && amount == 1) {
        fputs("its slowest speed", out);
        return;
    }
    write_digits(out, unit, amount);
    write_unit(out, told);
}

void write_range(FILE *out, struct told *told, double low, double high, bool busy)
{
    const struct quantity *unit = told->chart->told;
    if (busy) {
        write_bound(out, told);
        low = high = unit->less_is_better ? high : low;
    }
    write_digits(out, unit, low);
    if (!busy) {
        fputs("–", out);
        write_digits(out, unit, high);
    }
    write_unit(out, told);
}

static struct slot rounded(const char *form, struct estimate of, double times, int digits)
{
    struct slot slot; /* a form may leave out the last numbers */
    snprintf(slot.text, sizeof slot.text, form, digits, times * of.value, digits, times * of.low,
             digits, times * of.high);
    return slot;
}

struct slot factor_slot(struct estimate factor)
{
    const int digits = factor.value < 0.0995 ? 3 : factor.value < 9.995 ? 2 : factor.value < 99.95;
    const struct slot alone = rounded("%.*f", factor, 1, digits);
    const struct slot high = rounded("%.*f", (struct estimate){.value = factor.high}, 1, digits);
    const struct slot low = rounded("%.*f", (struct estimate){.value = factor.low}, 1, digits);
    if (strcmp(low.text, high.text) == 0)
        return alone;
    return rounded("%.*f (%.*f–%.*f)", factor, 1, digits);
}

struct slot ratio_slot(struct estimate factor, const struct row *a, const struct row *b)
{
    const int digits = factor.low < 9.995 ? 2 : factor.low < 99.95;
    const struct estimate ends = {.value = factor.low, .low = factor.high};
    if (!a->busy && !b->busy)
        return factor_slot(factor);
    const struct slot high = rounded("%.*f", (struct estimate){.value = factor.high}, 1, digits);
    const struct slot low = rounded("%.*f", ends, 1, digits);
    if (factor.low > 1)
        return rounded("at least %.*f", ends, 1, digits);
    return strcmp(low.text, high.text) == 0 ? low : rounded("%.*f–%.*f", ends, 1, digits);
}

struct slot open_share_slot(struct estimate share)
{
    const int digits = share.value < 0.00995 ? 2 : share.value < 0.0995;
    return rounded("%.*f %% (%.*f–%.*f", share, 100, digits);
}

const char *verb_of(const struct told *told)
{
    return told->chart->told->less_is_better ? " takes" : " reaches";
}

const char *inconclusive_words(const struct comparison *comparison)
{
    return comparison->verdict != VERDICT_INCONCLUSIVE ? ""
           : is_within_drift(comparison)               ? " (inconclusive: copies vary)"
                                                       : " (inconclusive)";
}

const char *unlike_words(bool unlike)
{
    return unlike ? " (the lesson says otherwise)" : "";
}

const char *joint(int index)
{
    return index == 0 ? "" : "; ";
}

/* "chase: ", if the sentence is about one pattern that is not called like its study, and a target
 * has points to compare of it. */
static void write_subject(FILE *out, const struct told *told, const char *pattern)
{
    const bool named = told->same_one || (pattern && strcmp(pattern, told->chart->study) == 0);
    for (int t = 0; t < told->count && pattern && !named; t++) {
        const struct selection selection = {
            .chart = told->chart, .target = told->targets[t], .of = pattern, .at = NAN};
        if (!isnan(selection_value(&selection, INFINITY))) {
            fprintf(out, "%s: ", pattern);
            return;
        }
    }
}

static bool is_about(const struct series *series, const struct row *target,
                     const struct sentence *sentence)
{
    const struct row *point = series->points[0];
    return same_target(point, target) &&
           (!sentence->of || strcmp(point->pattern, sentence->of) == 0) &&
           (!sentence->by || strcmp(point->parameter, sentence->by) == 0);
}

void write_clauses(FILE *out, struct told *told, const struct sentence *sentence,
                   write_clause *write)
{
    struct clauses clauses = {.told = told, .sentence = sentence};
    write_subject(out, told, sentence->of);
    for (int t = 0; t < told->count; t++) {
        bool begun = false;
        for (int i = 0; i < told->chart->series_count; i++)
            if (is_about(&told->chart->series[i], told->targets[t], sentence))
                begun |= write(out, &clauses, &told->chart->series[i], begun);
    }
    fputs(clauses.count ? "." : "", out);
}

void begin_clause(FILE *out, struct clauses *clauses, const struct series *series,
                  const char *again)
{
    if (again)
        fputs(again, out);
    else
        fprintf(out, "%s%s", joint(clauses->count++),
                named_slot(clauses->told, series->points[0]).text);
}
