#include "study/run/results.h"

#include "plots/data/row_reader.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/measure/append.h"
#include "study/run/columns.h"
#include "study/run/header.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_NAME_MAX = 32, COMMAND_MAX = 4096, PROBLEM_MAX = 128, CONTENT_MOST = 1 << 30 };

/* What opening created, to be removed again if it fails. */
struct made {
    size_t folder_length; /* of the name of the first folder that was missing; 0: none was */
    bool rows, samples;
};

/* The purpose of opening a folder; the caller owns the texts and the plan. */
struct opening {
    const char *header, *command, *earlier;
    const struct plan *plan;
};

static int check_name(const char *folder)
{
    if (!folder[0])
        return complain(EXIT_USAGE, "option --out: the name is empty; name a folder");
    if (strlen(folder) + FILE_NAME_MAX > PATH_TEXT_MAX)
        return complain(EXIT_USAGE, "option --out: the name has %zu letters; use %d at most",
                        strlen(folder), PATH_TEXT_MAX - FILE_NAME_MAX);
    return 0;
}

static void unmake_folder(const char *folder, const struct made *made)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s", folder);
    for (size_t i = strlen(path); made->folder_length && i >= made->folder_length; i--)
        if (folder[i] == '/' || folder[i] == '\0') {
            path[i] = '\0';
            (void)rmdir(path); /* a folder that is not empty stays */
        }
}

static void remove_file(const char *folder, const char *name)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    (void)unlink(path);
}

/* NAME.new becomes NAME. */
static bool put_in_place(const char *folder, const char *name)
{
    char path[PATH_TEXT_MAX], final[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/%s.new", folder, name);
    snprintf(final, sizeof final, "%s/%s", folder, name);
    return rename(path, final) == 0;
}

/* Drops new files that a failure or a kill left. But if that of results.csv is in place already,
 * that of samples.csv belongs to it. */
static void end_rewriting(const char *folder)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/results.csv.new", folder);
    if (access(path, F_OK) == 0) {
        remove_file(folder, "samples.csv.new");
        remove_file(folder, "results.csv.new");
    } else {
        (void)put_in_place(folder, "samples.csv");
    }
}

static int open_file(const char *folder, const char *name, int *file, bool *made)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + PROBLEM_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *file = file_open_kept(path, made, problem, sizeof problem);
    return *file < 0 ? complain(EXIT_USAGE, "option --out: %s; name a folder that can", problem)
                     : 0;
}

/* The caller frees the text, also after a message. */
static int read_file(const char *folder, const char *name, struct content *content)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + PROBLEM_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return file_read(path, CONTENT_MOST, &content->text, &content->length, problem, sizeof problem)
               ? complain(EXIT_WRONG, "%s", problem)
               : 0;
}

/* The lock ends with the process, however that ends, and also works on NFS. */
static int lock_folder(const char *folder, int file, struct made *made)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(file, F_OFD_SETLK, &lock) == 0)
        return 0;
    if (errno == EAGAIN || errno == EACCES) {
        *made = (struct made){.rows = false}; /* it belongs to the other run now */
        return complain(EXIT_USAGE,
                        "option --out: another run is at work in %s; wait for its end, or name "
                        "another folder",
                        folder);
    }
    return complain(0, "%s/results.csv cannot be locked (%s): let no other run write there", folder,
                    strerror(errno));
}

static int write_sample_head(const struct results *results)
{
    struct draft samples;
    draft_open(&samples);
    fputs(samples_head, samples.out);
    return append_draft(&samples, results->samples_file, "samples.csv");
}

/* Truncates both files to their valid part. */
static int resume(struct results *results, const struct kept *kept)
{
    if (ftruncate(results->samples_file, (off_t)kept->samples_bytes) != 0 ||
        ftruncate(results->rows_file, (off_t)kept->rows_bytes) != 0)
        return complain(EXIT_WRONG, "%s: cannot be written: %s", results->folder, strerror(errno));
    results->rows = kept->rows;
    return kept->samples_bytes ? 0 : write_sample_head(results);
}

static int begin(struct results *results, const char *header)
{
    struct draft rows;
    if (ftruncate(results->rows_file, 0) || ftruncate(results->samples_file, 0))
        return complain(EXIT_WRONG, "%s: cannot be written: %s", results->folder, strerror(errno));
    draft_open(&rows);
    fputs(header, rows.out);
    columns_write_names(rows.out);
    int status = append_draft(&rows, results->rows_file, "results.csv");
    return status ? status : write_sample_head(results);
}

static void write_samples(FILE *out, int row, const struct measurement *measured)
{
    samples_write(out, row, measured->samples, measured->speed, measured->lost_share,
                  measured->pass_ns.samples);
}

/* Writes FOLDER/NAME.new, down to the disk, and ends the draft. */
static int write_new(const char *folder, const char *name, struct draft *draft, int *file)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + PROBLEM_MAX];
    snprintf(path, sizeof path, "%s/%s.new", folder, name);
    *file = file_open_kept(path, NULL, problem, sizeof problem);
    if (*file < 0) {
        free(draft_close(draft));
        return complain(EXIT_WRONG, "%s", problem);
    }
    const int status = append_draft(draft, *file, path);
    return status || fsync(*file) == 0
               ? status
               : complain(EXIT_WRONG, "%s: cannot be written: %s", path, strerror(errno));
}

/* Replaces both files completely or not at all: the new ones count from the moment when that of
 * results.csv is in place (end_rewriting). */
static int replace_files(struct results *results, struct draft *rows, struct draft *samples)
{
    struct made made = {.rows = false};
    const char *folder = results->folder;
    const int old[2] = {results->rows_file, results->samples_file};
    int file[2] = {-1, -1};
    int status = write_new(folder, "results.csv", rows, &file[0]);
    if (!status)
        status = lock_folder(folder, file[0], &made);
    if (!status)
        status = write_new(folder, "samples.csv", samples, &file[1]);
    else
        free(draft_close(samples));
    if (!status && !(put_in_place(folder, "results.csv") && put_in_place(folder, "samples.csv")))
        status = complain(EXIT_WRONG, "%s: results.csv and samples.csv cannot be replaced: %s",
                          folder, strerror(errno));
    if (status)
        end_rewriting(folder);
    results->rows_file = status ? old[0] : file[0];
    results->samples_file = status ? old[1] : file[1];
    for (int i = 0; i < 2; i++)
        close(status ? file[i] : old[i]);
    return status;
}

/* Writes both files again: with the header, if it is not NULL; without row number `row`; and with
 * the result, if it is not NULL, as the last row. */
static int rewrite(struct results *results, const char *header, int row,
                   const struct result *result)
{
    struct content old_rows = {.text = NULL}, old_samples = {.text = NULL};
    struct draft rows, samples;
    int status = read_file(results->folder, "results.csv", &old_rows);
    if (!status)
        status = read_file(results->folder, "samples.csv", &old_samples);
    if (!status) {
        put_other_rows(draft_open(&rows), header, old_rows.text, row);
        put_other_samples(draft_open(&samples), old_samples.text, row);
        if (result) {
            columns_write_row(rows.out, result);
            write_samples(samples.out, results->rows - 1, result->measured);
        }
        status = replace_files(results, &rows, &samples);
    }
    free(old_rows.text);
    free(old_samples.text);
    return status;
}

/* Checks that the plan has all points of existing rows. */
static int check_points(const struct results *results, const struct plan *plan)
{
    int there = 0;
    for (int i = 0; i < plan->count; i++)
        there += results_has(results, &plan->points[i]);
    return there == results->done.rows
               ? 0
               : complain(EXIT_USAGE,
                          "option --out: %s holds %d points that would now be others (another free "
                          "memory?); name another folder",
                          results->folder, results->done.rows - there);
}

/* Selects the rows whose points are measured again: those that other load disturbed, if the machine
 * is quieter now or a course needs them. Says how many there are. */
static void select_again(struct results *results, const struct opening *opening, const char *header)
{
    int count = 0;
    char course[TEXT_MAX];
    const bool now = is_quieter(header, opening->header) ||
                     header_value(opening->header, "assignment", course, sizeof course);
    for (int i = 0; i < results->done.rows; i++) {
        count += results->done.row[i].again;
        results->done.row[i].again &= now;
    }
    results->again = now ? count : 0;
    if (results->again)
        complain(0, "points that other load disturbed, and that are measured again: %d", count);
    else if (count)
        complain(0,
                 "points that other load disturbed: %d; the same command measures them again when "
                 "the machine is quieter",
                 count);
}

/* Continues after existing rows, or begins if there are none. */
static int take_up(struct results *results, const struct opening *opening, struct content *rows,
                   struct content *samples)
{
    char was[COMMAND_MAX];
    int status = kept_judge(results->folder, rows, samples, opening->header, opening->earlier,
                            &results->done);
    if (status || !results->done.row)
        return status ? status : begin(results, opening->header);
    const bool grows = opening->earlier && header_value(rows->text, "command", was, sizeof was) &&
                       strcmp(was, opening->command) != 0;
    if (grows)
        status = check_points(results, opening->plan);
    if (!status)
        status = resume(results, &results->done);
    if (!status && grows)
        status = rewrite(results, opening->header, ROW_NONE, NULL);
    if (!status)
        select_again(results, opening, rows->text);
    return status;
}

static int open_files(struct results *results, const struct opening *opening, struct made *made)
{
    struct content rows = {.text = NULL}, samples = {.text = NULL};
    const char *folder = results->folder;
    int status = open_file(folder, "results.csv", &results->rows_file, &made->rows);
    if (!status)
        status = lock_folder(folder, results->rows_file, made);
    if (!status) {
        end_rewriting(folder);
        status = open_file(folder, "samples.csv", &results->samples_file, &made->samples);
    }
    if (!status)
        status = read_file(folder, "results.csv", &rows);
    if (!status)
        status = read_file(folder, "samples.csv", &samples);
    if (!status)
        status = take_up(results, opening, &rows, &samples);
    free(rows.text);
    free(samples.text);
    return status;
}

static int open_folder(struct results *results, const struct opening *opening)
{
    struct made made = {.folder_length = 0};
    const char *folder = results->folder;
    int error = folder_make(folder, 0777, &made.folder_length, NULL, 0);
    int status =
        error ? complain(EXIT_USAGE, "option --out: %s cannot be made: %s; name a folder that can",
                         folder, strerror(-error))
              : open_files(results, opening, &made);
    if (status && made.samples)
        remove_file(folder, "samples.csv");
    if (status && made.rows)
        remove_file(folder, "results.csv");
    if (status)
        unmake_folder(folder, &made);
    return status;
}

int results_open(struct results *results, const char *folder, const char *command,
                 const char *earlier, const struct target_list *targets, const struct plan *plan)
{
    struct draft header;
    *results = (struct results){.rows_file = -1, .samples_file = -1, .folder = folder};
    int status = check_name(folder);
    if (status)
        return status;
    header_write(draft_open(&header), command, targets, plan);
    results->header = draft_close(&header);
    const struct opening opening = {results->header, command, earlier, plan};
    status = open_folder(results, &opening);
    if (status)
        results_close(results);
    return status;
}

static int find_row(const struct results *results, const struct point *point)
{
    char identity[IDENTITY_MAX];
    point_identity(point, identity);
    for (int i = 0; i < results->done.rows; i++)
        if (strcmp(results->done.row[i].identity, identity) == 0)
            return i;
    return -1;
}

int results_row(const struct results *results, const struct point *point)
{
    const int row = find_row(results, point);
    return row >= 0 && !results->done.row[row].again ? row : -1;
}

bool results_has(const struct results *results, const struct point *point)
{
    return find_row(results, point) >= 0;
}

int results_still_there(const struct results *results)
{
    char path[PATH_TEXT_MAX];
    struct stat named, open_one;
    snprintf(path, sizeof path, "%s/results.csv", results->folder);
    if (stat(path, &named) == 0 && fstat(results->rows_file, &open_one) == 0 &&
        named.st_dev == open_one.st_dev && named.st_ino == open_one.st_ino)
        return 0;
    return complain(EXIT_WRONG,
                    "%s: removed or replaced while the run wrote to it; its rows are lost", path);
}

static int add_row(struct results *results, const struct result *result)
{
    struct draft row, samples;
    draft_open(&samples);
    write_samples(samples.out, results->rows, result->measured);
    int status = append_draft(&samples, results->samples_file, "samples.csv");
    if (status)
        return status;
    draft_open(&row);
    columns_write_row(row.out, result);
    status = append_draft(&row, results->rows_file, "results.csv");
    results->rows += !status;
    return status;
}

/* The old row stays if the new one is no better, which else becomes the last one: its fraction is
 * of the copies before it. The header gets the load of a run that reached all of these points, so
 * that after an interruption the same command continues. */
static int renew_row(struct results *results, int row, const struct result *result)
{
    const struct measurement *measured = result->measured;
    const bool better = kept_damage(!measured->invalid, measured->disturbed,
                                    measured->pass_ns.samples) < results->done.row[row].damage;
    const char *header = --results->again ? NULL : results->header;
    int status = results_still_there(results);
    if (!status && (better || header))
        status = rewrite(results, header, better ? row : ROW_NONE, better ? result : NULL);
    if (better && !status)
        kept_forget(&results->done, row);
    return status;
}

int results_add(struct results *results, const struct result *result)
{
    const int row = find_row(results, result->point);
    const int status = row < 0 ? add_row(results, result) : renew_row(results, row, result);
    return status ? status : results_still_there(results);
}

void results_close(struct results *results)
{
    if (results->rows_file >= 0)
        close(results->rows_file);
    if (results->samples_file >= 0)
        close(results->samples_file);
    kept_free(&results->done);
    free(results->header);
    *results = (struct results){.rows_file = -1, .samples_file = -1};
}
