#include "plots/fleet/convert.h"

#include "plots/data/draft.h"
#include "plots/data/names.h"
#include "plots/data/text_digest.h"
#include "plots/fleet/row_reader.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns that hold words, even where such a word looks like a number. */
static const char *const text_columns[] = {"study", "pattern",  "target", "parameter", "level",
                                           "marks", "valid",    "pages",  "ran_on",    "bound",
                                           "host",  "settings", NULL};

static bool holds_text(const char *column)
{
    for (const char *const *name = text_columns; *name; name++)
        if (strcmp(*name, column) == 0)
            return true;
    return false;
}

/* What is no UTF-8 has no JSON; its foreign letters become question marks. */
static json_t *json_text(const char *text)
{
    json_t *json = json_string(text);
    char *copy = json ? NULL : strdup(text);
    for (char *c = copy; c && *c; c++)
        *c = (unsigned char)*c < 0x80 ? *c : '?';
    if (copy)
        json = json_string(copy);
    free(copy);
    return json;
}

static json_t *json_cell(const char *column, const char *text)
{
    char *end;
    if (strcmp(text, "-") == 0)
        return json_null();
    const double number = strtod(text, &end);
    if (holds_text(column) || *end || end == text || strpbrk(text, "xX"))
        return json_text(text);
    if (!isfinite(number))
        return json_null();
    if (!strpbrk(text, ".eE") && fabs(number) < 1e15)
        return json_integer((json_int_t)number);
    return json_real(number);
}

static int put_object(FILE *out, const struct rows *rows)
{
    json_t *object = json_object();
    const struct table *table = &rows->table;
    int code = object ? 0 : -1;
    for (int i = 0; i < table->column_count && !code; i++)
        code = json_object_set_new(object, table->columns[i],
                                   json_cell(table->columns[i], table->cells[i]));
    if (!code)
        code = json_object_set_new(object, "host", json_text(rows->node));
    if (!code)
        code = json_dumpf(object, out, JSON_COMPACT | JSON_REAL_PRECISION(12));
    fputc('\n', out);
    json_decref(object);
    return code && !ferror(out) ? -ENOMEM : 0; /* who closes `out` says why it takes no more */
}

/* Calls `put` for each row of all folders; `with` is the caller's. */
typedef int row_writer(FILE *out, const struct rows *rows, const struct measured *row,
                       const void *with);

static int each_row(FILE *out, const struct sets *sets, row_writer *put, const void *with,
                    char *problem, size_t problem_size)
{
    int more = 0;
    for (int i = 0; i < sets->count && !more; i++) {
        struct rows rows;
        struct measured row;
        more = rows_open(&rows, sets->folder[i], problem, problem_size);
        while (!more && (more = rows_next(&rows, &row)) == 1)
            more = put(out, &rows, &row, with);
        rows_close(&rows);
        if (more == -ENOMEM)
            snprintf(problem, problem_size, "%s: not enough memory to convert it", sets->folder[i]);
    }
    return more;
}

static int put_json(FILE *out, const struct rows *rows, const struct measured *row,
                    const void *with)
{
    (void)row;
    (void)with;
    return put_object(out, rows);
}

static int write_jsonl(FILE *out, const struct sets *sets, char *problem, size_t problem_size)
{
    return each_row(out, sets, put_json, NULL, problem, problem_size);
}

/* What a row tells others: a column, and how Prometheus, which has base units alone, calls it. */
static const struct told {
    const char *column, *unit;
    const char *metric, *help;
    double scale;
} told[] = {
    {"time_ns", "ns", "warpline_time_seconds", "Median time of one pass.", 1e-9},
    {"bandwidth_gbps", "GB/s", "warpline_bandwidth_bytes_per_second",
     "Useful bytes of one pass by its median time.", 1e9},
    {"fraction_of_copy", "ratio", "warpline_fraction_of_copy_ratio",
     "Bandwidth as a fraction of the same target's copies.", 1},
};
enum { TOLD = sizeof told / sizeof *told };

/* The cell of a column, NULL where the row has no number there. */
static const char *cell_of(const struct rows *rows, const char *column)
{
    char *end;
    const int number = table_column(&rows->table, column);
    const char *text = number < 0 ? "-" : rows->table.cells[number];
    return !isfinite(strtod(text, &end)) || *end || end == text ? NULL : text;
}

static void put_name(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(isalnum((unsigned char)*text) || strchr("_-.=", *text) ? *text : '_', out);
}

/* "chains=2 window=64": a word each. */
static void put_settings(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == ' ')
            fputc('.', out);
        else
            put_name(out, (const char[]){*text, '\0'});
    fputc('.', out);
}

static void put_metric_name(FILE *out, const struct rows *rows, const struct measured *row,
                            const struct sets *sets)
{
    static const enum point_field order[] = {POINT_TARGET, POINT_STUDY, POINT_PATTERN,
                                             POINT_ELEMENT};
    if (rows->merged || sets->count > 1) {
        put_name(out, rows->node);
        fputc('.', out);
    }
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        put_name(out, row->field[order[i]]);
        fputc('.', out);
    }
    if (strcmp(row->field[POINT_PARAMETER], "-") != 0) {
        put_name(out, row->field[POINT_PARAMETER]);
        fputc('=', out);
        put_name(out, row->field[POINT_VALUE]);
        fputc('.', out);
    }
    if (strcmp(row->field[POINT_SETTINGS], "-") != 0)
        put_settings(out, row->field[POINT_SETTINGS]);
}

/* Writes what no two rows may have in common; `with` are the sets. */
typedef void key_writer(FILE *out, const struct rows *rows, const struct measured *row,
                        const struct sets *sets);

struct uniqueness {
    const struct sets *sets;
    key_writer *put;
    struct names *seen; /* digests, as text: names of many nodes are long */
};

static int check_row(FILE *out, const struct rows *rows, const struct measured *row,
                     const void *with)
{
    const struct uniqueness *unique = with;
    char digest[24];
    struct draft draft;
    (void)out;
    if (draft_open(&draft))
        unique->put(draft.out, rows, row, unique->sets);
    char *key = draft_close(&draft);
    if (!key)
        return -ENOMEM;
    snprintf(digest, sizeof digest, "%016" PRIx64, digest_add(digest_begin, key, strlen(key)));
    const bool known = names_find(unique->seen, digest);
    if (known)
        snprintf(rows->table.problem, rows->table.problem_size,
                 "%s: line %d: %s would stand twice; leave one folder out, or rename a host",
                 rows->table.path, rows->table.line, key);
    free(key);
    return known ? -EEXIST : names_keep(unique->seen, digest) ? 0 : -ENOMEM;
}

/* Two samples of one name are refused as a whole by those who read them. */
static int check_unique(const struct sets *sets, key_writer *put, char *problem,
                        size_t problem_size)
{
    struct names seen = {0};
    const struct uniqueness unique = {.sets = sets, .put = put, .seen = &seen};
    const int code = each_row(NULL, sets, check_row, &unique, problem, problem_size);
    names_free(&seen);
    return code;
}

static int put_metrics(FILE *out, const struct rows *rows, const struct measured *row,
                       const void *with)
{
    for (int i = 0; i < TOLD && row->usable; i++) {
        const char *cell = cell_of(rows, told[i].column);
        if (!cell)
            continue;
        put_metric_name(out, rows, row, with);
        fprintf(out, "%s: %s %s\n", told[i].column, cell, told[i].unit);
    }
    return 0;
}

static int write_metrics(FILE *out, const struct sets *sets, char *problem, size_t problem_size)
{
    const int code = check_unique(sets, put_metric_name, problem, problem_size);
    return code ? code : each_row(out, sets, put_metrics, sets, problem, problem_size);
}

/* A label's value: three letters are escaped, and what is no UTF-8 is replaced. */
static void put_label(FILE *out, const char *name, const char *value)
{
    json_t *text = json_text(value);
    const char *c = text ? json_string_value(text) : "";
    fprintf(out, "%s=\"", name);
    for (; *c; c++)
        if (*c == '\n')
            fputs("\\n", out);
        else
            fprintf(out, "%s%c", *c == '"' || *c == '\\' ? "\\" : "", *c);
    fputc('"', out);
    json_decref(text);
}

static void put_labels(FILE *out, const struct rows *rows, const struct measured *row,
                       const struct sets *sets)
{
    (void)sets;
    fputc('{', out);
    put_label(out, "host", rows->node);
    for (int i = 0; i < POINT_FIELDS; i++) {
        fputc(',', out);
        put_label(out, point_columns[i], row->field[i]);
    }
    fputc('}', out);
}

static int put_sample(FILE *out, const struct rows *rows, const struct measured *row,
                      const void *with)
{
    const struct told *what = with;
    const char *cell = row->usable ? cell_of(rows, what->column) : NULL;
    if (!cell)
        return 0;
    fputs(what->metric, out);
    put_labels(out, rows, row, NULL);
    fprintf(out, " %.10g\n", what->scale * strtod(cell, NULL));
    return 0;
}

static int put_valid(FILE *out, const struct rows *rows, const struct measured *row,
                     const void *with)
{
    (void)with;
    fputs("warpline_valid", out);
    put_labels(out, rows, row, NULL);
    fprintf(out, " %d\n", row->usable);
    return 0;
}

/* All samples of a metric stand together: the format wants it so. */
static int write_prometheus(FILE *out, const struct sets *sets, char *problem, size_t problem_size)
{
    int code = check_unique(sets, put_labels, problem, problem_size);
    for (int i = 0; i < TOLD && !code; i++) {
        fprintf(out, "# HELP %s %s\n# TYPE %s gauge\n", told[i].metric, told[i].help,
                told[i].metric);
        code = each_row(out, sets, put_sample, &told[i], problem, problem_size);
    }
    if (code)
        return code;
    fputs("# HELP warpline_valid Whether the point has a time that is to be trusted.\n"
          "# TYPE warpline_valid gauge\n",
          out);
    return each_row(out, sets, put_valid, NULL, problem, problem_size);
}

const struct convert_form convert_forms[] = {
    {"jsonl", "JSON lines, one object a row", write_jsonl},
    {"metrics", "lines of `metric: value unit`", write_metrics},
    {"prometheus", "Prometheus' text format", write_prometheus},
    {NULL, NULL, NULL}};
