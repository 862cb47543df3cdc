#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

static bool is_only_gpu(const struct row *point)
{
    int gpus = 0;
    for (int i = 0; i < point->from->target_count; i++)
        gpus += point->from->targets[i].gpu;
    return point->gpu && gpus == 1;
}

struct slot article_slot(const char *article, const struct row *point)
{
    struct slot slot;
    const char *machine = machine_name(point), *name = point->target;
    if (strcmp(name, "cpu") == 0)
        name = "CPU";
    else if (is_only_gpu(point))
        name = "GPU";
    else
        article = "";
    snprintf(slot.text, sizeof slot.text, "%s%s%s", machine ? machine : article,
             machine ? "'s " : "", name);
    return slot;
}

struct slot target_slot(const struct row *point)
{
    return article_slot("the ", point);
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

static void append(struct slot *slot, const char *text)
{
    const size_t used = strlen(slot->text), more = strlen(text);
    if (used + more < sizeof slot->text)
        memcpy(slot->text + used, text, more + 1);
}

static void expand(struct slot *slot, const char *format, const struct filling *filling)
{
    for (; *format; format++) {
        const char letter[] = {*format, '\0'};
        if (*format == '$' && filling->counted) {
            expand(slot, filling->counted, filling);
            continue;
        }
        append(slot, *format == '%'   ? filling->value
                     : *format == '$' ? filling->parameter
                     : *format == '&' ? (filling->plural ? "s" : "")
                                      : letter);
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
        .counted = axis_of(chart->telling->shown, point->parameter)->counted[point->gpu],
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

/* A fraction with two significant digits, any other amount with three. */
static struct slot amount_slot(const struct quantity *quantity, double amount)
{
    struct slot slot = {"an unknown amount"};
    if (isfinite(amount) && quantity->relative && amount < 9.95)
        snprintf(slot.text, sizeof slot.text, amount >= 0.0995 ? "%.2f" : "%.2g", amount);
    else if (isfinite(amount))
        snprintf(slot.text, sizeof slot.text, "%.*f", amount < 9.995 ? 2 : amount < 99.95, amount);
    return slot;
}

/* "0.85–1.04", or one number if both print alike. */
static struct slot joined(struct slot low, const struct slot *high)
{
    if (strcmp(low.text, high->text) != 0) {
        append(&low, "–");
        append(&low, high->text);
    }
    return low;
}

struct slot range_slot(double low, double high, int digits)
{
    struct slot from, to;
    snprintf(from.text, sizeof from.text, "%.*f", digits, low);
    snprintf(to.text, sizeof to.text, "%.*f", digits, high);
    return joined(from, &to);
}

static void note(struct told *told, const struct row *point, const char *bound, const char *format,
                 const char *number)
{
    const size_t before = strcspn(format, "%");
    const char *interval = strstr(number, " (");
    if (*told->number && (told->number_of_gpu || !point->gpu))
        return;
    told->number_of_gpu = point->gpu;
    snprintf(told->number, sizeof told->number, "%s%.*s%.*s%s", bound, (int)before, format,
             (int)(interval ? interval - number : (ptrdiff_t)strlen(number)), number,
             format + before + 1);
}

void note_number(struct told *told, const struct row *point, const char *format, const char *number)
{
    static const char bound[] = "at least ";
    const bool least = strncmp(number, bound, strlen(bound)) == 0;
    note(told, point, least ? "≥" : "", format, number + (least ? strlen(bound) : 0));
}

void note_amount(struct told *told, const struct row *point, double low, double high)
{
    const struct quantity *quantity = told->chart->told;
    const struct slot to = amount_slot(quantity, high);
    const bool bound = low == high && !quantity->from_end && is_bound(told->chart, point);
    note(told, point,
         !bound                     ? ""
         : quantity->less_is_better ? "≤"
                                    : "≥",
         quantity->unit, joined(amount_slot(quantity, low), &to).text);
}

void note_places(struct told *told, const struct row *low, const struct row *high)
{
    char from[64], to[64];
    struct slot last = {""};
    write_value(from, sizeof from, told->chart, low);
    write_value(to, sizeof to, told->chart, high);
    struct slot first = last;
    append(&first, from);
    append(&last, to);
    note(told, high, "", "at %", joined(first, &last).text);
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

static struct estimate cost_of(const struct chart *chart, const struct row *point)
{
    return estimate_between(quantity_median(&worker_time, chart, point),
                            quantity_end(&worker_time, chart, point, false),
                            quantity_end(&worker_time, chart, point, true));
}

struct estimate bounds_of(const struct chart *chart, const struct row *point)
{
    const struct row *base = quantity_base(chart->told, chart, point);
    if (!base || base == point)
        return estimate_between(1, 1, 1);
    return chart->told->less_is_better
               ? estimate_ratio(cost_of(chart, point), cost_of(chart, base))
               : estimate_ratio(cost_of(chart, base), cost_of(chart, point));
}

bool is_bound(const struct chart *chart, const struct row *point)
{
    const struct row *base = quantity_base(chart->told, chart, point);
    return base != point && (point->busy || (base && base->busy));
}

void write_bounds(FILE *out, struct told *told, double low, double high)
{
    const struct quantity *unit = told->chart->told;
    fprintf(out, low > 1 ? "at least %s" : "up to %s",
            amount_slot(unit, low > 1 ? low : high).text);
    write_unit(out, told);
}

void write_amount(FILE *out, struct told *told, const struct row *point)
{
    const struct quantity *unit = told->chart->told;
    const double amount = quantity_median(unit, told->chart, point);
    const struct estimate bounds = bounds_of(told->chart, point);
    if (unit->from_end && is_bound(told->chart, point)) {
        write_bounds(out, told, bounds.low, bounds.high);
        return;
    }
    if (is_bound(told->chart, point))
        write_bound(out, told);
    else if (unit->from_end && amount == 1) {
        fputs(unit->words + strlen(" times "), out);
        return;
    }
    fputs(amount_slot(unit, amount).text, out);
    write_unit(out, told);
}

void write_range(FILE *out, struct told *told, double low, double high, bool busy)
{
    const struct quantity *unit = told->chart->told;
    const struct slot from = amount_slot(unit, low), to = amount_slot(unit, high);
    if (busy)
        write_bound(out, told);
    else if (unit->from_end && strcmp(from.text, "1.00") == 0 && strcmp(to.text, "1.00") != 0)
        fputs("up to ", out);
    else {
        fputs(joined(from, &to).text, out);
        write_unit(out, told);
        return;
    }
    fputs(busy && !unit->less_is_better ? from.text : to.text, out);
    write_unit(out, told);
}

/* Adds " (22–24, remark)": the ends, if they do not print alike, and the remark, if there is one.
 */
static void add_ends(struct slot *slot, struct estimate of, int digits, const char *remark)
{
    const struct slot ends = range_slot(of.low, of.high, digits);
    const bool differ = strstr(ends.text, "–") != NULL;
    append(slot, differ || *remark ? " (" : "");
    append(slot, differ ? ends.text : "");
    append(slot, differ && *remark ? ", " : "");
    append(slot, remark);
    append(slot, differ || *remark ? ")" : "");
}

struct slot factor_slot(struct estimate factor)
{
    const int digits = factor.value < 0.0995 ? 3 : factor.value < 9.995 ? 2 : factor.value < 99.95;
    struct slot slot = range_slot(factor.value, factor.value, digits);
    add_ends(&slot, factor, digits, "");
    return slot;
}

struct slot ratio_slot(struct estimate factor, const struct row *a, const struct row *b)
{
    if (!a->busy && !b->busy)
        return factor_slot(factor);
    const struct slot low = factor_slot(estimate_between(factor.low, factor.low, factor.low));
    const struct slot high = factor_slot(estimate_between(factor.high, factor.high, factor.high));
    struct slot least = {"at least "};
    append(&least, low.text);
    return factor.low > 1 ? least : joined(low, &high);
}

struct slot share_slot(struct estimate share, const char *remark)
{
    const struct estimate percent = {100 * share.value, 100 * share.low, 100 * share.high};
    const int digits = share.value < 0.00995 ? 2 : share.value < 0.0995;
    struct slot slot = range_slot(percent.value, percent.value, digits);
    append(&slot, " %");
    add_ends(&slot, percent, digits, remark);
    return slot;
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

struct slot series_slot(const struct clauses *clauses, const struct row *first,
                        const struct row *last)
{
    struct slot slot = {""};
    if (clauses->sentence->of || !chart_varying(clauses->told->chart).pattern)
        return slot;
    const char *settings = strchr(first->pattern, ' ');
    const bool level = settings && strcmp(first->level, last->level) == 0;
    snprintf(slot.text, sizeof slot.text, " (%.100s%s%.20s)",
             settings ? settings + 1 : first->pattern, level ? ", " : "",
             level ? first->level : "");
    return slot;
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

bool series_is_about(const struct series *series, const struct row *target,
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
            if (series_is_about(&told->chart->series[i], told->targets[t], sentence))
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
