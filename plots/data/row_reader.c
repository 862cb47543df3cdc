#include "plots/data/row_reader.h"

#include "study/base/array.h"
#include "study/base/median.h"
#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEEDED = 1, IDENTIFIES = 2, SAMPLES_MOST = 1 << 20 };

/* The kinds of columns.def. 1e15 ns are eleven days, longer than any pass. */
static const struct {
    struct table_range name, text, count, amount, time, number;
} kinds = {.text = {.absent = true},
           .count = {.least = 1, .most = 1e18, .whole = true},
           .amount = {.least = 0, .most = 1e18, .whole = true, .absent = true},
           .time = {.least = 0, .most = 1e15, .absent = true},
           .number = {.least = -1e300, .most = 1e300, .absent = true}};

#define COLUMN(name_, unit_, kind, flags, help_, written)        \
    [COLUMN_##name_] = {.name = #name_,                          \
                        .unit = (unit_),                         \
                        .range = &kinds.kind,                    \
                        .needed = ((flags)&NEEDED) != 0,         \
                        .identifies = ((flags)&IDENTIFIES) != 0, \
                        .help = (help_)},
const struct column columns[COLUMN_COUNT + 1] = {
#include "plots/data/columns.def"
    [COLUMN_COUNT] = {.name = NULL}};

bool column_is_text(const struct column *column)
{
    return strcmp(column->unit, "text") == 0;
}

const struct column *column_named(const char *name)
{
    for (const struct column *c = columns; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

/* Same order as in point_field. */
#define POINT_COLUMNS(of) \
    of(study), of(pattern), of(target), of(element_bytes), of(parameter), of(value), of(settings)
#define NAME_OF(column)   #column
#define NUMBER_OF(column) COLUMN_##column

const char *const point_columns[POINT_FIELDS] = {POINT_COLUMNS(NAME_OF)};
static const enum column_number point_numbers[POINT_FIELDS] = {POINT_COLUMNS(NUMBER_OF)};

void point_text(const char *const field[POINT_FIELDS], const char *between, char *text, size_t size)
{
    const bool swept = strcmp(field[POINT_PARAMETER], "-") != 0,
               set = strcmp(field[POINT_SETTINGS], "-") != 0;
    snprintf(text, size, "%s %s %s%s%s bytes%s%s%s%s%s%s", field[POINT_STUDY], field[POINT_PATTERN],
             field[POINT_TARGET], between, field[POINT_ELEMENT], swept ? between : "",
             swept ? field[POINT_PARAMETER] : "", swept ? "=" : "", swept ? field[POINT_VALUE] : "",
             set ? between : "", set ? field[POINT_SETTINGS] : "");
}

static const struct table_range points = {.least = 0, .most = 1e9, .whole = true};
static const struct table_range slopes_ns = {.least = -1e15, .most = 1e15};
static const struct table_range shares = {.least = 0, .most = 1e15, .absent = true};
static const struct table_range speeds_ns = {.least = 1e-9, .most = 1e15, .absent = true};

const char samples_vary[] = "the interval is wider than the median";
const char samples_head[] =
    "# point: the row of results.csv, from 0; time_ns: one pass; l2_index_ns, memory_index_ns: "
    "the target's speed meanwhile, ns a KiB from the L2 and from memory; lost_share: the largest "
    "share of the time that a thread lost to other load; marks: slow or fast, if its l2_index_ns "
    "is far from the median of the point's samples\n"
    "point,sample,time_ns,l2_index_ns,memory_index_ns,lost_share,marks\n";

bool row_varies(const char *valid)
{
    return strncmp(valid, "no: ", 4) == 0 && strcmp(valid + 4, samples_vary) == 0;
}

static const char *put_speed(char text[32], double ns)
{
    if (ns > 0)
        snprintf(text, 32, "%.6g", ns);
    return ns > 0 ? text : "-";
}

const struct sample_speed speed_unknown = {NAN, NAN};

void speed_write(FILE *out, struct sample_speed speed)
{
    char core[32], memory[32];
    fprintf(out, "%s,%s", put_speed(core, speed.core_ns), put_speed(memory, speed.memory_ns));
}

struct sample_speed speed_usual(const struct sample_speed *speeds, int count)
{
    double *ns = NULL;
    struct sample_speed usual;
    int room = 0;
    array_make_room(ns, count, room);
    for (int i = 0; i < count; i++)
        ns[i] = speeds[i].core_ns;
    usual.core_ns = median_of(ns, count);
    for (int i = 0; i < count; i++)
        ns[i] = speeds[i].memory_ns;
    usual.memory_ns = median_of(ns, count);
    free(ns);
    return usual;
}

static const char *speed_mark(double core_ns, double usual_ns)
{
    static const double off_times = 1.25;
    return core_ns > usual_ns * off_times ? "slow" : core_ns < usual_ns / off_times ? "fast" : "-";
}

void samples_write(FILE *out, int row, const double *times_ns, const struct sample_speed *speeds,
                   const double *lost_shares, int count)
{
    const double usual_ns = speed_usual(speeds, count).core_ns;
    for (int i = 0; i < count; i++) {
        fprintf(out, "%d,%d,%.2f,", row, i, times_ns[i]);
        speed_write(out, speeds[i]);
        if (lost_shares[i] >= 0)
            fprintf(out, ",%.3f", lost_shares[i]);
        else
            fputs(",-", out);
        fprintf(out, ",%s\n", speed_mark(speeds[i].core_ns, usual_ns));
    }
}

/* Both files round to two decimals. */
static const double rounding_ns = 0.011;

/* The number in a column; NaN if the file has no such column. */
static int number_in(struct table *table, int column, const struct table_range *range,
                     double *number)
{
    *number = NAN;
    return column < 0 ? 0 : table_number(table, column, range, number);
}

static int find_columns(struct rows *rows)
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        rows->column[i] = columns[i].needed ? table_needed_column(&rows->table, columns[i].name)
                                            : table_column(&rows->table, columns[i].name);
        if (rows->column[i] < 0 && columns[i].needed)
            return rows->column[i];
    }
    rows->host_column = table_column(&rows->table, "host");
    rows->merged = rows->host_column >= 0;
    return 0;
}

void node_name(char name[NODE_NAME_MAX], const char *text)
{
    text += strspn(text, " \t=+-@"); /* of these, a spreadsheet would make a formula */
    quote_plain(text, name, NODE_NAME_MAX);
    for (char *c = name; *c; c++)
        *c = *c == ',' ? ';' : *c == '"' ? ' ' : *c;
    for (size_t end = strlen(name); end > 0 && name[end - 1] == ' ';)
        name[--end] = '\0';
    if (!*name)
        snprintf(name, NODE_NAME_MAX, "-");
}

/* Folders of one host are named HOST.gpu1: the part after the host's name distinguishes its
 * nodes. */
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

/* Reads one sample in advance. Files of older versions have neither speeds nor lost shares. */
static int next_sample(struct rows *rows)
{
    double point = -1;
    const struct {
        int column;
        const struct table_range *range;
        double *number;
    } numbers[] = {{rows->point_column, &points, &point},
                   {rows->time_column, &slopes_ns, &rows->next_ns},
                   {rows->core_column, &speeds_ns, &rows->next_speed.core_ns},
                   {rows->memory_column, &speeds_ns, &rows->next_speed.memory_ns},
                   {rows->lost_column, &shares, &rows->next_lost}};
    int code = table_next(&rows->sample_table);
    rows->next_point = -1;
    if (code <= 0)
        return code;
    code = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !code; i++)
        code =
            number_in(&rows->sample_table, numbers[i].column, numbers[i].range, numbers[i].number);
    rows->next_point = code ? -1 : (int)point;
    return code;
}

static int open_samples(struct rows *rows, const char *folder)
{
    const int code = table_open(&rows->sample_table, folder, "samples.csv", rows->table.problem,
                                rows->table.problem_size);
    if (code == -ENOENT || code == -ENODATA)
        return 0;
    if (code)
        return code;
    rows->has_samples = true;
    rows->point_column = table_needed_column(&rows->sample_table, "point");
    rows->time_column = table_needed_column(&rows->sample_table, "time_ns");
    rows->core_column = table_column(&rows->sample_table, "l2_index_ns");
    if (rows->core_column < 0) /* of versions until 2026-11: another loop, and the workers' mean */
        rows->core_column = table_column(&rows->sample_table, "core_index_ns");
    rows->memory_column = table_column(&rows->sample_table, "memory_index_ns");
    rows->lost_column = table_column(&rows->sample_table, "lost_share");
    if (rows->point_column < 0 || rows->time_column < 0)
        return -EINVAL;
    return next_sample(rows);
}

int rows_open_alone(struct rows *rows, const char *folder, char *problem, size_t problem_size)
{
    *rows = (struct rows){.row = -1, .next_point = -1};
    int code = table_open(&rows->table, folder, "results.csv", problem, problem_size);
    if (!code)
        code = find_columns(rows);
    if (code)
        return code;
    rows->first_headers = rows->table.header_count;
    name_node(rows, folder);
    return 0;
}

int rows_open(struct rows *rows, const char *folder, char *problem, size_t problem_size)
{
    const int code = rows_open_alone(rows, folder, problem, problem_size);
    return code ? code : open_samples(rows, folder);
}

void rows_close(struct rows *rows)
{
    table_close(&rows->table);
    table_close(&rows->sample_table);
    free(rows->times_ns);
    free(rows->speeds);
    free(rows->lost_shares);
    *rows = (struct rows){.row = -1};
}

static int keep_sample(struct rows *rows)
{
    if (rows->count == SAMPLES_MOST) {
        snprintf(rows->table.problem, rows->table.problem_size,
                 "%s: more than %d samples of one point; use the original samples.csv",
                 rows->sample_table.path, SAMPLES_MOST);
        return -EINVAL;
    }
    const int last = 2 * rows->count + 1; /* the samples, then a sorted copy */
    array_make_room(rows->times_ns, last, rows->room);
    array_make_room(rows->speeds, rows->count, rows->speeds_room);
    array_make_room(rows->lost_shares, rows->count, rows->lost_room);
    rows->speeds[rows->count] = rows->next_speed;
    rows->lost_shares[rows->count] = rows->next_lost;
    rows->times_ns[rows->count++] = rows->next_ns;
    return 0;
}

/* The samples of a row are contiguous, and rows are in the same order in both files. Samples of an
 * earlier row belong to another run. Reads the samples of all rows before `end`. */
static int take_samples(struct rows *rows, int end)
{
    int code = 0;
    rows->count = 0;
    while (!code && rows->next_point >= 0 && rows->next_point < end) {
        if (rows->next_point == rows->row) {
            code = keep_sample(rows);
        } else {
            rows->strays++;
            if (rows->stray)
                rows->stray(rows->context, rows->next_point);
        }
        if (!code)
            code = next_sample(rows);
    }
    return code;
}

/* After the last row's samples there may be samples of a point for which a killed run wrote no
 * row. */
static int skip_samples(struct rows *rows)
{
    int code = 0;
    const int count = ++rows->row;
    while (!code && rows->next_point >= 0) {
        code = take_samples(rows, count);
        if (!code && rows->next_point >= count)
            code = next_sample(rows);
    }
    return code;
}

static double median_of_samples(const struct rows *rows)
{
    if (rows->count == 0)
        return NAN;
    double *ordered = rows->times_ns + rows->count;
    memcpy(ordered, rows->times_ns, sizeof *ordered * (size_t)rows->count);
    return median_of(ordered, rows->count);
}

/* Compares the row with its samples. An invalid row has samples, but no time. */
static void compare_samples(struct rows *rows, struct measured *row, double samples)
{
    row->times_ns = rows->count ? rows->times_ns : NULL;
    row->speeds = rows->count ? rows->speeds : NULL;
    row->lost_shares = rows->count ? rows->lost_shares : NULL;
    row->samples = rows->count;
    row->median_ns = median_of_samples(rows);
    if (!rows->has_samples)
        return;
    const bool agrees = rows->count == samples &&
                        (isnan(row->time_ns) ||
                         fabs(row->median_ns - row->time_ns) <= rounding_ns + 1e-9 * row->time_ns);
    row->contradicted = !agrees;
    row->usable &= agrees;
    row->comparable = row->usable || (agrees && rows->count > 0 && row_varies(row->valid));
    rows->contradicted += !agrees;
}

/* A median must lie within its interval, except for rounding in the file. */
static int check_interval(struct rows *rows, const struct measured *row)
{
    if (row->ci_low_ns > row->ci_high_ns)
        return table_refuse(&rows->table, rows->column[COLUMN_ci_low_ns], "is above ci_high_ns");
    if (row->time_ns < row->ci_low_ns - rounding_ns || row->time_ns > row->ci_high_ns + rounding_ns)
        return table_refuse(&rows->table, rows->column[COLUMN_time_ns],
                            "is not between ci_low_ns and ci_high_ns");
    return 0;
}

static int take_numbers(struct rows *rows, struct measured *row, double *samples)
{
    const struct {
        enum column_number column;
        double *number;
    } numbers[] = {{COLUMN_elements, &row->elements},
                   {COLUMN_useful_bytes, &row->useful_bytes},
                   {COLUMN_samples, samples},
                   {COLUMN_passes, &row->passes},
                   {COLUMN_time_ns, &row->time_ns},
                   {COLUMN_ci_low_ns, &row->ci_low_ns},
                   {COLUMN_ci_high_ns, &row->ci_high_ns}};
    int code = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && !code; i++)
        code = rows_number(rows, numbers[i].column, numbers[i].number);
    return code;
}

static int take_row(struct rows *rows, struct measured *row)
{
    double samples = 0;
    *row = (struct measured){.level = rows_text(rows, COLUMN_level),
                             .marks = rows_text(rows, COLUMN_marks),
                             .valid = rows_text(rows, COLUMN_valid),
                             .footprint_bytes = rows_text(rows, COLUMN_footprint_bytes)};
    for (int i = 0; i < POINT_FIELDS; i++)
        row->field[i] = rows_text(rows, point_numbers[i]);
    int code = take_numbers(rows, row, &samples);
    if (!code)
        code = check_interval(rows, row);
    if (!code)
        code = take_samples(rows, rows->row + 1);
    if (code)
        return code;
    row->usable = strcmp(row->valid, "yes") == 0 && row->time_ns > 0;
    compare_samples(rows, row, samples);
    return 0;
}

const char *rows_text(const struct rows *rows, enum column_number column)
{
    const int at = rows->column[column];
    return at < 0 ? "-" : rows->table.cells[at];
}

int rows_number(struct rows *rows, enum column_number column, double *number)
{
    return number_in(&rows->table, rows->column[column], columns[column].range, number);
}

/* A header below the rows belongs to a second run. */
static int refuse_header(const struct rows *rows)
{
    snprintf(
        rows->table.problem, rows->table.problem_size,
        "%s: a second header above line %d: results of two runs in one file; give each a separate "
        "folder",
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
        return skip_samples(rows);
    rows->row++;
    if (rows->merged)
        node_name(rows->node, rows->table.cells[rows->host_column]);
    const int code = take_row(rows, row);
    row->node = rows->node;
    return code ? code : 1;
}

int table_planned(const struct table *table)
{
    const char *number = table_header_value(table, "points");
    return number ? atoi(number) : 0;
}

void rows_missing(const struct rows *rows, char *text, size_t size)
{
    const int planned = table_planned(&rows->table);
    text[0] = '\0';
    if (rows->row < planned)
        snprintf(text, size,
                 "%.500s: %d of %d planned points; the same warpline run measures the others",
                 rows->table.path, rows->row, planned);
}

size_t node_prefix(const char *key)
{
    const size_t digits = strncmp(key, "node", 4) == 0 ? strspn(key + 4, "0123456789") : 0;
    return digits ? 4 + digits : 0;
}

bool names_a_node(const struct table_header *line)
{
    const size_t length = node_prefix(line->key);
    return length > 0 && line->key[length] == '\0';
}

const char *key_of_node(const struct table *table, const char *name)
{
    for (int i = 0; i < table->header_count; i++)
        if (names_a_node(&table->headers[i]) && strcmp(table->headers[i].value, name) == 0)
            return table->headers[i].key;
    return NULL;
}

const char *rows_header(const struct rows *rows, const char *key)
{
    char own[128];
    const char *node = rows->merged ? key_of_node(&rows->table, rows->node) : NULL;
    if (node) {
        snprintf(own, sizeof own, "%.30s_%s", node, key);
        const char *value = table_header_value(&rows->table, own);
        if (value)
            return value;
    }
    return table_header_value(&rows->table, key);
}
