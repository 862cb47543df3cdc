#include "study/results.h"

#include "study/cost.h"
#include "study/folders.h"
#include "study/message.h"
#include "warpline_build.h"
#include "warpline_commit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { ROW_MAX = 4096, KEY_MAX = 512 };

static const char columns[] =
    "study,pattern,target,element_bytes,parameter,value,footprint_bytes,elements,useful_bytes,"
    "samples,passes,time_ns,time_min_ns,time_max_ns,ci_low_ns,ci_high_ns,bandwidth_gbps,"
    "fraction_of_copy,launch_ns,level,marks,valid,workers,pages,ran_on";
static const char sample_columns[] = "point,sample,time_ns\n";

/* A text that grows: rows and headers are put together here and written at once. */
struct text {
    char *bytes;
    size_t length;
    FILE *stream;
};

static bool text_open(struct text *text)
{
    text->stream = open_memstream(&text->bytes, &text->length);
    return text->stream != NULL;
}

/* Writes all of it; what a full disk let through of it is taken away again. */
static int text_write(struct text *text, int file, const char *name)
{
    fclose(text->stream);
    off_t before = lseek(file, 0, SEEK_END);
    size_t written = 0;
    ssize_t n = 0;
    while (written < text->length &&
           (n = write(file, text->bytes + written, text->length - written)) > 0)
        written += (size_t)n;
    int error = written < text->length ? (n < 0 ? errno : ENOSPC) : 0;
    free(text->bytes);
    if (!error)
        return 0;
    if (ftruncate(file, before) != 0)
        complain(EXIT_WRONG, "%s: its last row may be cut off", name);
    return complain(EXIT_WRONG, "%s: cannot be written: %s; finished points are kept", name,
                    strerror(error));
}

static void put_clean(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == ',' ? ';' : *text == '\n' || *text == '"' ? ' ' : *text, out);
}

static void put_key(FILE *out, const char *key, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fprintf(out, "# %s: ", key);
    vfprintf(out, format, arguments);
    fputc('\n', out);
    va_end(arguments);
}

static void put_date(FILE *out)
{
    char text[64];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    put_key(out, "date", "%s", text);
}

static void put_environment(FILE *out)
{
    static const char *const names[] = {
        "OMP_NUM_THREADS",    "OMP_PROC_BIND",     "OMP_PLACES",     "OMP_TARGET_OFFLOAD",
        "OMP_DEFAULT_DEVICE", "GOMP_CPU_AFFINITY", "GOMP_NVPTX_JIT", "CUDA_VISIBLE_DEVICES",
        "HWLOC_SYNTHETIC",    "HWLOC_XMLFILE",     "SLURM_JOB_ID"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (getenv(names[i]))
            put_key(out, "environment", "%s=%s", names[i], getenv(names[i]));
}

static void put_caches(FILE *out, const struct target *target, const char *key, bool alone)
{
    fprintf(out, "# %s_%s: ", target->name, key);
    for (int i = 0; i < target->facts.cache_levels; i++) {
        const struct cache_level *cache = &target->facts.caches[i];
        fprintf(out, "%s%s %lld %d", i ? "; " : "", cache->name,
                (long long)(alone ? cache->one_bytes : cache->size_bytes), cache->line_bytes);
    }
    fputs(target->facts.cache_levels ? "\n" : "-\n", out);
}

static void put_target(FILE *out, const struct target *target)
{
    char key[64];
    const struct target_facts *facts = &target->facts;
    put_key(out, target->name, "%s", facts->title);
    snprintf(key, sizeof key, "%s_detail", target->name);
    put_key(out, key, "%s", facts->detail);
    snprintf(key, sizeof key, "%s_memory_bytes", target->name);
    put_key(out, key, "%lld", (long long)facts->memory_bytes);
    snprintf(key, sizeof key, "%s_peak_gbps", target->name);
    put_key(out, key, "%.1f", facts->peak_gbps);
    snprintf(key, sizeof key, "%s_start_seconds", target->name);
    put_key(out, key, "%.3f", facts->start_seconds);
    put_caches(out, target, "caches", false);
    put_caches(out, target, "caches_of_one", true);
}

static void put_header(FILE *out, const char *command, const struct target_list *targets)
{
    struct utsname host;
    uname(&host);
    put_key(out, "warpline", "%s", WARPLINE_VERSION);
    put_key(out, "commit", "%s", WARPLINE_COMMIT);
    put_key(out, "compiler", "%s", WARPLINE_COMPILER);
    put_key(out, "cpu_flags", "%s", WARPLINE_CPU_FLAGS);
    put_key(out, "gpu_flags", "%s", WARPLINE_GPU_FLAGS[0] ? WARPLINE_GPU_FLAGS : "no GPU code");
    put_key(out, "host", "%s", host.nodename);
    put_key(out, "kernel", "%s %s %s", host.sysname, host.release, host.machine);
    put_key(out, "command", "%s", command);
    put_date(out);
    put_key(out, "clock_step_ns", "%.0f", clock_step_ns());
    for (int i = 0; i < targets->count; i++)
        put_target(out, &targets->targets[i]);
    put_environment(out);
}

/* Makes the folder and those above it. */
static int make_folder(const char *folder)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s", folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777); /* what is wrong here shows in the last one */
        *slash = '/';
    }
    return mkdir(path, 0777) && errno != EEXIST ? -errno : 0;
}

static int open_file(const char *folder, const char *name, int *file)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    *file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    return *file < 0 ? complain(EXIT_USAGE,
                                "option --out: %s cannot be written: %s; name a folder "
                                "that can",
                                path, strerror(errno))
                     : 0;
}

static char *read_all(int file)
{
    off_t size = lseek(file, 0, SEEK_END);
    char *text = size > 0 ? malloc((size_t)size + 1) : NULL;
    if (!text)
        return NULL;
    ssize_t n = pread(file, text, (size_t)size, 0);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

/* The value of a `# key: value` line, without its end; NULL where there is no such line. */
static const char *header_value(const char *text, const char *key, char value[KEY_MAX])
{
    char start[64];
    int length = snprintf(start, sizeof start, "# %s: ", key);
    for (const char *line = text; line && *line == '#';
         line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, start, (size_t)length) == 0) {
            snprintf(value, KEY_MAX, "%.*s", (int)strcspn(line + length, "\n"), line + length);
            return value;
        }
    return NULL;
}

static int refuse_folder(const char *folder, const char *what, const char *theirs)
{
    return complain(EXIT_USAGE,
                    "option --out: %s holds results of another %s (%s); name another "
                    "folder or remove it",
                    folder, what, theirs);
}

/* A row without its line's end was cut off by whatever killed the run. */
static void cut_last_line(char *text, int file)
{
    char *end = strrchr(text, '\n');
    size_t whole = end ? (size_t)(end - text) + 1 : 0;
    text[whole] = '\0';
    if (ftruncate(file, (off_t)whole) != 0)
        text[0] = '\0';
}

static const char *first_row(const char *text)
{
    while (*text == '#')
        text = strchr(text, '\n') + 1;
    const char *end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

static int count_lines(const char *text)
{
    int lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Drops the samples of points that never got their row. */
static void cut_samples(struct results *results)
{
    char *text = read_all(results->samples_file);
    if (!text)
        return;
    cut_last_line(text, results->samples_file);
    for (const char *line = first_row(text); *line; line = strchr(line, '\n') + 1)
        if (atoi(line) >= results->rows) {
            if (ftruncate(results->samples_file, line - text) != 0)
                complain(EXIT_WRONG, "samples.csv: samples of unfinished points are left in it");
            break;
        }
    free(text);
}

/* Whether the rows under this header answer the same question on the same machine. */
static int check_header(const char *folder, const char *command, const char *text)
{
    char value[KEY_MAX];
    struct utsname host;
    uname(&host);
    if (text[0] != '#')
        return refuse_folder(folder, "program", "results.csv does not begin with `#`");
    if (header_value(text, "command", value) && strcmp(value, command) != 0)
        return refuse_folder(folder, "command", value);
    if (header_value(text, "host", value) && strcmp(value, host.nodename) != 0)
        return refuse_folder(folder, "machine", value);
    return 0;
}

static void resume(struct results *results, char *text)
{
    cut_last_line(text, results->rows_file);
    results->done = text;
    results->rows = count_lines(first_row(text));
    cut_samples(results);
}

static int begin(struct results *results, const char *command, const struct target_list *targets)
{
    struct text rows, samples;
    if (!text_open(&rows) || !text_open(&samples))
        return complain(EXIT_WRONG, "no memory for the results' header");
    put_header(rows.stream, command, targets);
    fprintf(rows.stream, "%s%s\n", columns, cost_columns);
    fputs("# point: the row of results.csv, from 0; a sample is the time of one pass\n",
          samples.stream);
    fputs(sample_columns, samples.stream);
    int status = text_write(&rows, results->rows_file, "results.csv");
    int second = text_write(&samples, results->samples_file, "samples.csv");
    return status ? status : second;
}

/* A header that was cut off holds nothing: the run starts anew. */
static bool is_begun(const char *text)
{
    return text && strstr(text, columns);
}

static int start_anew(struct results *results, const char *folder, const char *command,
                      const struct target_list *targets)
{
    if (ftruncate(results->rows_file, 0) || ftruncate(results->samples_file, 0))
        return complain(EXIT_WRONG, "%s: %s", folder, strerror(errno));
    return begin(results, command, targets);
}

static int open_files(struct results *results, const char *folder, const char *command,
                      const struct target_list *targets)
{
    int status = open_file(folder, "results.csv", &results->rows_file);
    if (status)
        return status;
    char *text = read_all(results->rows_file);
    if (text)
        status = check_header(folder, command, text);
    if (!status)
        status = open_file(folder, "samples.csv", &results->samples_file);
    if (!status && is_begun(text))
        resume(results, text);
    else if (!status)
        status = start_anew(results, folder, command, targets);
    if (!results->done)
        free(text);
    return status;
}

int results_open(struct results *results, const char *folder, const char *command,
                 const struct target_list *targets)
{
    *results = (struct results){.rows_file = -1, .samples_file = -1};
    int error = make_folder(folder);
    if (error)
        return complain(EXIT_USAGE, "option --out: %s cannot be made: %s; name a folder that can",
                        folder, strerror(-error));
    int status = open_files(results, folder, command, targets);
    if (status)
        results_close(results);
    return status;
}

/* What tells a row from all others: its first seven fields. */
static void put_identity(FILE *out, const struct point *point)
{
    fprintf(out, "%s,%s,%s,%d,%s,", point->study->name, point->pattern->name, point->target->name,
            point->element_bytes, point->parameter);
    if (point->baseline)
        fputs("-,", out);
    else
        fprintf(out, "%lld,", (long long)point->value);
    fprintf(out, "%lld,", (long long)point->footprint_bytes);
}

static const char *field_of(const char *row, const char *column)
{
    const char *at = strstr(columns, column);
    for (const char *c = columns; c < at; c++)
        if (*c == ',')
            row = strchr(row, ',') + 1;
    return row;
}

bool results_have(const struct results *results, const struct point *point, double *bandwidth_gbps)
{
    char identity[ROW_MAX] = "";
    if (!results->done)
        return false;
    FILE *out = fmemopen(identity, sizeof identity, "w");
    if (!out)
        return false;
    put_identity(out, point);
    fclose(out);
    for (const char *row = first_row(results->done); *row; row = strchr(row, '\n') + 1)
        if (strncmp(row, identity, strlen(identity)) == 0) {
            *bandwidth_gbps = strtod(field_of(row, "bandwidth_gbps"), NULL);
            return true;
        }
    return false;
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

static void put_row(FILE *out, const struct point *point, const struct measurement *m,
                    const char *pages, double copy_gbps, const struct ceilings *ceilings)
{
    put_identity(out, point);
    fprintf(out, "%lld,%lld,", (long long)point->shape.elements, (long long)point->useful_bytes);
    put_times(out, point, m, copy_gbps);
    fprintf(out, "%s,%s,", point->level, point->level_differs ? "level-differs" : "-");
    if (m->invalid)
        fputs("no: ", out);
    put_clean(out, m->invalid ? m->invalid : "yes");
    fprintf(out, ",%d,", m->placement.workers);
    put_clean(out, pages);
    fputc(',', out);
    put_clean(out, m->placement.where_text);
    cost_write(out, point, ceilings);
    fputc('\n', out);
}

int results_add(struct results *results, const struct point *point,
                const struct measurement *measured, const char *pages, double copy_gbps,
                const struct ceilings *ceilings)
{
    struct text row, samples;
    if (!text_open(&row) || !text_open(&samples))
        return complain(EXIT_WRONG, "no memory for a row of results");
    for (int i = 0; i < measured->pass_ns.samples; i++)
        fprintf(samples.stream, "%d,%d,%.2f\n", results->rows, i, measured->samples[i]);
    put_row(row.stream, point, measured, pages, copy_gbps, ceilings);
    int status = text_write(&samples, results->samples_file, "samples.csv");
    if (status) {
        fclose(row.stream);
        free(row.bytes);
        return status;
    }
    status = text_write(&row, results->rows_file, "results.csv");
    results->rows += !status;
    return status;
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
