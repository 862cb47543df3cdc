#include "plots/figure/telling.h"
#include "plots/figure/chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLD_TEXT_MAX = 256 };

static const struct presentation general = {
    .axes =
        {{.scale = ACROSS_BY_RANGE, .tics = TICS_COUNTS},
         {.parameter = "footprint", .scale = ACROSS_BY_RANGE, .tics = TICS_SIZES, .bytes = true}},
    .panels = {{.quantity = &fraction_of_copy, .up = UP_BY_RANGE_ALWAYS},
               {.quantity = &useful_bandwidth, .up = UP_BY_RANGE_ALWAYS}},
};

const struct telling telling_general = {
    .group = "Others",
    .question = "How does the bandwidth change with the parameter?",
    .shown = &general,
};

static const char *said_of(const struct dataset *set, const char *study, const char *what)
{
    char key[TOLD_TEXT_MAX];
    snprintf(key, sizeof key, "%s_%s", study, what);
    return table_header_value(&set->table, key);
}

/* Whether all points are dependent accesses, of which the time says something and bandwidth
 * nothing. */
static bool waits(const struct study_rows *study)
{
    bool all = study != NULL;
    for (int i = 0; all && i < study->count; i++)
        all = !isfinite(study->rows[i]->at) || strncmp(study->rows[i]->pattern, "chase", 5) == 0;
    return all;
}

const struct telling *telling_by_header(const struct dataset *set, const char *study,
                                        struct told_by_header *told)
{
    const char *question = said_of(set, study, "question"), *axis = said_of(set, study, "axis");
    const char *unit = said_of(set, study, "unit");
    if (!question || !axis)
        return &telling_general;
    told->shown = general;
    told->telling = telling_general;
    told->telling.study = study;
    told->telling.question = question;
    told->telling.shown = &told->shown;
    told->shown.axes[0].label = axis;
    told->shown.axes[0].bytes = unit && strcmp(unit, "bytes") == 0;
    told->shown.axes[0].tics = told->shown.axes[0].bytes ? TICS_SIZES : TICS_COUNTS;
    told->shown.axes[1] = (struct axis){.label = NULL};
    if (waits(dataset_study(set, study))) {
        told->shown.panels[0] = (struct shown_quantity){.quantity = &access_time, .up = UP_LOG};
        told->shown.panels[1] = (struct shown_quantity){.quantity = NULL};
    }
    return &told->telling;
}

const struct telling *telling_of(const struct telling *list, const char *study)
{
    for (; list && list->study; list++)
        if (strcmp(list->study, study) == 0)
            return list;
    return &telling_general;
}

const struct axis *axis_of(const struct presentation *shown, const char *parameter)
{
    for (int i = 0; i < AXES; i++)
        if (shown->axes[i].parameter && strcmp(shown->axes[i].parameter, parameter) == 0)
            return &shown->axes[i];
    return &shown->axes[0];
}

/* Whether the quantity is known of all points of the run's own machine; of all points if it has
 * none. */
static bool is_told(const struct quantity *quantity, const struct chart *chart)
{
    bool known = false, known_of_others = true;
    for (int i = 0; i < chart->drawn_count; i++) {
        const bool own = !chart->drawn[i]->from->name;
        if (isfinite(quantity_median(quantity, chart, chart->drawn[i])))
            known |= own;
        else if (own)
            return false;
        else
            known_of_others = false;
    }
    return known || known_of_others;
}

const struct quantity *told_quantity(const struct chart *chart)
{
    const struct presentation *shown = chart->telling->shown;
    const struct quantity *const wanted[] = {shown->told, shown->panels[0].quantity,
                                             shown->panels[1].quantity};
    for (int i = 0; i < 3; i++)
        if (wanted[i] && is_told(wanted[i], chart))
            return wanted[i];
    return &useful_bandwidth;
}

int telling_group(const char *groups, const char *pattern)
{
    const size_t length = (size_t)pattern_name_length(pattern);
    int group = 0;
    while (groups && *groups) {
        const size_t name = strcspn(groups, " |");
        if (name == length && strncmp(groups, pattern, length) == 0)
            return group;
        group += groups[name] == '|';
        groups += name + (groups[name] != '\0');
    }
    return 0;
}

bool telling_leads(const char *groups, const char *pattern)
{
    const size_t length = (size_t)pattern_name_length(pattern);
    for (; groups; groups = strchr(groups, '|')) {
        groups += *groups == '|';
        if (strcspn(groups, " |") == length && strncmp(groups, pattern, length) == 0)
            return true;
    }
    return false;
}

bool telling_word(const char *words, double value, char *text, size_t size)
{
    for (int i = 1; words && *words; i++) {
        int length = (int)strcspn(words, "|");
        if (i == value) {
            snprintf(text, size, "%.*s", length, words);
            return true;
        }
        words += length + (words[length] == '|');
    }
    return false;
}

/* Writes a large count as on the axes: 64 Ki, 16 Mi. */
static void write_count(char *text, size_t size, double count)
{
    static const char *const prefixes[] = {"", " Ki", " Mi", " Gi"};
    int prefix = 0;
    if (count >= 65536)
        for (; prefix < 3 && fmod(count, 1024) == 0; prefix++)
            count /= 1024;
    snprintf(text, size, "%.10g%s", count, prefixes[prefix]);
}

void telling_bytes(char *text, size_t size, double bytes)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double value = bytes;
    int unit = 0;
    for (; value >= 1024 && unit < 4; unit++)
        value /= 1024;
    snprintf(text, size, "%.*f %s", value >= 10 || value == floor(value) ? 0 : 1, value,
             bytes == 1 ? "byte" : units[unit]);
}

void telling_amount(char *text, size_t size, const struct axis *axis, double value)
{
    if (telling_word(axis->words, value, text, size))
        return;
    if (axis->bytes)
        telling_bytes(text, size, value);
    else
        write_count(text, size, value);
}

void telling_value(char *text, size_t size, const struct telling *telling, const struct row *point)
{
    telling_amount(text, size, axis_of(telling->shown, point->parameter), point->at);
}

void telling_place(char *text, size_t size, const struct telling *telling, const struct row *point)
{
    const struct axis *axis = axis_of(telling->shown, point->parameter);
    telling_amount(text, size, axis,
                   point->at + (axis->element_added ? atoi(point->element_bytes) : 0));
}
