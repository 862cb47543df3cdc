#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

void write_target(FILE *out, const struct row *point)
{
    const char *name = machine_name(point);
    fprintf(out, "%s%s%s", name ? name : "", name ? ": " : "", point->target);
}

/* "cells", or "cell" for one. */
static void write_parameter(FILE *out, const struct row *point)
{
    const size_t length = strlen(point->parameter);
    const bool one = point->at == 1 && length > 1 && point->parameter[length - 1] == 's';
    fprintf(out, "%.*s", (int)(length - one), point->parameter);
}

static void write_formatted(FILE *out, const char *format, const char *value,
                            const struct row *point)
{
    for (format = format ? format : "at $ %"; *format; format++)
        if (*format == '%')
            fputs(value, out);
        else if (*format == '$')
            write_parameter(out, point);
        else if (*format == '&')
            fputs(point->at == 1 ? "" : "s", out);
        else
            fputc(*format, out);
}

void write_place(FILE *out, const struct chart *chart, const char *format, const struct row *point)
{
    char value[64];
    telling_place(value, sizeof value, chart->telling, point);
    write_formatted(out, format, value, point);
}

void write_both(FILE *out, const struct chart *chart, const char *format, const char *joint,
                const struct row *low, const struct row *high)
{
    char from[64], to[64], both[140];
    if (low == high) {
        write_place(out, chart, format, low);
        return;
    }
    telling_place(from, sizeof from, chart->telling, low);
    telling_place(to, sizeof to, chart->telling, high);
    snprintf(both, sizeof both, "%s%s%s", from, joint, to);
    write_formatted(out, format, both, high);
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

/* Leaves out the last bracket. */
static void write_rounded(FILE *out, struct estimate of, double times, const char *unit, int digits)
{
    fprintf(out, "%.*f%s (%.*f–%.*f", digits, times * of.value, unit, digits, times * of.low,
            digits, times * of.high);
}

void write_factor(FILE *out, struct estimate factor)
{
    const int digits = factor.value < 0.0995 ? 3 : factor.value < 9.995 ? 2 : factor.value < 99.95;
    write_rounded(out, factor, 1, "", digits);
    fputs(")", out);
}

void write_open_share(FILE *out, struct estimate share)
{
    const int digits = share.value < 0.00995 ? 2 : share.value < 0.0995;
    write_rounded(out, share, 100, " %", digits);
}

void write_verb(FILE *out, const struct told *told)
{
    fputs(told->chart->told->less_is_better ? " takes" : " reaches", out);
}

void write_inconclusive(FILE *out, const struct comparison *comparison)
{
    if (comparison->verdict == VERDICT_INCONCLUSIVE)
        fputs(is_within_drift(comparison) ? " (inconclusive: copies vary)" : " (inconclusive)",
              out);
}

void write_unlike(FILE *out, bool unlike)
{
    fputs(unlike ? " (the lesson says otherwise)" : "", out);
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
    fputs(joint(index), out);
    write_target(out, told->targets[target]);
    fputs(" has too few points to compare (see run quality)", out);
    return index + 1;
}
