#include "study/run/results.h"

#include "plots/data/row_reader.h"
#include "study/base/array.h"
#include "study/base/message.h"
#include "study/run/columns.h"
#include "study/run/header.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIFFERENCES_MAX = 1024, VALUE_MAX = 4096, PROBLEM_MAX = 1024 };
static const char first_key[] = "# warpline: ";
static const char advice[] = "name another folder";

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Whether one is the beginning of the other. */
static bool cut_from(const char *text, const char *whole)
{
    const size_t length = strlen(text) < strlen(whole) ? strlen(text) : strlen(whole);
    return strncmp(text, whole, length) == 0;
}

static int refuse(const char *folder, const char *what)
{
    return complain(EXIT_USAGE, "option --out: %s holds %s; %s", folder, what, advice);
}

/* Whether the header says that the same command, or one that requests more than `earlier`, would
 * measure the same in the same way. */
static int judge_header(const char *folder, const char *theirs, const char *ours,
                        const char *earlier)
{
    char text[DIFFERENCES_MAX], was[VALUE_MAX], is[VALUE_MAX];
    static const struct {
        const char *key, *what;
    } first[] = {{"command", "command"}, {"host", "machine"}};
    const bool grows =
        earlier && header_value(theirs, "command", was, sizeof was) && strcmp(was, earlier) == 0;
    for (int i = grows; i < 2; i++)
        if (header_value(theirs, first[i].key, was, sizeof was) &&
            header_value(ours, first[i].key, is, sizeof is) && strcmp(was, is) != 0)
            return complain(EXIT_USAGE,
                            "option --out: %s holds results of another %s (%s); %s or remove it",
                            folder, first[i].what, was, advice);
    if (header_differences(theirs, ours, grows, text, sizeof text)[0])
        return complain(EXIT_USAGE,
                        "option --out: %s holds results measured with other settings: %s; %s, "
                        "remove this one, or use those settings",
                        folder, text, advice);
    return 0;
}

/* Another version's columns, or this version's in another order, are refused. */
static bool are_ours(const struct table *table)
{
    int count = 0;
    for (; count < table->column_count && columns[count].name; count++)
        if (strcmp(columns[count].name, table->columns[count]) != 0)
            return false;
    return !columns[count].name && count == table->column_count;
}

static int damaged(const struct table *table)
{
    return complain(EXIT_USAGE, "option --out: %s; or %s", table->problem, advice);
}

/* A number that is missing or malformed is 0. */
static double number_in(const struct table *table, const char *name)
{
    return atof(table->cells[table_column(table, name)]);
}

static const char *valid_in(const struct table *table)
{
    return table->cells[table_column(table, "valid")];
}

/* Whether other load disturbed most of a row's samples, or scattered or prevented them. */
static bool is_to_repeat(const struct table *table)
{
    const char *valid = valid_in(table);
    return strstr(table->cells[table_column(table, "marks")], "disturbed") ||
           strstr(valid, "disturbed all its samples") ||
           (strcmp(valid, "yes") != 0 && number_in(table, "disturbed") > 0);
}

static int keep_row(struct table *table, struct kept *kept)
{
    static const struct table_range any = {.least = -1e18, .most = 1e18, .absent = true};
    char identity[IDENTITY_MAX] = "";
    double number;
    for (int i = 0; columns[i].name; i++) {
        if (strcmp(columns[i].unit, "text") != 0 && table_number(table, i, &any, &number))
            return damaged(table);
        if (columns[i].identifies)
            identity_add(identity, table->cells[i]);
    }
    array_make_room(kept->row, kept->rows, kept->room);
    kept->row[kept->rows++] = (struct kept_row){
        .identity = needed(strdup(identity)),
        .bandwidth_gbps = number_in(table, "bandwidth_gbps"),
        .disturbed = strstr(table->cells[table_column(table, "marks")], "disturbed") != NULL,
        .again = is_to_repeat(table),
        .damage = kept_damage(strcmp(valid_in(table), "yes") == 0, number_in(table, "disturbed"),
                              number_in(table, "samples")),
        .samples = (int)number_in(table, "samples")};
    return 0;
}

/* All complete rows. warpline leaves no line empty and puts no comment between them. */
static int judge_rows(const char *folder, struct table *table, struct kept *kept)
{
    int line = table->line, more, status = 0;
    kept->rows_bytes = (size_t)table->end;
    array_make_room(kept->row, 0, kept->room); /* not NULL, even without a row */
    while (!status && (more = table_next(table)) == 1) {
        status = table->line == ++line
                     ? keep_row(table, kept)
                     : refuse(folder, "a results.csv with lines that are no rows");
        kept->rows_bytes = (size_t)table->end;
    }
    return status ? status : more < 0 ? damaged(table) : 0;
}

enum { NO_SAMPLE = -1, UNREADABLE = -2 };

/* Reads the next sample: the number of its point, NO_SAMPLE after the last one, or UNREADABLE if a
 * field is no number that a report accepts. */
static int next_sample(struct table *table)
{
    static const struct table_range numbers = {.least = 0, .most = 1e9, .whole = true},
                                    times_ns = {.least = -1e15, .most = 1e15},
                                    speeds_ns = {.least = 0, .most = 1e15, .absent = true};
    const struct table_range *const ranges[] = {&numbers, &numbers, &times_ns, &speeds_ns,
                                                &speeds_ns};
    enum { FIELDS = (int)(sizeof ranges / sizeof *ranges) }; /* point to memory_index_ns */
    double number[FIELDS] = {0};
    const int more = table_next(table);
    if (more <= 0)
        return more < 0 ? UNREADABLE : NO_SAMPLE;
    for (int i = 0; i < FIELDS; i++)
        if (table_number(table, i, ranges[i], &number[i]))
            return UNREADABLE;
    return (int)number[0];
}

/* Each row has as many samples as it says. */
static int judge_sample_rows(const char *folder, struct table *table, struct kept *kept)
{
    kept->samples_bytes = (size_t)table->end;
    int point = next_sample(table);
    for (int i = 0; i < kept->rows; i++) {
        int count = 0;
        for (; point == i; count++) {
            kept->samples_bytes = (size_t)table->end;
            point = next_sample(table);
        }
        if (count != kept->row[i].samples)
            return point == UNREADABLE
                       ? damaged(table)
                       : complain(EXIT_USAGE,
                                  "option --out: %s/samples.csv has not the samples of row %d of "
                                  "results.csv: put it back, or %s",
                                  folder, i + 1, advice);
    }
    return 0;
}

/* Samples are written before their row, so those that follow the last row's belong to a point that
 * got no row. */
static int judge_samples(const char *folder, const struct content *samples, struct kept *kept)
{
    struct table table;
    char problem[PROBLEM_MAX];
    if (!begins_with(samples->text, samples_head) && kept->rows == 0)
        return 0; /* cut off before the first point was finished */
    if (!begins_with(samples->text, samples_head))
        return complain(EXIT_USAGE,
                        "option --out: %s/samples.csv does not belong to results.csv: put it "
                        "back, or %s",
                        folder, advice);
    if (table_open_text(&table, samples->text, samples->length, "samples.csv", problem,
                        sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    const int status = judge_sample_rows(folder, &table, kept);
    table_close(&table);
    return status;
}

/* Whether warpline can have written it. A crash of the machine leaves zeros in a file, and an
 * editor other line ends. */
static bool is_ours(const struct content *content, const char *start)
{
    return cut_from(content->text, start) && strlen(content->text) == content->length &&
           !strchr(content->text, '\r');
}

/* Results without a complete line of names are empty. */
static int judge_results(const char *folder, const struct content *results, struct kept *kept)
{
    struct table table;
    char problem[PROBLEM_MAX];
    const int code = results->length == 0 ? -ENODATA
                                          : table_open_text(&table, results->text, results->length,
                                                            "results.csv", problem, sizeof problem);
    if (code == -ENODATA)
        return 0;
    if (code)
        return complain(EXIT_USAGE, "option --out: %s/%s", folder, problem);
    const int status = are_ours(&table) ? judge_rows(folder, &table, kept)
                                        : refuse(folder, "results with the columns of another "
                                                         "version of warpline");
    table_close(&table);
    return status;
}

int kept_judge(const char *folder, const struct content *results, const struct content *samples,
               const char *header, const char *earlier, struct kept *kept)
{
    *kept = (struct kept){.rows = 0};
    if (!is_ours(results, first_key))
        return refuse(folder, "a results.csv that is not as warpline wrote it");
    if (!is_ours(samples, samples_head))
        return refuse(folder, "a samples.csv that is not as warpline wrote it");
    int status = judge_header(folder, results->text, header, earlier);
    if (!status)
        status = judge_results(folder, results, kept);
    return status || !kept->row ? status : judge_samples(folder, samples, kept);
}

void kept_free(struct kept *kept)
{
    for (int i = 0; i < kept->rows; i++)
        free(kept->row[i].identity);
    free(kept->row);
    *kept = (struct kept){.rows = 0};
}

/* Points that other load disturbed: measured again once the machine is quieter. */
/* The number of processes that ran at that time, this one included: "0.34, 2 now"; 0: unknown. */
static int running(const char *header)
{
    char load[64];
    int count = 0;
    if (header_value(header, "machine_load", load, sizeof load))
        (void)sscanf(load, "%*[^,], %d now", &count);
    return count;
}

bool is_quieter(const char *theirs, const char *ours)
{
    const int then = running(theirs), now = running(ours);
    return now == 1 || (now > 0 && now < then);
}

double kept_damage(bool valid, double disturbed, double samples)
{
    return (valid ? 0 : 2) + (samples > 0 ? disturbed / samples : 1);
}

/* All lines have an end: opening the folder cut off what had none. */
static const char *line_after(const char *line)
{
    return strchr(line, '\n') + 1;
}

void put_other_rows(FILE *out, const char *header, const char *rows, int row)
{
    int number = -1; /* of the line of names */
    if (header)
        header_write_dated(out, header, rows);
    for (const char *line = rows, *next; *line; line = next) {
        next = line_after(line);
        if (*line == '#' ? !header : number++ != row)
            fwrite(line, 1, (size_t)(next - line), out);
    }
}

void put_other_samples(FILE *out, const char *samples, int row)
{
    char *rest;
    fputs(samples_head, out);
    for (const char *line = samples + strlen(samples_head), *next; *line; line = next) {
        const long number = strtol(line, &rest, 10);
        next = line_after(line);
        if (number != row)
            fprintf(out, "%ld%.*s", number - (number > row), (int)(next - rest), rest);
    }
}

void kept_forget(struct kept *kept, int row)
{
    free(kept->row[row].identity);
    memmove(&kept->row[row], &kept->row[row + 1], (size_t)(--kept->rows - row) * sizeof *kept->row);
}
