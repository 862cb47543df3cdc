#include "plots/fleet/row_reader.h"

#include "plots/data/median.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const point_columns[POINT_FIELDS] = {"study",     "pattern", "target",  "element_bytes",
                                                 "parameter", "value",   "settings"};

/* Columns beside those. */
enum {
    LEVEL = POINT_FIELDS,
    MARKS,
    VALID,
    FOOTPRINT,
    ELEMENTS,
    USEFUL,
    TIME,
    LOW,
    HIGH,
    SAMPLES,
    HOST,
    COLUMNS,
};

static const char *const more_columns[] = {
    "level",   "marks",     "valid",      "footprint_bytes", "elements", "useful_bytes",
    "time_ns", "ci_low_ns", "ci_high_ns", "samples",         "host"};

static const struct table_range amounts = {.least = 0, .most = 1e18, .absent = true};
static const struct table_range times_ns = {.least = 0, .most = 1e15, .absent = true};
static const struct table_range points = {.least = 0, .most = 1e9, .whole = true};
static const struct table_range slopes_ns = {.least = -1e15, .most = 1e15};

/* Only results that were merged have hosts, and older ones no settings. */
static bool is_optional(int column)
{
    return column == HOST || column == POINT_SETTINGS;
}

static int find_columns(struct rows *rows)
{
    for (int i = 0; i < COLUMNS; i++) {
        const char *name = i < POINT_FIELDS ? point_columns[i] : more_columns[i - POINT_FIELDS];
        rows->column[i] = is_optional(i) ? table_column(&rows->table, name)
                                         : table_needed_column(&rows->table, name);
        if (rows->column[i] < 0 && !is_optional(i))
            return rows->column[i];
    }
    rows->merged = rows->column[HOST] >= 0;
    return 0;
}

void node_name(char name[NODE_NAME_MAX], const char *text)
{
    text += strspn(text, " \t");
    snprintf(name, NODE_NAME_MAX, "%s", text);
    for (char *c = name; *c; c++)
        *c = *c == ',' ? ';' : *c == '"' || iscntrl((unsigned char)*c) ? ' ' : *c;
    for (size_t end = strlen(name); end > 0 && name[end - 1] == ' ';)
        name[--end] = '\0';
    if (!*name)
        snprintf(name, NODE_NAME_MAX, "-");
}

/* Several folders of one host are told apart by what their names have behind the host's:
 * HOST.gpu1. */
static void name_node(struct rows *rows, const char *folder)
{
    char own[NODE_NAME_MAX], last[PATH_MAX];
    const char *host = table_header_value(&rows->table, "host");
    snprintf(last, sizeof last, "%s", folder);
    for (size_t end = strlen(last); end > 1 && last[end - 1] == '/';)
        last[--end] = '\0';
    const char *slash = strrchr(last, '/');
    node_name(own, slash && slash[1] ? slash + 1 : last);
    node_name(rows->node, host && *host ? host : own);
    const size_t length = strlen(rows->node);
    if (strncmp(own, rows->node, length) == 0 && own[length] == '.')
        memcpy(rows->node, own, sizeof own);
}

/* Reads the next sample ahead. */
static int next_sample(struct rows *rows)
{
    double point = -1;
    const int more = table_next(&rows->sample_table);
    rows->next_point = -1;
    if (more <= 0)
        return more;
    int code = table_number(&rows->sample_table, rows->point_column, &points, &point);
    if (!code)
        code = table_number(&rows->sample_table, rows->time_column, &slopes_ns, &rows->next_ns);
    rows->next_point = code ? -1 : (int)point;
    return code;
}

static int open_samples(struct rows *rows, const char *folder)
{
    char *problem = rows->table.problem;
    const int code =
        table_open(&rows->sample_table, folder, "samples.csv", problem, rows->table.problem_size);
    rows->next_point = -1;
    if (code == -ENOENT || code == -ENODATA) {
        problem[0] = '\0';
        return 0;
    }
    if (code)
        return code;
    rows->has_samples = true;
    rows->point_column = table_needed_column(&rows->sample_table, "point");
    rows->time_column = table_needed_column(&rows->sample_table, "time_ns");
    if (rows->point_column < 0 || rows->time_column < 0)
        return -EINVAL;
    return next_sample(rows);
}

int rows_open(struct rows *rows, const char *folder, char *problem, size_t problem_size)
{
    *rows = (struct rows){.row = -1};
    int code = table_open(&rows->table, folder, "results.csv", problem, problem_size);
    if (!code)
        code = find_columns(rows);
    if (code)
        return code;
    rows->first_headers = rows->table.header_count;
    name_node(rows, folder);
    return open_samples(rows, folder);
}

void rows_close(struct rows *rows)
{
    table_close(&rows->table);
    table_close(&rows->sample_table);
    free(rows->times_ns);
    *rows = (struct rows){.row = -1};
}

static int keep_sample(struct rows *rows, double ns)
{
    if (rows->count == rows->room) {
        const int room = rows->room ? 2 * rows->room : 64;
        void *more = realloc(rows->times_ns, sizeof *rows->times_ns * 2 * (size_t)room);
        if (!more) {
            snprintf(rows->table.problem, rows->table.problem_size,
                     "%s: not enough memory to read it", rows->sample_table.path);
            return -ENOMEM;
        }
        rows->times_ns = more; /* twice: the second half is put in order */
        rows->room = room;
    }
    rows->times_ns[rows->count++] = ns;
    return 0;
}

/* Samples of a row stand together, in the order of the rows. Those of a row that is behind belong
 * to none. */
static int take_samples(struct rows *rows)
{
    int code = 0;
    rows->count = 0;
    while (!code && rows->next_point >= 0 && rows->next_point <= rows->row) {
        if (rows->next_point == rows->row)
            code = keep_sample(rows, rows->next_ns);
        if (!code)
            code = next_sample(rows);
    }
    return code;
}

/* Both files have two decimals. */
static bool samples_agree(const struct rows *rows, double time_ns, double samples)
{
    const double rounding_ns = 0.011;
    if (!rows->has_samples)
        return true;
    if (rows->count != samples || rows->count == 0)
        return false;
    double *ordered = rows->times_ns + rows->room;
    memcpy(ordered, rows->times_ns, sizeof *ordered * (size_t)rows->count);
    return fabs(median_of(ordered, rows->count) - time_ns) <= rounding_ns + 1e-9 * time_ns;
}

static int take_numbers(struct rows *rows, struct measured *row, double *samples)
{
    const struct {
        int column;
        const struct table_range *range;
        double *number;
    } numbers[] = {{ELEMENTS, &amounts, &row->elements}, {USEFUL, &amounts, &row->useful_bytes},
                   {TIME, &times_ns, &row->time_ns},     {LOW, &times_ns, &row->ci_low_ns},
                   {HIGH, &times_ns, &row->ci_high_ns},  {SAMPLES, &amounts, samples}};
    int code = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !code; i++)
        code = table_number(&rows->table, rows->column[numbers[i].column], numbers[i].range,
                            numbers[i].number);
    return code;
}

static int take_row(struct rows *rows, struct measured *row)
{
    const char **cells = rows->table.cells;
    double samples = 0;
    *row = (struct measured){.level = cells[rows->column[LEVEL]],
                             .marks = cells[rows->column[MARKS]],
                             .valid = cells[rows->column[VALID]],
                             .footprint_bytes = cells[rows->column[FOOTPRINT]]};
    for (int i = 0; i < POINT_FIELDS; i++)
        row->field[i] = rows->column[i] < 0 ? "-" : cells[rows->column[i]];
    int code = take_numbers(rows, row, &samples);
    if (!code)
        code = take_samples(rows);
    if (code)
        return code;
    row->usable = strcmp(row->valid, "yes") == 0 && row->time_ns > 0;
    if (row->usable && !samples_agree(rows, row->time_ns, samples)) {
        row->usable = false;
        rows->contradicted++;
    }
    row->times_ns = rows->count ? rows->times_ns : NULL;
    row->samples = rows->count;
    return 0;
}

/* A header below the rows is a second run's. */
static int refuse_header(const struct rows *rows)
{
    snprintf(rows->table.problem, rows->table.problem_size,
             "%s: a second header above line %d: results of two runs in one file; give each a "
             "folder of its own",
             rows->table.path, rows->table.line);
    return -EINVAL;
}

int rows_next(struct rows *rows, struct measured *row)
{
    const int more = table_next(&rows->table);
    if (more < 0)
        return more;
    if (rows->table.header_count > rows->first_headers)
        return refuse_header(rows);
    if (more == 0)
        return 0;
    rows->row++;
    if (rows->merged)
        node_name(rows->node, rows->table.cells[rows->column[HOST]]);
    const int code = take_row(rows, row);
    row->node = rows->node;
    return code ? code : 1;
}

/* The number that a merged header gives to a node: "node12". False where it knows none such. */
static bool find_prefix(const struct rows *rows, char prefix[32])
{
    for (int i = 0; i < rows->first_headers; i++) {
        const struct table_header *line = &rows->table.headers[i];
        if (strncmp(line->key, "node", 4) == 0 &&
            !line->key[4 + strspn(line->key + 4, "0123456789")] &&
            strcmp(line->value, rows->node) == 0)
            return snprintf(prefix, 32, "%s_", line->key) < 32;
    }
    return false;
}

const char *rows_header(const struct rows *rows, const char *key)
{
    char prefix[32], own[128];
    if (rows->merged && find_prefix(rows, prefix)) {
        snprintf(own, sizeof own, "%s%s", prefix, key);
        const char *value = table_header_value(&rows->table, own);
        if (value)
            return value;
    }
    return table_header_value(&rows->table, key);
}
