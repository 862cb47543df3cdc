#include "caption.h"

#include <math.h>
#include <string.h>

void caption_value(char *text, size_t size, const char *parameter, double value)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    int unit = 0;
    if (strcmp(parameter, "footprint") != 0) {
        snprintf(text, size, "%.10g", value);
        return;
    }
    for (; value >= 1024 && unit < 4; unit++)
        value /= 1024;
    snprintf(text, size, "%.3g %s", value, units[unit]);
}

/* "at stride 32": the place of `point` in words, with its value for % and its parameter for $. */
static void write_place(FILE *out, const char *format, const struct point *point)
{
    char value[64];
    caption_value(value, sizeof value, point->parameter, point->at);
    for (; *format; format++)
        if (*format == '%')
            fputs(value, out);
        else if (*format == '$')
            fputs(point->parameter, out);
        else
            fputc(*format, out);
}

/* Two digits that mean something, also for small fractions. */
static void write_fraction(FILE *out, double fraction)
{
    if (isnan(fraction))
        fputs("an unknown part", out);
    else
        fprintf(out, "%.*f", fraction >= 0.0995 ? 2 : 3, fraction);
}

/* What stands before item `index` of `count` in a sentence. */
static const char *joint(int index, int count)
{
    return index == 0 ? "" : index == count - 1 ? " and " : ", ";
}

static int told_count(const struct chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++)
        count += chart->series[i].told;
    return count;
}

/* The point of largest (sign 1) or smallest (sign -1) bandwidth. */
static const struct point *extreme(const struct series *series, int sign)
{
    const struct point *found = series->points[0];
    for (int i = 1; i < series->count; i++)
        if (sign * series->points[i]->gbps > sign * found->gbps)
            found = series->points[i];
    return found;
}

/* Series may end at different values (a killed run), so each states its fraction at `at` alone. */
static const struct point *point_at(const struct series *series, double at)
{
    for (int i = 0; i < series->count; i++)
        if (series->points[i]->at == at)
            return series->points[i];
    return NULL;
}

/* The point of largest (sign 1) or smallest (sign -1) parameter value of all told series. */
static const struct point *outermost(const struct chart *chart, int sign)
{
    const struct point *found = NULL;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct point *end = series->points[sign > 0 ? series->count - 1 : 0];
        if (series->told && (!found || sign * end->at > sign * found->at))
            found = end;
    }
    return found;
}

static int series_at(const struct chart *chart, double at)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++)
        count += chart->series[i].told && point_at(&chart->series[i], at);
    return count;
}

/* "At stride 32, 0.06 of the copy bandwidth is left for stride on cpu, 0.11 for stride on gpu0." */
static void tell_end(FILE *out, const struct chart *chart, const struct telling *telling, int sign)
{
    const struct point *end = outermost(chart, sign);
    int count = series_at(chart, end->at), index = 0;
    write_place(out, telling->place, end);
    fputs(", ", out);
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct point *point = point_at(series, end->at);
        if (!series->told || !point)
            continue;
        fputs(joint(index, count), out);
        write_fraction(out, point->fraction);
        fprintf(out, "%s for %s", index++ ? "" : " of the copy bandwidth is left", series->label);
    }
    fputs(".", out);
}

static void tell_last(FILE *out, const struct chart *chart, const struct telling *telling)
{
    tell_end(out, chart, telling, 1);
}

static void tell_first(FILE *out, const struct chart *chart, const struct telling *telling)
{
    tell_end(out, chart, telling, -1);
}

static void tell_least(FILE *out, const struct chart *chart, const struct telling *telling)
{
    int count = told_count(chart), index = 0;
    fprintf(out, "%s ", telling->place);
    for (int i = 0; i < chart->series_count; i++) {
        if (!chart->series[i].told)
            continue;
        const struct point *least = extreme(&chart->series[i], -1);
        fputs(joint(index, count), out);
        write_fraction(out, least->fraction);
        fprintf(out, "%s for %s (", index++ ? "" : " of the copy bandwidth",
                chart->series[i].label);
        write_place(out, telling->ends, least);
        fputs(")", out);
    }
    fputs(".", out);
}

static void write_gbps(FILE *out, double gbps)
{
    fprintf(out, gbps < 99.5 ? "%.3g GB/s" : "%.0f GB/s", gbps);
}

static void write_extreme(FILE *out, const struct telling *telling, const struct point *point)
{
    bool absolute = strcmp(point->parameter, "footprint") == 0;
    write_place(out, telling->ends, point);
    fputs(" (", out);
    if (absolute || isnan(point->fraction))
        write_gbps(out, point->gbps);
    else
        write_fraction(out, point->fraction);
    fputs(absolute || isnan(point->fraction) ? ")" : " of its copy bandwidth)", out);
}

/* "cpu is fastest at run 4096 (0.98 of its copy bandwidth) and slowest at run 1 (0.08 ...)." */
static void tell_extremes(FILE *out, const struct chart *chart, const struct telling *telling)
{
    const char *space = "";
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (!series->told)
            continue;
        fprintf(out, "%s%s is fastest ", space, series->label);
        write_extreme(out, telling, extreme(series, 1));
        fputs(" and slowest ", out);
        write_extreme(out, telling, extreme(series, -1));
        fputs(".", out);
        space = " ";
    }
}

const struct telling tellings[] = {
    {.study = "stride",
     .question = "What does it cost to use only every n-th element?",
     .caption = tell_last,
     .place = "At stride %"},
    {.study = "offset",
     .question = "What does a misaligned start cost?",
     .caption = tell_least,
     .place = "The least that any offset leaves is",
     .ends = "at offset %"},
    {.study = "layout",
     .question = "Array of structs or struct of arrays: what do unused fields cost?",
     .caption = tell_first,
     .place = "With % of the fields used"},
    {.study = "order",
     .question = "Neighbouring elements to neighbouring threads, or a run to each thread?",
     .caption = tell_extremes,
     .ends = "at run %"},
    {.study = "footprint",
     .question = "How fast is a copy while it still fits in a cache?",
     .caption = tell_extremes,
     .ends = "at %"},
    {.question = "How does the bandwidth change with the parameter?",
     .caption = tell_extremes,
     .ends = "at %"},
};

const struct telling *telling_of(const char *study)
{
    const struct telling *telling = tellings;
    while (telling->study && strcmp(telling->study, study) != 0)
        telling++;
    return telling;
}

void caption_write(FILE *out, const struct chart *chart)
{
    const struct telling *telling = telling_of(chart->study);
    if (told_count(chart) == 0)
        fputs("There is no valid point to draw.", out);
    else
        telling->caption(out, chart, telling);
}
