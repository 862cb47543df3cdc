#include "study/course/grade/answers.h"

#include "plots/figure/quantity.h"
#include "study/plan/point.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The row to find: the values of all its parameters. */
struct wanted {
    const struct student_question *own;
    const struct pattern *pattern;
    const char *element_bytes;
    bool cut;      /* the last row has no line end, so it does not count */
    int64_t swept; /* the value of the sweep's parameter */
};

/* The value that the question sets for a parameter; false for the standard value. */
static bool asked_value(const struct wanted *wanted, const char *name, int64_t *value)
{
    const struct question *question = wanted->own->question;
    *value = wanted->swept;
    if (question->sweep && strcmp(question->sweep, name) == 0)
        return true;
    for (int i = 0; i < question->set_count; i++) {
        *value = wanted->own->set[i];
        if (strcmp(question->set[i].name, name) == 0)
            return true;
    }
    return false;
}

/* A parameter's value in a row's settings, "chains=2 window=64". */
static bool setting_value(const char *settings, const char *name, int64_t *value)
{
    const size_t length = strlen(name);
    for (const char *at = settings + strspn(settings, " "); *at;
         at += strcspn(at, " "), at += strspn(at, " "))
        if (strncmp(at, name, length) == 0 && at[length] == '=') {
            *value = strtoll(at + length + 1, NULL, 10);
            return true;
        }
    return false;
}

/* A row's pattern is a name, followed by its settings if it has any. */
static const char *settings_of(const struct row *row)
{
    return row->pattern + pattern_name_length(row->pattern);
}

static bool is_pattern(const struct row *row, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(row->pattern, name, length) == 0 &&
           (row->pattern[length] == '\0' || row->pattern[length] == ' ');
}

/* Whether the parameters of a row have the wanted values, and the others their standard values. */
static bool has_values(const struct wanted *wanted, const struct row *row)
{
    for (int i = 0; i < pattern_parameter_count(wanted->pattern); i++) {
        const struct parameter *p = &wanted->pattern->parameters[i];
        int64_t asked, has = p->standard;
        const bool named = asked_value(wanted, p->name, &asked);
        const bool swept = strcmp(row->parameter, p->name) == 0;
        if (swept)
            has = (int64_t)row->at;
        else
            (void)setting_value(settings_of(row), p->name, &has);
        /* without a setting, the footprint is that of the copy */
        const bool left_open = !named && !swept && strcmp(p->name, "footprint") == 0;
        if (has != (named ? asked : p->standard) && !left_open)
            return false;
    }
    return true;
}

static bool is_wanted(const struct wanted *wanted, const struct row *row)
{
    return is_pattern(row, wanted->pattern->name) &&
           strcmp(row->target, wanted->own->question->on) == 0 &&
           strcmp(row->element_bytes, wanted->element_bytes) == 0 && has_values(wanted, row);
}

static const struct row *find_row(const struct study_rows *study, const struct wanted *wanted)
{
    for (int i = 0; i < study->count; i++)
        if (is_wanted(wanted, study->rows[i]))
            return study->rows[i];
    return NULL;
}

/* The rows of one study: copies of different studies were measured at different times. */
struct found_rows {
    const struct row *of[SWEPT_MAX_POINTS];
    int count;
};

static struct found_rows find_in_study(const struct study_rows *study, struct wanted *wanted)
{
    struct found_rows found = {.count = 0};
    const struct student_question *own = wanted->own;
    for (int i = 0; i < (own->swept_count ? own->swept_count : 1); i++) {
        wanted->swept = own->swept[i];
        found.of[i] = find_row(study, wanted);
        found.count += found.of[i] != NULL;
    }
    return found;
}

static struct found_rows find_rows(const struct dataset *set, struct wanted *wanted)
{
    struct found_rows best = {.count = 0};
    for (int i = 0; i < set->study_count; i++) {
        const struct found_rows found = find_in_study(&set->studies[i], wanted);
        if (found.count > best.count)
            best = found;
    }
    return best;
}

/* `quantity` is what a valid row lacks; "" for others. */
static bool refuse_row(const struct wanted *wanted, const struct row *row, int64_t swept,
                       const char *quantity, char *problem, size_t size)
{
    char at[96] = "";
    if (wanted->own->question->sweep)
        snprintf(at, sizeof at, " at %.48s=%lld", wanted->own->question->sweep, (long long)swept);
    if (!row)
        snprintf(problem, size, "no row of %s on %s%s with elements of %s bytes%s",
                 wanted->pattern->name, wanted->own->question->on, at, wanted->element_bytes,
                 wanted->cut ? "; the last line of results.csv has no end: measure it again" : "");
    else if (*quantity)
        snprintf(problem, size, "the row of %s on %s%s has no %s; measure it again",
                 wanted->pattern->name, wanted->own->question->on, at, quantity);
    else
        snprintf(problem, size, "the row of %s on %s%s is not valid (%.96s)", wanted->pattern->name,
                 wanted->own->question->on, at, row->valid);
    return false;
}

static struct reading_of read_row(const struct question *question, const struct row *row)
{
    return (struct reading_of){quantity_median(question->quantity, NULL, row),
                               quantity_end(question->quantity, NULL, row, false),
                               quantity_end(question->quantity, NULL, row, true), false};
}

bool measured_series(const struct dataset *set, const struct student_question *own,
                     const struct pattern *pattern, int element_bytes, bool only_rows,
                     struct number_series *series, char *problem, size_t problem_size)
{
    char bytes[24];
    struct wanted wanted = {
        .own = own, .pattern = pattern, .element_bytes = bytes, .cut = set->table.truncated};
    snprintf(bytes, sizeof bytes, "%d", element_bytes_near(pattern, element_bytes));
    const struct found_rows found = find_rows(set, &wanted);
    *series = (struct number_series){.count = own->swept_count ? own->swept_count : 1};
    for (int i = 0; i < series->count; i++) {
        const struct row *row = found.of[i];
        /* no bound earns points */
        if (!row || (!only_rows && (!row->usable || strcmp(row->valid, "yes") != 0)))
            return refuse_row(&wanted, row, own->swept[i], "", problem, problem_size);
        series->at[i] = own->swept[i];
        if (only_rows)
            continue;
        series->of[i] = read_row(own->question, row);
        if (!isfinite(series->of[i].low) || !isfinite(series->of[i].high))
            return refuse_row(&wanted, row, own->swept[i], own->question->quantity_name, problem,
                              problem_size);
    }
    return true;
}

bool measured_target(const struct dataset *set, const char *target)
{
    for (int i = 0; i < set->target_count; i++)
        if (strcmp(set->targets[i].target, target) == 0)
            return true;
    return false;
}
