#include "plots/fleet/merging.h"

#include "plots/data/row_reader.h"
#include "plots/fleet/merged_header.h"
#include "study/base/file.h"

#include <errno.h>
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A node of a folder; merged results have several. */
struct part {
    char *node;
    int folder;
    bool merged;
};

/* A folder, and the position of its first node; the rows of one node are contiguous. */
struct unit {
    int folder, order;
};

/* A point of the current node, and the folder in which it was found. */
struct seen {
    char *key;
    const char *folder;
};

struct merging {
    const struct sets *sets;
    struct merge_outcome *outcome;
    struct part *parts;
    int count, room;
    struct unit *units; /* one per folder */
    struct common_lines common;
    char *columns, *version, *commit; /* of the first folder */
    char node[NODE_NAME_MAX];         /* the current one */
    void *seen;
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

static int no_memory(struct merging *merging)
{
    return fail(merging, -ENOMEM, "not enough memory to merge the results");
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

/* Names of columns, separated by commas, without `host`. The caller frees the text. */
static char *columns_text(const struct table *table)
{
    size_t size = 1;
    for (int i = 0; i < table->column_count; i++)
        size += strlen(table->columns[i]) + 1;
    char *text = calloc(size, 1), *end = text;
    for (int i = 0; text && i < table->column_count; i++)
        if (strcmp(table->columns[i], "host") != 0)
            end += sprintf(end, "%s%s", end == text ? "" : ",", table->columns[i]);
    return text;
}

static int check_key(struct merging *merging, const struct table *table, const char *folder,
                     const char *key, char **first)
{
    const char *value = table_header_value(table, key);
    if (!*first)
        return (*first = strdup(value ? value : "-")) ? 0 : no_memory(merging);
    if (strcmp(*first, value ? value : "-") == 0)
        return 0;
    return fail(merging, -EINVAL,
                "%s: %s is %s, but %s of %s: results of two programs; merge those of one", folder,
                key, value ? value : "-", *first, merging->sets->folder[0]);
}

static int check_program(struct merging *merging, const struct table *table, const char *folder)
{
    int code = check_key(merging, table, folder, "warpline", &merging->version);
    if (!code)
        code = check_key(merging, table, folder, "commit", &merging->commit);
    if (code)
        return code;
    char *names = columns_text(table);
    if (!names)
        return no_memory(merging);
    if (merging->columns && strcmp(names, merging->columns) != 0)
        code = fail(merging, -EINVAL, "%s: other columns than %s: results of two programs", folder,
                    merging->sets->folder[0]);
    if (code || merging->columns)
        free(names);
    else
        merging->columns = names;
    return code;
}

static int add_part(struct merging *merging, const char *node, int folder, bool merged)
{
    if (merging->count == merging->room) {
        const int room = merging->room ? 2 * merging->room : 64;
        void *more = realloc(merging->parts, sizeof *merging->parts * (size_t)room);
        if (!more)
            return no_memory(merging);
        merging->parts = more;
        merging->room = room;
    }
    struct part *part = &merging->parts[merging->count];
    *part = (struct part){strdup(node), folder, merged};
    return part->node ? (merging->count++, 0) : no_memory(merging);
}

static int add_parts(struct merging *merging, const struct rows *rows, int folder)
{
    int code = 0;
    const int before = merging->count;
    if (!rows->merged)
        return add_part(merging, rows->node, folder, false);
    for (int i = 0; i < rows->table.header_count && !code; i++)
        if (names_a_node(&rows->table.headers[i]))
            code = add_part(merging, rows->table.headers[i].value, folder, true);
    if (!code && merging->count == before)
        code = fail(merging, -EINVAL,
                    "%s: a column `host`, but no header line that names a node; merge the folders "
                    "that it was made of",
                    merging->sets->folder[folder]);
    return code;
}

static int look_at_headers(struct merging *merging)
{
    int code = 0;
    for (int i = 0; i < merging->sets->count && !code; i++) {
        const char *folder = merging->sets->folder[i];
        struct rows rows;
        code = open_folder(merging, &rows, folder);
        if (!code)
            code = check_program(merging, &rows.table, folder);
        if (!code && common_keep(&merging->common, &rows.table))
            code = no_memory(merging);
        if (!code)
            code = add_parts(merging, &rows, i);
        rows_close(&rows);
    }
    return code;
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

static int check_machine(struct merging *merging, int first, int second)
{
    const char *const folders[] = {merging->sets->folder[first], merging->sets->folder[second]};
    struct rows a, b = {.row = -1};
    int code = open_folder(merging, &a, folders[0]);
    if (!code)
        code = open_folder(merging, &b, folders[1]);
    if (!code)
        code = check_lines(merging, &a, &b, folders);
    rows_close(&a);
    rows_close(&b);
    return code;
}

static int by_node(const void *left, const void *right)
{
    const struct part *a = left, *b = right;
    const int names = strcmp(a->node, b->node);
    return names ? names : (a->folder > b->folder) - (a->folder < b->folder);
}

static int by_order(const void *left, const void *right)
{
    const struct unit *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    return (a->folder > b->folder) - (a->folder < b->folder);
}

static int join_parts(struct merging *merging, const struct part *first, const struct part *part)
{
    const char *const *folders = (const char *const *)merging->sets->folder;
    if (first->merged || part->merged)
        return fail(merging, -EEXIST,
                    "%s: in %s and in %s, one of which is merged already; merge the folders that "
                    "it was made of",
                    part->node, folders[first->folder], folders[part->folder]);
    merging->units[part->folder].order = first->folder;
    return check_machine(merging, first->folder, part->folder);
}

static int order_units(struct merging *merging)
{
    int code = 0, first = 0;
    merging->units = calloc((size_t)merging->sets->count + 1, sizeof *merging->units);
    if (!merging->units)
        return no_memory(merging);
    for (int i = 0; i < merging->sets->count; i++)
        merging->units[i] = (struct unit){i, i};
    if (merging->count > 0)
        qsort(merging->parts, (size_t)merging->count, sizeof *merging->parts, by_node);
    for (int i = 1; i < merging->count && !code; i++)
        if (strcmp(merging->parts[first].node, merging->parts[i].node) == 0)
            code = join_parts(merging, &merging->parts[first], &merging->parts[i]);
        else
            first = i;
    qsort(merging->units, (size_t)merging->sets->count, sizeof *merging->units, by_order);
    return code;
}

static int by_key(const void *left, const void *right)
{
    return strcmp(((const struct seen *)left)->key, ((const struct seen *)right)->key);
}

static void free_seen(void *one)
{
    struct seen *seen = one;
    free(seen->key);
    free(seen);
}

static char *row_key(const struct measured *row)
{
    const char *const *f = row->field;
    const bool swept = strcmp(f[POINT_PARAMETER], "-") != 0,
               set = strcmp(f[POINT_SETTINGS], "-") != 0;
    char *key;
    return asprintf(&key, "%s %s %s, %s bytes%s%s%s%s%s%s, of %s bytes", f[POINT_STUDY],
                    f[POINT_PATTERN], f[POINT_TARGET], f[POINT_ELEMENT], swept ? ", " : "",
                    swept ? f[POINT_PARAMETER] : "", swept ? "=" : "", swept ? f[POINT_VALUE] : "",
                    set ? ", " : "", set ? f[POINT_SETTINGS] : "", row->footprint_bytes) < 0
               ? NULL
               : key;
}

/* Stores a point that is new for the node, and counts one that is not. */
static int note_point(struct merging *merging, char *key, const char *folder)
{
    struct seen *const seen = malloc(sizeof *seen);
    struct seen *const *found = NULL;
    if (seen) {
        *seen = (struct seen){key, folder};
        found = tsearch(seen, &merging->seen, by_key);
    }
    if (found && *found == seen)
        return 0;
    if (found && merging->doubles++ == 0)
        snprintf(merging->first_double, sizeof merging->first_double, "%s: %s is in %s and in %s",
                 merging->node, key, (*found)->folder, folder);
    free(seen);
    free(key);
    return found ? 0 : no_memory(merging);
}

/* Called when the rows of another node begin. */
static void begin_node(struct merging *merging, const char *node)
{
    tdestroy(merging->seen, free_seen);
    merging->seen = NULL;
    memcpy(merging->node, node, sizeof merging->node);
    merging->outcome->nodes++;
}

static int check_row(struct merging *merging, const struct rows *rows, const struct measured *row,
                     const char *folder)
{
    if (strcmp(merging->node, rows->node) != 0)
        begin_node(merging, rows->node);
    char *key = row_key(row);
    merging->outcome->rows++;
    return key ? note_point(merging, key, folder) : no_memory(merging);
}

/* Reads all rows first, so that nothing is written if a row is invalid. */
static int check_folder(struct merging *merging, const char *folder)
{
    struct rows rows;
    struct measured row;
    int code = open_folder(merging, &rows, folder), more = 0;
    while (!code && (more = rows_next(&rows, &row)) == 1)
        code = check_row(merging, &rows, &row, folder);
    merging->outcome->contradicted += rows.contradicted;
    rows_close(&rows);
    return code ? code : more;
}

static int check_rows(struct merging *merging)
{
    int code = 0;
    merging->node[0] = '\0';
    for (int i = 0; i < merging->sets->count && !code; i++)
        code = check_folder(merging, merging->sets->folder[merging->units[i].folder]);
    if (!code && merging->doubles > 1)
        code = fail(merging, -EEXIST, "%s, as %d more points are in two; leave one folder out",
                    merging->first_double, merging->doubles - 1);
    else if (!code && merging->doubles)
        code = fail(merging, -EEXIST, "%s; leave one folder out", merging->first_double);
    return code;
}

static int write_nodes(struct merging *merging, const struct rows *rows, const char *node)
{
    FILE *out = merging->results.out;
    if (strcmp(merging->node, node) != 0) {
        snprintf(merging->node, sizeof merging->node, "%s", node);
        names_free(&merging->written);
        fprintf(out, "# node%d: %s\n", ++merging->number, node);
    }
    return node_lines_write(&merging->common, &rows->table, node, merging->number,
                            &merging->written, out)
               ? no_memory(merging)
               : 0;
}

static int write_node_headers(struct merging *merging, const char *folder)
{
    struct rows rows;
    int code = open_folder(merging, &rows, folder);
    if (!code && !rows.merged)
        code = write_nodes(merging, &rows, rows.node);
    for (int i = 0; rows.merged && i < rows.table.header_count && !code; i++)
        if (names_a_node(&rows.table.headers[i]))
            code = write_nodes(merging, &rows, rows.table.headers[i].value);
    rows_close(&rows);
    return code;
}

static int write_head(struct merging *merging)
{
    int code = 0;
    FILE *out = merging->results.out;
    common_write(&merging->common, out);
    fprintf(out, "# merged: %d nodes of %d folders\n", merging->outcome->nodes,
            merging->sets->count);
    merging->node[0] = '\0';
    merging->number = -1;
    for (int i = 0; i < merging->sets->count && !code; i++)
        code = write_node_headers(merging, merging->sets->folder[merging->units[i].folder]);
    fprintf(out, "%s,host\n", merging->columns);
    fputs("# point: the row of results.csv, from 0; a sample is the time of one pass\n"
          "point,sample,time_ns\n",
          merging->samples.out);
    return code;
}

static void write_row(struct merging *merging, const struct rows *rows, const struct measured *row)
{
    const char *before = "";
    for (int i = 0; i < rows->table.column_count; i++) {
        if (strcmp(rows->table.columns[i], "host") == 0)
            continue;
        fprintf(merging->results.out, "%s%s", before, rows->table.cells[i]);
        before = ",";
    }
    fprintf(merging->results.out, ",%s\n", rows->node);
    for (int i = 0; i < row->samples; i++)
        fprintf(merging->samples.out, "%d,%d,%.2f\n", merging->row, i, row->times_ns[i]);
    merging->row++;
}

static int write_folder(struct merging *merging, const char *folder)
{
    struct rows rows;
    struct measured row;
    int more = open_folder(merging, &rows, folder);
    while (!more && (more = rows_next(&rows, &row)) == 1) {
        write_row(merging, &rows, &row);
        more = 0;
    }
    rows_close(&rows);
    return more;
}

static int write_all(struct merging *merging)
{
    int code = write_head(merging);
    for (int i = 0; i < merging->sets->count && !code; i++)
        code = write_folder(merging, merging->sets->folder[merging->units[i].folder]);
    return code;
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
    if (code) {
        whole_file_drop(&merging->results);
        return code;
    }
    code = write_all(merging);
    if (code) {
        whole_file_drop(&merging->samples);
        whole_file_drop(&merging->results);
        return code;
    }
    code = whole_file_close(&merging->samples, problem, size);
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

static int check_all(struct merging *merging, const char *out)
{
    struct merge_outcome *outcome = merging->outcome;
    int code = sets_distinct(merging->sets, outcome->problem, sizeof outcome->problem);
    if (!code)
        code = check_out(merging, out);
    if (!code)
        code = look_at_headers(merging);
    if (!code)
        code = order_units(merging);
    if (!code)
        code = check_rows(merging);
    if (!code && outcome->rows == 0)
        code =
            fail(merging, -ENODATA, "%s: there are no points in it yet", merging->sets->folder[0]);
    return code;
}

static void close_merging(struct merging *merging)
{
    for (int i = 0; i < merging->count; i++)
        free(merging->parts[i].node);
    free(merging->parts);
    free(merging->units);
    free(merging->columns);
    free(merging->version);
    free(merging->commit);
    common_free(&merging->common);
    names_free(&merging->written);
    tdestroy(merging->seen, free_seen);
}

int merge_results(const struct sets *sets, const char *out, struct merge_outcome *outcome)
{
    *outcome = (struct merge_outcome){.folders = sets->count};
    struct merging *merging = calloc(1, sizeof *merging);
    if (!merging)
        return -ENOMEM;
    merging->sets = sets;
    merging->outcome = outcome;
    int code = check_all(merging, out);
    bool made = false;
    if (!code) {
        made = mkdir(out, 0777) == 0;
        if (!made && errno != EEXIST)
            code = fail(merging, -errno, "%s: cannot be made: %s", out, strerror(errno));
    }
    if (!code)
        code = write_files(merging, out);
    if (code && made)
        (void)rmdir(out);
    close_merging(merging);
    free(merging);
    return code;
}
