#include "study/run/results.h"

#include "study/append.h"
#include "study/folders.h"
#include "study/message.h"
#include "study/model/cost.h"
#include "study/run/header.h"
#include "study/run/identity.h"
#include "study/run/kept.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { COLUMNS_MAX = 1024, FILE_NAME_MAX = 32 };

static const char columns[] =
    "study,pattern,target,element_bytes,parameter,value,footprint_bytes,elements,useful_bytes,"
    "samples,passes,time_ns,time_min_ns,time_max_ns,ci_low_ns,ci_high_ns,bandwidth_gbps,"
    "fraction_of_copy,launch_ns,level,marks,valid,workers,pages,ran_on,disturbed";
static const char sample_head[] =
    "# point: the row of results.csv, from 0; a sample is the time of one pass\n"
    "point,sample,time_ns\n";

static void put_clean(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == ',' ? ';' : *text == '\n' || *text == '"' ? ' ' : *text, out);
}

/* What opening made, to be taken away again where it comes to nothing. */
struct made {
    size_t folder_length; /* of the name of the first folder that was not there; 0: all were */
    bool rows, samples;
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

/* Makes the folder and those above it. 0 or a negative errno. */
static int make_folder(const char *folder, struct made *made)
{
    char path[PATH_TEXT_MAX];
    int error = 0;
    const size_t length = strlen(folder);
    memcpy(path, folder, length + 1);
    for (size_t i = 1; i <= length; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        path[i] = '\0';
        error = mkdir(path, 0777) == 0 ? 0 : -errno; /* what is wrong shows in the last one */
        if (!error && !made->folder_length)
            made->folder_length = i;
        path[i] = folder[i];
    }
    return error == -EEXIST ? 0 : error;
}

static void unmake_folder(const char *folder, const struct made *made)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s", folder);
    for (size_t i = strlen(path); made->folder_length && i >= made->folder_length; i--)
        if (folder[i] == '/' || folder[i] == '\0') {
            path[i] = '\0';
            (void)rmdir(path); /* one that holds something stays */
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
    char path[PATH_TEXT_MAX];
    const int flags = O_RDWR | O_APPEND | O_CLOEXEC;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *file = open(path, flags | O_CREAT | O_EXCL, 0666);
    *made = *file >= 0;
    if (*file < 0 && errno == EEXIST)
        *file = open(path, flags);
    return *file < 0 ? complain(EXIT_USAGE,
                                "option --out: %s cannot be written: %s; name a folder "
                                "that can",
                                path, strerror(errno))
                     : 0;
}

/* The lock ends with the process, however that ends, and holds on NFS, too. */
static int lock_folder(const char *folder, int file, struct made *made)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(file, F_OFD_SETLK, &lock) == 0)
        return 0;
    if (errno == EAGAIN || errno == EACCES) {
        *made = (struct made){.rows = false}; /* the other's, now */
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
    struct addition samples;
    if (!addition_begin(&samples))
        return complain(EXIT_WRONG, "no memory for the samples' header");
    fputs(sample_head, samples.stream);
    return addition_write(&samples, results->samples_file, "samples.csv");
}

/* Cuts both files to what holds of them. */
static int resume(struct results *results, const char *folder, struct content *rows,
                  const struct kept *kept)
{
    if (ftruncate(results->samples_file, (off_t)kept->samples_bytes) != 0 ||
        ftruncate(results->rows_file, (off_t)kept->rows_bytes) != 0)
        return complain(EXIT_WRONG, "%s: cannot be written: %s", folder, strerror(errno));
    rows->text[kept->rows_bytes] = '\0';
    results->done = rows->text;
    rows->text = NULL;
    results->rows = kept->rows;
    return kept->samples_bytes ? 0 : write_sample_head(results);
}

static int begin(struct results *results, const char *folder, const char *header)
{
    struct addition rows;
    if (ftruncate(results->rows_file, 0) || ftruncate(results->samples_file, 0))
        return complain(EXIT_WRONG, "%s: cannot be written: %s", folder, strerror(errno));
    if (!addition_begin(&rows))
        return complain(EXIT_WRONG, "no memory for the results' header");
    fprintf(rows.stream, "%s%s%s\n", header, columns, cost_columns);
    int status = addition_write(&rows, results->rows_file, "results.csv");
    return status ? status : write_sample_head(results);
}

/* Goes on after the rows that are there, or begins where there are none. */
static int take_up(struct results *results, const char *folder, const char *header,
                   struct content *rows, const struct content *samples)
{
    char names[COLUMNS_MAX];
    struct kept kept;
    const struct kept_form form = {names, sample_head};
    snprintf(names, sizeof names, "%s%s\n", columns, cost_columns);
    int status = kept_judge(folder, rows, samples, header, &form, &kept);
    if (status)
        return status;
    return kept.rows_bytes > 0 ? resume(results, folder, rows, &kept)
                               : begin(results, folder, header);
}

static int open_files(struct results *results, const char *header, struct made *made)
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
        status = take_up(results, folder, header, &rows, &samples);
    free(rows.text);
    free(samples.text);
    return status;
}

static int open_folder(struct results *results, const char *header)
{
    struct made made = {.folder_length = 0};
    const char *folder = results->folder;
    int error = make_folder(folder, &made);
    int status =
        error ? complain(EXIT_USAGE, "option --out: %s cannot be made: %s; name a folder that can",
                         folder, strerror(-error))
              : open_files(results, header, &made);
    if (status && made.samples)
        remove_file(folder, "samples.csv");
    if (status && made.rows)
        remove_file(folder, "results.csv");
    if (status)
        unmake_folder(folder, &made);
    return status;
}

int results_open(struct results *results, const char *folder, const char *command,
                 const struct target_list *targets, const struct plan *plan)
{
    struct addition header;
    *results = (struct results){.rows_file = -1, .samples_file = -1, .folder = folder};
    int status = check_name(folder);
    if (status)
        return status;
    if (!addition_begin(&header))
        return complain(EXIT_WRONG, "no memory for the results' header");
    header_write(header.stream, command, targets, plan);
    if (!addition_finish(&header))
        return complain(EXIT_WRONG, "no memory for the results' header");
    status = open_folder(results, header.bytes);
    free(header.bytes);
    if (status)
        results_close(results);
    return status;
}

bool results_have(const struct results *results, const struct point *point, double *bandwidth_gbps)
{
    char identity[IDENTITY_MAX];
    if (!results->done)
        return false;
    const size_t length = strlen(point_identity(point, identity));
    for (const char *row = kept_first_row(results->done); *row; row = strchr(row, '\n') + 1)
        if (strncmp(row, identity, length) == 0) {
            const char *field = kept_field(row, kept_column(columns, "bandwidth_gbps"));
            *bandwidth_gbps = strtod(field, NULL);
            return true;
        }
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

static void put_times(FILE *out, const struct point *point, const struct measurement *m,
                      double copy_gbps)
{
    const struct summary *t = &m->pass_ns;
    double gbps = (double)point->useful_bytes / t->median;
    fprintf(out, "%d,%lld,", t->samples, (long long)(m->high_passes - m->low_passes));
    if (m->invalid) {
        fprintf(out, "-,-,-,-,-,-,-,%.1f,", m->launch_ns);
        return;
    }
    fprintf(out, "%.2f,%.2f,%.2f,%.2f,%.2f,%.6g,", t->median, t->minimum, t->maximum, t->low,
            t->high, gbps);
    if (copy_gbps > 0)
        fprintf(out, "%.4f,", gbps / copy_gbps);
    else
        fputs("-,", out);
    fprintf(out, "%.1f,", m->launch_ns);
}

/* All that keeps a point from being compared with others, as words with blanks between. */
static void put_marks(FILE *out, const struct point *point, const struct measurement *m)
{
    const struct {
        bool set;
        const char *word;
    } words[] = {{point->level_differs, "level-differs"},
                 {measure_disturbed(m), "disturbed"},
                 {m->conditions & CONDITION_SHARED, "shared"},
                 {m->conditions & CONDITION_THROTTLED, "throttled"},
                 {m->conditions & CONDITION_LOW_CLOCK, "low-clock"}};
    const char *before = "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].set) {
            fprintf(out, "%s%s", before, words[i].word);
            before = " ";
        }
    fputs(*before ? "," : "-,", out);
}

static void put_row(FILE *out, const struct point *point, const struct measurement *m,
                    const char *pages, double copy_gbps, const struct ceilings *ceilings)
{
    char identity[IDENTITY_MAX];
    fputs(point_identity(point, identity), out);
    fprintf(out, "%lld,%lld,", (long long)point->shape.elements, (long long)point->useful_bytes);
    put_times(out, point, m, copy_gbps);
    fprintf(out, "%s,", point->level);
    put_marks(out, point, m);
    if (m->invalid)
        fputs("no: ", out);
    put_clean(out, m->invalid ? m->invalid : "yes");
    fprintf(out, ",%d,", m->placement.workers);
    put_clean(out, pages);
    fputc(',', out);
    put_clean(out, m->placement.where_text);
    fprintf(out, ",%d", m->disturbed);
    cost_write(out, point, ceilings);
    fputc('\n', out);
}

int results_add(struct results *results, const struct point *point,
                const struct measurement *measured, const char *pages, double copy_gbps,
                const struct ceilings *ceilings)
{
    struct addition row, samples;
    if (!addition_begin(&samples))
        return complain(EXIT_WRONG, "no memory for samples of results");
    for (int i = 0; i < measured->pass_ns.samples; i++)
        fprintf(samples.stream, "%d,%d,%.2f\n", results->rows, i, measured->samples[i]);
    int status = addition_write(&samples, results->samples_file, "samples.csv");
    if (status)
        return status;
    if (!addition_begin(&row))
        return complain(EXIT_WRONG, "no memory for a row of results");
    put_row(row.stream, point, measured, pages, copy_gbps, ceilings);
    status = addition_write(&row, results->rows_file, "results.csv");
    results->rows += !status;
    return status ? status : results_still_there(results);
}

void results_close(struct results *results)
{
    if (results->rows_file >= 0)
        close(results->rows_file);
    if (results->samples_file >= 0)
        close(results->samples_file);
    free(results->done);
    *results = (struct results){.rows_file = -1, .samples_file = -1};
}
