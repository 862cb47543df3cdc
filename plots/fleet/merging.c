#include "plots/fleet/merging.h"

#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct merging {
    const struct sets *sets;
    struct merge_outcome *outcome;
    struct rows first; /* the first folder: its columns and program are those of all */
    int *with;         /* of each folder: the first one with its node */
    int *order;        /* the folders as they are written: the rows of a node are contiguous */
    bool *common;      /* of each of its header lines: all folders so far have it for all nodes */
    int common_end;    /* after the last of these lines */
    char node[NODE_NAME_MAX]; /* the current one */
    int begun;                /* position in `order` of its first folder */
    struct names seen;        /* its points, and the folder in which each was found */
    int doubles;
    char first_double[2 * PATH_MAX];

    /* used while writing */
    struct whole_file results, samples;
    struct names written; /* header lines of the current node */
    int number;           /* number of the current node */
    int row;
};

__attribute__((format(printf, 3, 4))) static int fail(struct merging *merging, int code,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(merging->outcome->problem, sizeof merging->outcome->problem, format, arguments);
    va_end(arguments);
    return code;
}

static int open_folder(struct merging *merging, struct rows *rows, const char *folder)
{
    const int code =
        rows_open(rows, folder, merging->outcome->problem, sizeof merging->outcome->problem);
    if (code || rows->has_samples)
        return code;
    return fail(merging, -ENODATA,
                "%s/samples.csv: missing or empty; restore it, or leave this folder out", folder);
}

/* Opens the folders one after another, in the order of writing, and calls `step` with the position
 * of each. */
static int each_folder(struct merging *merging,
                       int (*step)(struct merging *merging, struct rows *rows, int at))
{
    int code = 0;
    for (int at = 0; at < merging->sets->count && !code; at++) {
        struct rows rows;
        code = open_folder(merging, &rows, merging->sets->folder[merging->order[at]]);
        if (!code)
            code = step(merging, &rows, at);
        rows_close(&rows);
    }
    return code;
}

/* The next column after number *i; NULL after the last one. `host` becomes the last column. */
static const char *next_column(const struct table *table, int *i)
{
    while (++*i < table->column_count)
        if (strcmp(table->columns[*i], "host") != 0)
            return table->columns[*i];
    return NULL;
}

static bool same_columns(const struct table *a, const struct table *b)
{
    for (int i = -1, j = -1;;) {
        const char *one = next_column(a, &i), *other = next_column(b, &j);
        if (!one || !other)
            return one == other;
        if (strcmp(one, other) != 0)
            return false;
    }
}

/* Whether a key identifies the machine: the titles of its targets, the caches of a core. */
static bool tells_machine(const char *key)
{
    return strcmp(key, "cpu") == 0 || strcmp(key, "cpu_caches_of_one") == 0 ||
           (strncmp(key, "gpu", 3) == 0 && key[3] && !key[3 + strspn(key + 3, "0123456789")]);
}

static int check_lines(struct merging *merging, const struct rows *a, const struct rows *b,
                       const char *const folders[2])
{
    for (int i = 0; i < a->table.header_count; i++) {
        const struct table_header *line = &a->table.headers[i];
        const char *other =
            tells_machine(line->key) ? table_header_value(&b->table, line->key) : NULL;
        if (other && strcmp(other, line->value) != 0)
            return fail(merging, -EINVAL,
                        "%s: %s is %s in %s, but %s in %s: two machines of one name; rename one "
                        "folder to %s.2",
                        a->node, line->key, line->value, folders[0], other, folders[1], a->node);
    }
    return 0;
}

static int check_machine(struct merging *merging, int first, const struct rows *rows, int second)
{
    const char *const folders[] = {merging->sets->folder[first], merging->sets->folder[second]};
    struct rows other;
    int code = open_folder(merging, &other, folders[0]);
    if (!code)
        code = check_lines(merging, &other, rows, folders);
    rows_close(&other);
    return code;
}

/* A folder with a node that an earlier folder has, too: the other points of one run. */
static int join(struct merging *merging, const struct roll_node *node, const struct rows *rows,
                int folder)
{
    char *const *folders = merging->sets->folder;
    if (node->merged)
        return fail(merging, -EEXIST,
                    "%s: in %s and in %s, one of which is merged already; merge the folders that "
                    "it was made of",
                    node->name, folders[node->folder], folders[folder]);
    merging->with[folder] = node->folder;
    return check_machine(merging, node->folder, rows, folder);
}

static int take_nodes(struct merging *merging, const struct rows *rows, int folder)
{
    struct roll *roll = &merging->outcome->roll;
    const int before = roll->count;
    merging->with[folder] = folder;
    roll_folder(roll, rows, folder);
    if (roll->joined >= 0)
        return join(merging, &roll->of[roll->joined], rows, folder);
    return roll->count > before
               ? 0
               : fail(merging, -EINVAL,
                      "%s: a column `host`, but no header line that names a node; merge the "
                      "folders that it was made of",
                      merging->sets->folder[folder]);
}

static const char digest_key[] = "header_digest";

static bool is_of_a_node(const struct table_header *line)
{
    const size_t length = node_prefix(line->key);
    return length > 0 && line->key[length] == '_';
}

static bool is_of_all(const struct table_header *line)
{
    return !names_a_node(line) && !is_of_a_node(line) && strcmp(line->key, "merged") != 0;
}

static bool has_line(const struct table *table, const struct table_header *wanted)
{
    for (int i = 0; i < table->header_count; i++)
        if (strcmp(table->headers[i].key, wanted->key) == 0 &&
            strcmp(table->headers[i].value, wanted->value) == 0)
            return true;
    return false;
}

/* Begins with all lines of the first folder that are about all of its nodes. */
static void begin_common(struct merging *merging)
{
    const struct table *first = &merging->first.table;
    merging->common = needed(calloc((size_t)first->header_count + 1, sizeof *merging->common));
    for (int i = 0; i < first->header_count; i++) {
        const struct table_header *line = &first->headers[i];
        merging->common[i] = is_of_all(line) && strcmp(line->key, digest_key) != 0;
        merging->common_end = merging->common[i] ? i + 1 : merging->common_end;
    }
}

static bool is_common(const struct merging *merging, const char *key, const char *value)
{
    const struct table_header *lines = merging->first.table.headers;
    for (int i = 0; i < merging->common_end; i++)
        if (merging->common[i] && strcmp(lines[i].key, key) == 0 &&
            strcmp(lines[i].value, value) == 0)
            return true;
    return false;
}

/* Folders are still in the order in which they were named. */
static int look_at_header(struct merging *merging, struct rows *rows, int folder)
{
    const int code = roll_program(&merging->outcome->roll, rows);
    if (code)
        return code;
    if (!same_columns(&rows->table, &merging->first.table))
        return fail(merging, -EINVAL, "%s: other columns than %s: results of two programs",
                    merging->sets->folder[folder], merging->sets->folder[0]);
    for (int i = 0; i < merging->common_end; i++)
        merging->common[i] =
            merging->common[i] && has_line(&rows->table, &merging->first.table.headers[i]);
    return take_nodes(merging, rows, folder);
}

static int look_at_headers(struct merging *merging)
{
    const int code = open_folder(merging, &merging->first, merging->sets->folder[0]);
    if (code)
        return code;
    begin_common(merging);
    for (int i = 0; i < merging->sets->count; i++)
        merging->order[i] = i;
    return each_folder(merging, look_at_header);
}

/* Each node's folders one after another, and nodes in the order of their first folders. */
static void put_folders_in_order(struct merging *merging)
{
    int n = 0;
    for (int i = 0; i < merging->sets->count; i++)
        for (int j = i; merging->with[i] == i && j < merging->sets->count; j++)
            if (merging->with[j] == i)
                merging->order[n++] = j;
}

/* The folder, by its position, and the point as a text, from text[KEY_BEGIN] on. */
enum { KEY_BEGIN = 12, KEY_MAX = 4096 };

static void row_key(const struct measured *row, int at, char text[KEY_MAX])
{
    snprintf(text, KEY_MAX, "%*d ", KEY_BEGIN - 1, at);
    point_text(row->field, ", ", text + KEY_BEGIN, KEY_MAX - KEY_BEGIN);
    text_add(text, KEY_MAX, ", of %s bytes", row->footprint_bytes);
}

/* Stores the point, or counts one that an earlier folder of the node, or this one, has. */
static void note_point(struct merging *merging, const struct measured *row, int at)
{
    char *const *folders = merging->sets->folder, text[KEY_MAX];
    for (int i = merging->begun; i <= at; i++) {
        row_key(row, i, text);
        if (names_find(&merging->seen, text)) {
            if (merging->doubles++ == 0)
                snprintf(merging->first_double, sizeof merging->first_double,
                         "%s: %s is in %s and in %s", merging->node, text + KEY_BEGIN,
                         folders[merging->order[i]], folders[merging->order[at]]);
            return;
        }
    }
    names_keep(&merging->seen, text);
}

static void check_row(struct merging *merging, const struct measured *row, int at)
{
    if (strcmp(merging->node, row->node) != 0) {
        names_free(&merging->seen);
        snprintf(merging->node, sizeof merging->node, "%s", row->node);
        merging->begun = at;
    }
    merging->outcome->rows++;
    roll_row(&merging->outcome->roll, row);
    note_point(merging, row, at);
}

static int check_folder(struct merging *merging, struct rows *rows, int at)
{
    struct measured row;
    int more, without = 0;
    while ((more = rows_next(rows, &row)) == 1) {
        check_row(merging, &row, at);
        without += row.contradicted && row.samples == 0;
    }
    merging->outcome->contradicted += rows->contradicted;
    if (more == 0 && without)
        return fail(merging, -ENODATA,
                    "%s/samples.csv: has no samples of %d row%s of results.csv; restore it, or "
                    "leave this folder out",
                    merging->sets->folder[merging->order[at]], without, without == 1 ? "" : "s");
    return more;
}

/* Reads all rows first, so that nothing is written if a row is invalid. */
static int check_rows(struct merging *merging)
{
    put_folders_in_order(merging);
    int code = each_folder(merging, check_folder);
    if (!code && merging->doubles > 1)
        code = fail(merging, -EEXIST, "%s, as %d more points are in two; leave one folder out",
                    merging->first_double, merging->doubles - 1);
    else if (!code && merging->doubles)
        code = fail(merging, -EEXIST, "%s; leave one folder out", merging->first_double);
    return code;
}

/* The key of a line about this node, without the prefix that merged results gave it; NULL if the
 * line is about another node. */
static const char *own_key(const struct table_header *line, const char *prefix)
{
    if (is_of_all(line))
        return line->key;
    const size_t length = prefix ? strlen(prefix) : 0;
    return length && strncmp(line->key, prefix, length) == 0 && line->key[length] == '_'
               ? line->key + length + 1
               : NULL;
}

/* Writes a line of the current node, once. */
static void write_line(struct merging *merging, const char *key, const char *value)
{
    if (is_common(merging, key, value))
        return;
    char *text;
    needed(asprintf(&text, "%s: %s", key, value) < 0 ? NULL : text);
    if (!names_find(&merging->written, text))
        fprintf(merging->results.out, "# node%d_%s\n", merging->number,
                names_keep(&merging->written, text));
    free(text);
}

static void write_nodes(struct merging *merging, const struct rows *rows, const char *node)
{
    const char *prefix = key_of_node(&rows->table, node);
    if (strcmp(merging->node, node) != 0) {
        snprintf(merging->node, sizeof merging->node, "%s", node);
        names_free(&merging->written);
        fprintf(merging->results.out, "# node%d: %s\n", ++merging->number, node);
    }
    for (int i = 0; i < rows->table.header_count; i++) {
        const struct table_header *line = &rows->table.headers[i];
        const char *key = own_key(line, prefix);
        if (key)
            write_line(merging, key,
                       rows->table.edited && strcmp(key, digest_key) == 0 ? "edited" : line->value);
    }
}

static int write_node_headers(struct merging *merging, struct rows *rows, int at)
{
    (void)at;
    if (!rows->merged)
        write_nodes(merging, rows, rows->node);
    for (int i = 0; i < rows->table.header_count && rows->merged; i++)
        if (names_a_node(&rows->table.headers[i]))
            write_nodes(merging, rows, rows->table.headers[i].value);
    return 0;
}

static int write_head(struct merging *merging)
{
    FILE *out = merging->results.out;
    const struct roll *roll = &merging->outcome->roll;
    const char *name;
    for (int i = 0; i < merging->common_end; i++)
        if (merging->common[i])
            fprintf(out, "# %s: %s\n", merging->first.table.headers[i].key,
                    merging->first.table.headers[i].value);
    fprintf(out, "# merged: %d nodes of %d folders\n", roll->count, merging->sets->count);
    merging->node[0] = '\0';
    merging->number = -1;
    const int code = each_folder(merging, write_node_headers);
    for (int i = 0; i < roll->count; i++)
        if (roll->of[i].folder < 0) /* expected, but without results */
            fprintf(out, "# node%d: %s\n", ++merging->number, roll->of[i].name);
    for (int i = -1; (name = next_column(&merging->first.table, &i));)
        fprintf(out, "%s,", name);
    fputs("host\n", out);
    fputs(samples_head, merging->samples.out);
    return code;
}

static void write_row(struct merging *merging, const struct rows *rows, const struct measured *row)
{
    FILE *results = merging->results.out;
    for (int i = -1; next_column(&rows->table, &i);)
        fprintf(results, "%s,", rows->table.cells[i]);
    fprintf(results, "%s\n", rows->node);
    samples_write(merging->samples.out, merging->row, row->times_ns, row->speeds, row->lost_shares,
                  row->samples);
    merging->row++;
}

static int write_folder(struct merging *merging, struct rows *rows, int at)
{
    struct measured row;
    int more;
    (void)at;
    while ((more = rows_next(rows, &row)) == 1)
        write_row(merging, rows, &row);
    return more;
}

/* Writes samples first, because rows without samples would count as contradicted. */
static int write_files(struct merging *merging, const char *out)
{
    char results[PATH_MAX], samples[PATH_MAX], *problem = merging->outcome->problem;
    const size_t size = sizeof merging->outcome->problem;
    if (snprintf(results, sizeof results, "%s/results.csv", out) >= PATH_MAX ||
        snprintf(samples, sizeof samples, "%s/samples.csv", out) >= PATH_MAX)
        return fail(merging, -ENAMETOOLONG, "%.200s...: %s", out, strerror(ENAMETOOLONG));
    int code = whole_file_open(&merging->results, results, problem, size);
    if (code)
        return code;
    code = whole_file_open(&merging->samples, samples, problem, size);
    if (!code) {
        code = write_head(merging);
        if (!code)
            code = each_folder(merging, write_folder);
        if (code)
            whole_file_drop(&merging->samples);
        else
            code = whole_file_close(&merging->samples, problem, size);
    }
    if (!code)
        return whole_file_close(&merging->results, problem, size);
    whole_file_drop(&merging->results);
    return code;
}

/* Existing results in `out` may be replaced if they were merged too and are not one of the
 * folders. */
static int check_out(struct merging *merging, const char *out)
{
    struct table table;
    struct stat there, read;
    char path[PATH_MAX], problem[256];
    snprintf(path, sizeof path, "%s/results.csv", out);
    if (stat(path, &there) != 0)
        return 0;
    for (int i = 0; i < merging->sets->count; i++) {
        snprintf(path, sizeof path, "%s/results.csv", merging->sets->folder[i]);
        if (stat(path, &read) == 0 && read.st_dev == there.st_dev && read.st_ino == there.st_ino)
            return fail(merging, -EEXIST, "%s: is also one of the folders to be merged", out);
    }
    if (table_open(&table, out, "results.csv", problem, sizeof problem) == 0) {
        const bool merged = table_header_value(&table, "merged") != NULL;
        table_close(&table);
        if (merged)
            return 0;
    }
    return fail(merging, -EEXIST, "%s: holds results already, which were not merged", out);
}

static int check_all(struct merging *merging, const char *nodelist, const char *out)
{
    struct merge_outcome *outcome = merging->outcome;
    int code = sets_distinct(merging->sets, outcome->problem, sizeof outcome->problem);
    if (!code)
        code = check_out(merging, out);
    if (!code)
        code = look_at_headers(merging);
    if (!code)
        code = check_rows(merging);
    if (!code && nodelist)
        roll_expect(&outcome->roll, nodelist);
    roll_end(&outcome->roll);
    if (!code && outcome->rows == 0)
        code =
            fail(merging, -ENODATA, "%s: there are no points in it yet", merging->sets->folder[0]);
    return code;
}

static void close_merging(struct merging *merging)
{
    rows_close(&merging->first);
    free(merging->with);
    free(merging->order);
    free(merging->common);
    names_free(&merging->written);
    names_free(&merging->seen);
}

static int merge(struct merging *merging, const char *nodelist, const char *out)
{
    const size_t count = (size_t)merging->sets->count;
    merging->with = needed(calloc(count, sizeof *merging->with));
    merging->order = needed(calloc(count, sizeof *merging->order));
    int code = check_all(merging, nodelist, out);
    const bool made = !code && mkdir(out, 0777) == 0;
    if (!code && !made && errno != EEXIST)
        code = fail(merging, -errno, "%s: cannot be made: %s", out, strerror(errno));
    if (!code)
        code = write_files(merging, out);
    if (code && made)
        (void)rmdir(out);
    return code;
}

int merge_results(const struct sets *sets, const char *nodelist, const char *out,
                  struct merge_outcome *outcome)
{
    *outcome = (struct merge_outcome){.folders = sets->count};
    struct merging *merging = needed(calloc(1, sizeof *merging));
    merging->sets = sets;
    merging->outcome = outcome;
    const int code = merge(merging, nodelist, out);
    close_merging(merging);
    free(merging);
    return code;
}
