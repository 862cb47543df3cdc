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

/* The words of a format; `value` may name two points, the last of which is `point`. */
static struct slot fill(const char *format, const char *value, const struct row *point)
{
    struct slot slot = {""};
    char parameter[64];
    const size_t length = strlen(point->parameter);
    const bool plural = point->at != 1;
    const bool shorter = !plural && length > 1 && point->parameter[length - 1] == 's'; /* cell */
    snprintf(parameter, sizeof parameter, "%.*s", (int)(length - shorter), point->parameter);
    for (format = format ? format : "at $ %"; *format; format++) {
        const char letter[] = {*format, '\0'};
        strncat(slot.text,
                *format == '%'   ? value
                : *format == '$' ? parameter
                : *format == '&' ? (plural ? "s" : "")
                                 : letter,
                sizeof slot.text - strlen(slot.text) - 1);
    }
    return slot;
}

struct slot place_slot(const struct chart *chart, const char *format, const struct row *point)
{
    char value[64];
    telling_place(value, sizeof value, chart->telling, point);
    return fill(format, value, point);
}

struct slot places_slot(const struct chart *chart, const char *format, const char *joint,
                        const struct row *low, const struct row *high)
{
    char from[64], to[64], both[140];
    telling_place(from, sizeof from, chart->telling, low);
    telling_place(to, sizeof to, chart->telling, high);
    snprintf(both, sizeof both, "%s%s%s", from, joint, to);
    return fill(format, low == high ? to : both, high);
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

/* Small billions are written as millions: 0.25 billion as 250 million. */
static bool is_small(const struct told *told, double amount)
{
    return told->chart->told->thousandth && amount < 1;
}

/* Names the unit, unless the sentence has named the same unit already. */
static void write_unit(FILE *out, struct told *told, bool thousandths)
{
    const struct quantity *quantity = told->chart->told;
    if (!told->unit_said || told->thousandths != thousandths)
        fputs(thousandths ? quantity->thousandth : quantity->words, out);
    told->unit_said = true;
    told->thousandths = thousandths;
}

void write_amount(FILE *out, struct told *told, const struct row *point)
{
    const double amount = quantity_median(told->chart->told, told->chart, point);
    const bool small = is_small(told, amount);
    write_digits(out, told->chart->told, small ? 1000 * amount : amount);
    write_unit(out, told, small);
}

void write_range(FILE *out, struct told *told, double low, double high)
{
    const bool small = is_small(told, high);
    const double scale = small ? 1000 : 1;
    write_digits(out, told->chart->told, scale * low);
    fputs("–", out);
    write_digits(out, told->chart->told, scale * high);
    write_unit(out, told, small);
}

static struct slot rounded(const char *form, struct estimate of, double times, int digits)
{
    struct slot slot;
    snprintf(slot.text, sizeof slot.text, form, digits, times * of.value, digits, times * of.low,
             digits, times * of.high);
    return slot;
}

struct slot factor_slot(struct estimate factor)
{
    const int digits = factor.value < 0.0995 ? 3 : factor.value < 9.995 ? 2 : factor.value < 99.95;
    return rounded("%.*f (%.*f–%.*f)", factor, 1, digits);
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

static bool is_drawn(const struct told *told, int target, const char *of)
{
    const struct selection selection = {
        .chart = told->chart, .target = told->targets[target], .of = of, .at = NAN};
    return selection_drawn(&selection);
}

void write_subject(FILE *out, const struct told *told, const char *pattern)
{
    bool drawn = false;
    for (int t = 0; t < told->count && pattern && !told->same_one; t++)
        drawn |= is_drawn(told, t, pattern);
    if (drawn)
        fprintf(out, "Pattern %s: ", pattern);
}

int write_too_few(FILE *out, const struct told *told, int target, const char *of, int index)
{
    if (told->later || !is_drawn(told, target, of))
        return index;
    fprintf(out, "%s%s has too few points to compare (see run quality)", joint(index),
            target_slot(told->targets[target]).text);
    return index + 1;
}

static bool is_about(const struct series *series, const struct row *target, const char *of)
{
    const struct row *point = series->points[0];
    return same_target(point, target) && (!of || strcmp(point->pattern, of) == 0);
}

void write_clauses(FILE *out, struct told *told, const struct sentence *sentence,
                   write_clause *write)
{
    struct clauses clauses = {.told = told, .sentence = sentence};
    write_subject(out, told, sentence->of);
    for (int t = 0; t < told->count; t++) {
        bool begun = false;
        for (int i = 0; i < told->chart->series_count; i++)
            if (is_about(&told->chart->series[i], told->targets[t], sentence->of))
                begun |= write(out, &clauses, &told->chart->series[i], begun);
        if (!begun)
            clauses.count = write_too_few(out, told, t, sentence->of, clauses.count);
    }
    fputs(clauses.count ? "." : "", out);
}

void begin_clause(FILE *out, struct clauses *clauses, const struct series *series,
                  const char *again)
{
    if (again)
        fputs(again, out);
    else
        fprintf(out, "%s%s", joint(clauses->count++), target_slot(series->points[0]).text);
}
