#include "plots/compare/contrast.h"

#include "plots/fleet/convert.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { SENTENCE_MAX = 512, NAME_WIDTH_MOST = 80 };

static const char *const sides[] = {"A", "B"};

/* Writes a sentence of the explanation of the numbers, which all forms but JSON begin with: one
 * sentence a line. */
typedef void say(FILE *out, const char *sentence);

__attribute__((format(printf, 3, 4))) static void tell(say *how, FILE *out, const char *format, ...)
{
    char sentence[SENTENCE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    how(out, quote_plain(sentence, sentence, sizeof sentence));
}

static double percent(double variance)
{
    return 100 * expm1(sqrt(variance));
}

static void tell_variation(say *how, FILE *out, const struct contrast_target *target)
{
    char texts[2][80];
    for (int side = 0; side < 2; side++)
        snprintf(texts[side], sizeof *texts, "%.2g %%%s", percent(target->side[side].runs.variance),
                 target->side[side].is_assumed ? " (assumed)" : "");
    tell(how, out, "%s: variation between runs: A %s, B %s; of a point between two times: %.2g %%.",
         target->name, texts[0], texts[1], percent(target->scatter));
}

/* Lists possible reasons for a different speed of B. */
static void tell_circumstances(say *how, FILE *out, const struct contrast *contrast)
{
    for (int i = 0; i < contrast->circumstance_count; i++) {
        const struct circumstance *one = &contrast->circumstances[i];
        if (circumstance_differs(one))
            tell(how, out, "Differs: %.60s: A %.180s, B %.180s", one->key, one->value[0],
                 one->value[1]);
    }
}

static bool is_compared(const struct contrast *contrast, const struct contrast_target *target)
{
    for (int i = 0; i < contrast->count; i++)
        if (contrast->points[i]->judged && contrast->points[i]->field[POINT_TARGET] == target->name)
            return true;
    return false;
}

static void tell_method(say *how, FILE *out, const struct contrast *contrast)
{
    tell(how, out,
         "Ratio: speed of B over speed of A, of the geometric means of the fastest third of each "
         "point's samples; below 1, B is slower.");
    tell(how, out, "Intervals: all %d of them hold together with %.0f %% (Bonferroni; Dunn 1961).",
         contrast->group_count + (contrast_has_few_runs(contrast) ? 0 : contrast->judged),
         100 * (1 - contrast_false_alarm));
    tell(how, out,
         "They allow for the samples, for points that vary from one time to another, and for runs "
         "that vary.");
    for (int i = 0; i < contrast->target_count; i++)
        if (is_compared(contrast, &contrast->targets[i]))
            tell_variation(how, out, &contrast->targets[i]);
    if (contrast_has_few_runs(contrast))
        tell(how, out,
             "Fewer than three runs of a side: single points are not judged, because in each run "
             "their arrays lie elsewhere in memory. Groups (compare A1,A2,A3 B1,B2,B3) judge them "
             "and find smaller differences.");
}

static void tell_left_out(say *how, FILE *out, const struct contrast *contrast)
{
    int only[2] = {0, 0};
    for (int i = 0; i < contrast->count; i++)
        for (int side = 0; side < 2; side++)
            only[side] +=
                contrast->points[i]->runs[side] > 0 && contrast->points[i]->runs[!side] == 0;
    if (only[0] + only[1] > 0)
        tell(how, out, "Not compared: %d points that only A has, %d that only B has.", only[0],
             only[1]);
    for (int i = 0; i < contrast->target_count; i++)
        if (contrast->targets[i].unlike)
            tell(how, out,
                 "%s: its cores or its memory had another speed in B than in A (samples.csv, "
                 "l2_index_ns and memory_index_ns). That alone may be the reason for ratios from "
                 "%.2f to %.2f, and the intervals allow for it.",
                 contrast->targets[i].name, exp(contrast->targets[i].state[0]),
                 exp(contrast->targets[i].state[1]));
    if (contrast->invalid > 0)
        tell(how, out, "Left out: %d row%s without a valid time, %d of them for their samples.",
             contrast->invalid, contrast->invalid == 1 ? "" : "s", contrast->contradicted);
}

static void explain(say *how, FILE *out, const struct contrast *contrast,
                    const char *const names[2])
{
    for (int side = 0; side < 2; side++)
        tell(how, out, "%s: %s (%d run%s)", sides[side], names[side], contrast->run_count[side],
             contrast->run_count[side] == 1 ? "" : "s");
    tell_circumstances(how, out, contrast);
    tell_method(how, out, contrast);
    tell_left_out(how, out, contrast);
}

static const char *verdict_text(const struct contrast *contrast, const struct comparison *speed,
                                char text[64])
{
    const double most = 100 * contrast->threshold;
    if (speed->verdict == VERDICT_SAME)
        snprintf(text, 64, "the same within %.3g %%", most);
    else if (is_much_slower(speed))
        snprintf(text, 64, "slower by more than %.3g %%", most);
    else
        snprintf(text, 64, "%s", verdict_word(speed->verdict));
    return text;
}

/* The arrays of both sides differ in size, because free memory or caches differ. */
static const char *note_of(const struct contrast_point *point)
{
    return point->unlike                                ? "another speed of cores or memory"
           : point->footprint[0] == point->footprint[1] ? ""
                                                        : "sizes differ";
}

static void say_plain(FILE *out, const char *sentence)
{
    fprintf(out, "# %s\n", sentence);
}

/* "0.9 to 1.1"; an interval without an end is not known. */
static const char *interval_text(const struct comparison *speed, const char *form, char text[64])
{
    snprintf(text, 64, "not known");
    if (isfinite(speed->ratio.high))
        snprintf(text, 64, form, speed->ratio.low, speed->ratio.high);
    return text;
}

static void text_speed(FILE *out, const struct contrast *contrast, const struct comparison *speed)
{
    char verdict[64], interval[64];
    fprintf(out, "%8.4g  %s  %s", speed->ratio.value,
            interval_text(speed, "[%.4g, %.4g]", interval), verdict_text(contrast, speed, verdict));
}

static void text_point(FILE *out, const struct contrast *contrast,
                       const struct contrast_point *point, int width)
{
    char name[SENTENCE_MAX];
    point_text(point->field, " ", name, sizeof name);
    fprintf(out, "%-*s ", width, name);
    text_speed(out, contrast, &point->speed);
    if (strcmp(point->marks, "-") != 0)
        fprintf(out, "; %s", point->marks);
    fprintf(out, "%s%s\n", *note_of(point) ? "; " : "", note_of(point));
}

static void group_name(const struct contrast_group *group, char *text, size_t size)
{
    if (strcmp(group->by, "all") == 0)
        snprintf(text, size, "%s, all", group->target);
    else
        snprintf(text, size, "%s, %s %s,", group->target, group->by, group->name);
    text_add(text, size, " %d point%s", group->points, group->points == 1 ? "" : "s");
}

static const char *counts_text(const struct contrast_group *group, char text[128])
{
    const int *n = group->verdicts;
    snprintf(text, 128, "%d faster, %d slower, %d same, %d inconclusive", n[VERDICT_FASTER],
             n[VERDICT_SLOWER], n[VERDICT_SAME], n[VERDICT_INCONCLUSIVE]);
    return text;
}

static void text_group(FILE *out, const struct contrast *contrast,
                       const struct contrast_group *group, int width)
{
    char name[SENTENCE_MAX], counts[128];
    group_name(group, name, sizeof name);
    fprintf(out, "%-*s ", width, name);
    text_speed(out, contrast, &group->speed);
    if (!contrast_has_few_runs(contrast))
        fprintf(out, "; %s", counts_text(group, counts));
    fputs("\n", out);
}

/* The length of the longest name. */
static int name_width(const struct contrast *contrast)
{
    char name[SENTENCE_MAX];
    size_t width = 0;
    for (int i = 0; i < contrast->count; i++) {
        point_text(contrast->points[i]->field, " ", name, sizeof name);
        if (contrast->points[i]->judged && strlen(name) > width)
            width = strlen(name);
    }
    return width > NAME_WIDTH_MOST ? NAME_WIDTH_MOST : (int)width;
}

static void write_text(FILE *out, const struct contrast *contrast, const char *const names[2])
{
    const int width = name_width(contrast);
    explain(say_plain, out, contrast, names);
    for (int i = 0; i < contrast->count; i++)
        if (contrast->points[i]->judged)
            text_point(out, contrast, contrast->points[i], width);
    fputc('\n', out);
    for (int i = contrast->group_count - 1; i >= 0; i--)
        text_group(out, contrast, &contrast->groups[i], width);
}

/* Escapes what Markdown or its HTML would take for more than text. */
static void put_cell(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("&<>", *text)) {
            fputs(*text == '&' ? "&amp;" : *text == '<' ? "&lt;" : "&gt;", out);
            continue;
        }
        if (strchr("|\\`*[]~", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void say_item(FILE *out, const char *sentence)
{
    fputs("- ", out);
    put_cell(out, sentence);
    fputc('\n', out);
}

static void markdown_row(FILE *out, const struct contrast *contrast, const char *name,
                         const struct comparison *speed, const char *note)
{
    char verdict[64], interval[64];
    fputs("| ", out);
    put_cell(out, name);
    fprintf(out, " | %.4g | %s | %s | ", speed->ratio.value,
            interval_text(speed, "%.4g to %.4g", interval), verdict_text(contrast, speed, verdict));
    put_cell(out, note);
    fputs(" |\n", out);
}

static void markdown_points(FILE *out, const struct contrast *contrast)
{
    char name[SENTENCE_MAX], note[SENTENCE_MAX];
    fputs("\n| point | B over A | interval | verdict | notes |\n|---|---|---|---|---|\n", out);
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (!point->judged)
            continue;
        const char *marks = strcmp(point->marks, "-") == 0 ? "" : point->marks;
        point_text(point->field, " ", name, sizeof name);
        snprintf(note, sizeof note, "%s%s%s", marks, *marks && *note_of(point) ? "; " : "",
                 note_of(point));
        markdown_row(out, contrast, name, &point->speed, note);
    }
}

static void write_markdown(FILE *out, const struct contrast *contrast, const char *const names[2])
{
    char name[SENTENCE_MAX], counts[128];
    explain(say_item, out, contrast, names);
    fputs("\n| summary | B over A | interval | verdict | points |\n|---|---|---|---|---|\n", out);
    for (int i = 0; i < contrast->group_count; i++) {
        const struct contrast_group *group = &contrast->groups[i];
        group_name(group, name, sizeof name);
        markdown_row(out, contrast, name, &group->speed,
                     contrast_has_few_runs(contrast) ? "" : counts_text(group, counts));
    }
    markdown_points(out, contrast);
}

static void csv_speed(FILE *out, const struct comparison *speed)
{
    fprintf(out, isfinite(speed->ratio.high) ? "%.6g,%.6g,%.6g" : "%.6g,-,-", speed->ratio.value,
            speed->ratio.low, speed->ratio.high);
    fprintf(out, ",%s,%s", verdict_word(speed->verdict), is_much_slower(speed) ? "yes" : "no");
}

/* Rows of points and of summaries have the same columns; the column `row` distinguishes them. */
static void write_csv(FILE *out, const struct contrast *contrast, const char *const names[2])
{
    explain(say_plain, out, contrast, names);
    fprintf(
        out,
        "# threshold: %g\nrow,study,pattern,target,element_bytes,parameter,value,settings,class,"
        "points,ratio,ratio_low,ratio_high,verdict,beyond_threshold,marks\n",
        contrast->threshold);
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (!point->judged)
            continue;
        fputs("point", out);
        for (int f = 0; f < POINT_FIELDS; f++)
            fprintf(out, ",%s", point->field[f]);
        fprintf(out, ",%s,1,", point->class);
        csv_speed(out, &point->speed);
        fprintf(out, ",%s\n", point->marks);
    }
    for (int i = 0; i < contrast->group_count; i++) {
        const struct contrast_group *group = &contrast->groups[i];
        const bool study = strcmp(group->by, "study") == 0, all = strcmp(group->by, "all") == 0;
        fprintf(out, "%s,%s,-,%s,-,-,-,-,%s,%d,", group->by, study ? group->name : "-",
                group->target, study || all ? "-" : group->name, group->points);
        csv_speed(out, &group->speed);
        fputs(",-\n", out);
    }
}

static json_t *json_speed(const struct comparison *speed)
{
    const bool known = isfinite(speed->ratio.high);
    return json_pack("{s:f,s:o,s:o,s:s,s:b}", "ratio", speed->ratio.value, "ratio_low",
                     known ? json_real(speed->ratio.low) : json_null(), "ratio_high",
                     known ? json_real(speed->ratio.high) : json_null(), "verdict",
                     verdict_word(speed->verdict), "beyond_threshold", is_much_slower(speed));
}

static json_t *json_point(const struct contrast_point *point)
{
    json_t *row = json_speed(&point->speed);
    for (int f = 0; f < POINT_FIELDS; f++)
        json_object_set_new(row, point_columns[f], json_cell(point_columns[f], point->field[f]));
    json_object_set_new(row, "class", json_string(point->class));
    json_object_set_new(row, "marks", json_string(point->marks));
    return row;
}

static json_t *json_group(const struct contrast_group *group)
{
    json_t *row = json_speed(&group->speed);
    json_object_set_new(row, "by", json_string(group->by));
    json_object_set_new(row, "name", json_string(group->name));
    json_object_set_new(row, "target", json_string(group->target));
    json_object_set_new(row, "points", json_integer(group->points));
    for (int v = 0; v < VERDICTS; v++)
        json_object_set_new(row, verdict_word(v), json_integer(group->verdicts[v]));
    return row;
}

static json_t *json_variations(const struct contrast *contrast)
{
    json_t *rows = json_array();
    for (int i = 0; i < contrast->target_count; i++)
        for (int side = 0; side < 2; side++) {
            const struct variation *variation = &contrast->targets[i].side[side];
            json_array_append_new(
                rows, json_pack("{s:s,s:s,s:f,s:f,s:b,s:f}", "target", contrast->targets[i].name,
                                "side", sides[side], "deviation", sqrt(variation->runs.variance),
                                "degrees_of_freedom", variation->runs.freedom, "assumed",
                                variation->is_assumed, "inflation", variation->inflation));
        }
    return rows;
}

static json_t *json_circumstances(const struct contrast *contrast)
{
    json_t *rows = json_array();
    for (int i = 0; i < contrast->circumstance_count; i++) {
        const struct circumstance *one = &contrast->circumstances[i];
        if (circumstance_differs(one))
            json_array_append_new(rows, json_pack("{s:s*,s:s*,s:s*}", "key", one->key, "a",
                                                  one->value[0], "b", one->value[1]));
    }
    return rows;
}

/* Invalid UTF-8 has no JSON: jansson then returns no value, and the document has no such member. */
static void write_json(FILE *out, const struct contrast *contrast, const char *const names[2])
{
    json_t *points = json_array(), *groups = json_array();
    for (int i = 0; i < contrast->count; i++)
        if (contrast->points[i]->judged)
            json_array_append_new(points, json_point(contrast->points[i]));
    for (int i = 0; i < contrast->group_count; i++)
        json_array_append_new(groups, json_group(&contrast->groups[i]));
    json_t *all = needed(
        json_pack("{s:s*,s:s*,s:i,s:i,s:o,s:f,s:f,s:s,s:o,s:o,s:o}", "a", names[0], "b", names[1],
                  "a_runs", contrast->run_count[0], "b_runs", contrast->run_count[1], "differs",
                  json_circumstances(contrast), "threshold", contrast->threshold, "false_alarm",
                  contrast_false_alarm, "method",
                  "differences of mean logarithms of speeds, Bonferroni (Dunn 1961)", "variation",
                  json_variations(contrast), "summary", groups, "points", points));
    (void)json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(7));
    json_decref(all);
    fputc('\n', out);
}

const struct contrast_form contrast_forms[] = {{"text", write_text},
                                               {"csv", write_csv},
                                               {"json", write_json},
                                               {"markdown", write_markdown},
                                               {NULL, NULL}};
