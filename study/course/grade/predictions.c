#include "study/course/grade/hand_in.h"

#include "patterns/target.h"
#include "plots/data/csv.h"
#include "plots/data/draft.h"
#include "plots/data/text_digest.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/units.h"
#include "study/measure/append.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { LINE_TEXT_MAX = 512 };

static const char file_name[] = "predictions.csv";
static const char column_line[] = "question,number,given_at,late,digest\n";

/* A checksum that ties a line to its file. It is no secret: it only reveals casual edits. */
static uint64_t line_digest(const char *assignment, const char *student, const char *line)
{
    uint64_t digest = digest_add(digest_begin, assignment, strlen(assignment) + 1);
    digest = digest_add(digest, student, strlen(student) + 1);
    return digest_add(digest, line, strlen(line));
}

static void write_line(FILE *out, const struct assignment *assignment, const char *student,
                       const struct new_number *answer, bool late)
{
    char line[LINE_TEXT_MAX], at[UTC_TEXT_MAX];
    snprintf(line, sizeof line, "%s,%.10g,%s,%s", answer->question->id, answer->number,
             utc_text(time(NULL), at), late ? "yes" : "no");
    fprintf(out, "%s,%016llx\n", line,
            (unsigned long long)line_digest(assignment->name, student, line));
}

static int cannot(const char *path, int error)
{
    return complain(EXIT_USAGE, "%s: cannot be written: %s; name another folder by --out", path,
                    strerror(error));
}

/* Refuses a file of another student or assignment. */
static int check_owner(const char *folder, const struct assignment *assignment, const char *student)
{
    struct predictions there;
    char problem[PATH_TEXT_MAX + TEXT_MAX];
    if (predictions_read(&there, assignment, folder, "", problem, sizeof problem))
        return complain(EXIT_USAGE, "%s", problem);
    if (!there.there ||
        (strcmp(there.student, student) == 0 && strcmp(there.assignment, assignment->name) == 0))
        return 0;
    return complain(EXIT_USAGE,
                    "%s/%s: holds the numbers of student %s for assignment %.48s; name another "
                    "folder by --out",
                    folder, file_name, there.student, there.assignment);
}

static int append_lines(int file, const char *path, const struct assignment *assignment,
                        const char *student, const struct new_number *answers, int count, bool late)
{
    struct draft draft;
    struct stat stat;
    if (fstat(file, &stat))
        return cannot(path, errno);
    draft_open(&draft);
    if (stat.st_size == 0)
        fprintf(draft.out, "# assignment: %s\n# student: %s\n%s", assignment->name, student,
                column_line);
    for (int i = 0; i < count; i++)
        write_line(draft.out, assignment, student, &answers[i], late);
    return append_draft(&draft, file, path);
}

int predictions_add(const char *folder, const struct assignment *assignment, const char *student,
                    const struct new_number *answers, int count, bool late)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + TEXT_MAX];
    if (snprintf(path, sizeof path, "%s/%s", folder, file_name) >= (int)sizeof path)
        return cannot(folder, ENAMETOOLONG);
    const int code = folder_make(folder, 0777, NULL, NULL, 0);
    if (code)
        return cannot(folder, -code);
    int status = check_owner(folder, assignment, student);
    if (status)
        return status;
    const int file = file_open_kept(path, NULL, problem, sizeof problem);
    if (file < 0)
        return complain(EXIT_USAGE, "%s; name another folder by --out", problem);
    status = append_lines(file, path, assignment, student, answers, count, late);
    close(file);
    return status;
}

/* The columns of the file. */
struct given_columns {
    int question, number, at, late, digest;
};

static int find_columns(struct table *table, struct given_columns *columns)
{
    columns->question = table_needed_column(table, "question");
    columns->number = table_needed_column(table, "number");
    columns->at = table_needed_column(table, "given_at");
    columns->late = table_needed_column(table, "late");
    columns->digest = table_needed_column(table, "digest");
    const bool all = columns->question >= 0 && columns->number >= 0 && columns->at >= 0 &&
                     columns->late >= 0 && columns->digest >= 0;
    return all ? 0 : -EINVAL;
}

static bool is_as_written(const struct predictions *predictions, const struct table *table,
                          const struct given_columns *columns)
{
    char line[LINE_TEXT_MAX];
    snprintf(line, sizeof line, "%s,%s,%s,%s", table->cells[columns->question],
             table->cells[columns->number], table->cells[columns->at], table->cells[columns->late]);
    return strtoull(table->cells[columns->digest], NULL, 16) ==
           line_digest(predictions->assignment, predictions->student, line);
}

static int take_given(struct predictions *predictions, const struct assignment *assignment,
                      struct table *table, const struct given_columns *columns, const char *began)
{
    static const struct table_range any = {.least = -1e18, .most = 1e18};
    struct given given = {.there = true};
    const struct question *question =
        assignment_question(assignment, table->cells[columns->question]);
    int code = table_number(table, columns->number, &any, &given.number);
    if (code || !question)
        return code;
    snprintf(given.at, sizeof given.at, "%s", table->cells[columns->at]);
    given.late =
        strcmp(table->cells[columns->late], "no") != 0 || (*began && strcmp(given.at, began) > 0);
    given.changed = !is_as_written(predictions, table, columns);
    struct given *known = &predictions->of[question - assignment->questions];
    if (!known->there || !given.late || known->late)
        *known = given;
    return 0;
}

static void take_owner(struct predictions *predictions, const struct table *table)
{
    const char *assignment = table_header_value(table, "assignment");
    const char *student = table_header_value(table, "student");
    predictions->there = true;
    snprintf(predictions->assignment, sizeof predictions->assignment, "%s",
             assignment ? assignment : "");
    snprintf(predictions->student, sizeof predictions->student, "%s", student ? student : "");
}

int predictions_read(struct predictions *predictions, const struct assignment *assignment,
                     const char *folder, const char *began, char *problem, size_t problem_size)
{
    struct table table;
    struct given_columns columns;
    *predictions = (struct predictions){.there = false};
    int code = table_open(&table, folder, file_name, problem, problem_size);
    if (code)
        return code == -ENOENT ? 0 : code;
    take_owner(predictions, &table);
    code = find_columns(&table, &columns);
    while (!code && (code = table_next(&table)) == 1)
        code = take_given(predictions, assignment, &table, &columns, began);
    if (!code && table_unfinished(&table) && is_as_written(predictions, &table, &columns))
        code = take_given(predictions, assignment, &table, &columns, began); /* by an editor */
    table_close(&table);
    return code;
}
