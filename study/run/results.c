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

enum { FILE_NAME_MAX = 32, COMMAND_MAX = 4096, PROBLEM_MAX = 128 };

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

static int open_file(const char *folder, const char *name, int *file, bool *made)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + PROBLEM_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *file = file_open_kept(path, made, problem, sizeof problem);
    return *file < 0 ? complain(EXIT_USAGE, "option --out: %s; name a folder that can", problem)
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

/* A file with the new header and the old rows replaces it completely or not at all. The rows are
 * the old text's, from its line of names on. */
static int replace_header(struct results *results, const char *header, const struct content *old)
{
    char path[PATH_TEXT_MAX], final[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + PROBLEM_MAX];
    struct draft rows;
    struct made made = {.rows = false};
    const char *names = old->text;
    snprintf(path, sizeof path, "%s/results.csv.new", results->folder);
    snprintf(final, sizeof final, "%s/results.csv", results->folder);
    while (*names == '#')
        names = strchr(names, '\n') + 1;
    const int kept_bytes = (int)(results->done.rows_bytes - (size_t)(names - old->text));
    draft_open(&rows);
    header_write_dated(rows.out, header, old->text);
    fprintf(rows.out, "%.*s", kept_bytes, names);
    (void)unlink(path);
    const int file = file_open_kept(path, NULL, problem, sizeof problem);
    int status =
        file < 0 ? complain(EXIT_WRONG, "%s", problem) : lock_folder(results->folder, file, &made);
    if (status)
        free(draft_close(&rows));
    else
        status = append_draft(&rows, file, path);
    if (!status && (fsync(file) || rename(path, final)))
        status = complain(EXIT_WRONG, "%s: cannot be written: %s", final, strerror(errno));
    if (status)
        (void)unlink(path);
    if (file >= 0)
        close(status ? file : results->rows_file);
    results->rows_file = status ? results->rows_file : file;
    return status;
}

/* Checks that the plan has all points of existing rows. */
static int check_points(const struct results *results, const struct plan *plan)
{
    int there = 0;
    for (int i = 0; i < plan->count; i++)
        there += results_row(results, &plan->points[i]) >= 0;
    return there == results->done.rows
               ? 0
               : complain(EXIT_USAGE,
                          "option --out: %s holds %d points that would now be others (another free "
                          "memory?); name another folder",
                          results->folder, results->done.rows - there);
}

static int replace_samples(struct results *results, const struct content *samples)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + PROBLEM_MAX];
    struct whole_file file;
    bool made;
    snprintf(path, sizeof path, "%s/samples.csv", results->folder);
    if (whole_file_open(&file, path, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    fwrite(samples->text, 1, samples->length, file.out);
    if (whole_file_close(&file, problem, sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    close(results->samples_file);
    return open_file(results->folder, "samples.csv", &results->samples_file, &made);
}

/* Drops the rows that other load disturbed if the machine is quieter now, or if a course needs
 * them: the run measures their points again. Otherwise it says how many there are. */
static int drop_disturbed(struct results *results, const struct opening *opening,
                          struct content *rows, struct content *samples)
{
    int count = 0;
    char course[TEXT_MAX];
    for (int i = 0; i < results->done.rows; i++)
        count += results->done.row[i].again;
    if (count == 0)
        return 0;
    if (!is_quieter(rows->text, opening->header) &&
        !header_value(opening->header, "assignment", course, sizeof course))
        return complain(0,
                        "points that other load disturbed: %d; the same command measures them "
                        "again when the machine is quieter",
                        count);
    kept_drop(count, rows, samples, &results->done);
    results->rows = results->done.rows;
    complain(0, "points that other load disturbed, and that are measured again: %d", count);
    const int status = replace_header(results, opening->header, rows);
    return status ? status : replace_samples(results, samples);
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
        status = replace_header(results, opening->header, rows);
    return status ? status : drop_disturbed(results, opening, rows, samples);
}

static int open_files(struct results *results, const struct opening *opening, struct made *made)
{
    struct content rows = {.text = NULL}, samples = {.text = NULL};
    const char *folder = results->folder;
    int status = open_file(folder, "results.csv", &results->rows_file, &made->rows);
    if (!status)
        status = lock_folder(folder, results->rows_file, made);
    if (!status)
        status = open_file(folder, "samples.csv", &results->samples_file, &made->samples);
    if (!status)
        status = content_read(results->rows_file, "results.csv", &rows);
    if (!status)
        status = content_read(results->samples_file, "samples.csv", &samples);
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
    char *text = draft_close(&header);
    const struct opening opening = {text, command, earlier, plan};
    status = open_folder(results, &opening);
    free(text);
    if (status)
        results_close(results);
    return status;
}

int results_row(const struct results *results, const struct point *point)
{
    char identity[IDENTITY_MAX];
    point_identity(point, identity);
    for (int i = 0; i < results->done.rows; i++)
        if (strcmp(results->done.row[i].identity, identity) == 0)
            return i;
    return -1;
}

bool results_dropped(const struct results *results, const struct point *point)
{
    char identity[IDENTITY_MAX];
    const struct kept *done = &results->done;
    point_identity(point, identity);
    for (int i = done->rows; i < done->rows + done->dropped; i++)
        if (strcmp(done->row[i].identity, identity) == 0)
            return true;
    return false;
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

static void write_samples(FILE *out, int row, const struct measurement *measured)
{
    for (int i = 0; i < measured->pass_ns.samples; i++)
        samples_write(out, row, i, measured->samples[i], measured->speed[i],
                      measured->lost_share[i]);
}

int results_add(struct results *results, const struct result *result)
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
    return status ? status : results_still_there(results);
}

void results_close(struct results *results)
{
    if (results->rows_file >= 0)
        close(results->rows_file);
    if (results->samples_file >= 0)
        close(results->samples_file);
    kept_free(&results->done);
    *results = (struct results){.rows_file = -1, .samples_file = -1};
}
