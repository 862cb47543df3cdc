#include "study/ceilings_file.h"

#include "plots/table.h"
#include "study/append.h"
#include "study/folders.h"
#include "study/message.h"
#include "study/probes.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char head[] =
    "# what a unit takes of what a target can run out of: value is in its unit, - where it could "
    "not be measured; time_ns is a pass of the probe; of several rows for one the last counts\n"
    "target,resource,bound,value,unit,pattern,element_bytes,parameter,setting,footprint_bytes,"
    "time_ns,ci_low_ns,ci_high_ns,samples,measured_at\n";
static const char time_format[] = "%Y-%m-%dT%H:%M:%SZ";

struct ceilings ceilings_unknown(void)
{
    struct ceilings none;
    for (int i = 0; i < RESOURCES; i++)
        none.ns_each[i] = NAN;
    return none;
}

static bool in_ns(int resource)
{
    return strncmp(resources[resource].unit, "ns", 2) == 0;
}

const char *ceiling_text(enum resource resource, double ns_each, char text[CEILING_TEXT_MAX])
{
    snprintf(text, CEILING_TEXT_MAX, "%.3g %s", in_ns(resource) ? ns_each : 1 / ns_each,
             resources[resource].unit);
    return text;
}

static int cannot_write(const struct ceilings_file *file, int error)
{
    return complain(EXIT_WRONG, "%s/ceilings.csv: cannot be written: %s", file->folder,
                    strerror(error));
}

static int append_head(const struct ceilings_file *file)
{
    struct addition addition;
    if (!addition_begin(&addition))
        return cannot_write(file, ENOMEM);
    fputs(head, addition.stream);
    return addition_write(&addition, file->file, "ceilings.csv");
}

static bool has_head(int file)
{
    char text[sizeof head - 1];
    return pread(file, text, sizeof text, 0) == (ssize_t)sizeof text &&
           memcmp(text, head, sizeof text) == 0;
}

int ceilings_file_open(struct ceilings_file *file, const char *folder, bool anew)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    file->folder = folder;
    file->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file->file < 0)
        return complain(EXIT_USAGE,
                        "option --out: %s cannot be written: %s; name a folder that can", path,
                        strerror(errno));
    const int error = cut_torn_line(file->file);
    if (error)
        return cannot_write(file, -error);
    if (!anew && has_head(file->file))
        return 0;
    return ftruncate(file->file, 0) ? cannot_write(file, errno) : append_head(file);
}

void ceilings_file_close(struct ceilings_file *file)
{
    if (file->file >= 0)
        close(file->file);
    file->file = -1;
}

static void write_row(FILE *out, const struct point *point, enum resource resource, double ns_each,
                      const struct summary *ns)
{
    char now[32];
    struct tm utc;
    const struct resource_facts *r = &resources[resource];
    fprintf(out, "%s,%s,%s,", point->target->name, r->name, r->bound);
    if (isnan(ns_each))
        fputs("-,", out);
    else
        fprintf(out, "%.6g,", in_ns(resource) ? ns_each : 1 / ns_each);
    fprintf(out, "%s,%s,%d,%s,", r->unit, point->pattern->name, point->element_bytes,
            point->parameter);
    if (point->baseline)
        fputs("-,", out);
    else
        fprintf(out, "%lld,", (long long)point->value);
    fprintf(out, "%lld,", (long long)point->footprint_bytes);
    if (isnan(ns_each))
        fputs("-,-,-,0,", out);
    else
        fprintf(out, "%.2f,%.2f,%.2f,%d,", ns->median, ns->low, ns->high, ns->samples);
    strftime(now, sizeof now, time_format, gmtime_r(&(time_t){time(NULL)}, &utc));
    fprintf(out, "%s\n", now);
}

int ceilings_file_add(struct ceilings_file *file, const struct point *point, enum resource resource,
                      double ns_each, const struct summary *ns)
{
    struct addition addition;
    if (!addition_begin(&addition))
        return cannot_write(file, ENOMEM);
    write_row(addition.stream, point, resource, ns_each, ns);
    return addition_write(&addition, file->file, "ceilings.csv");
}

/* Both sides have a memory: which resource a name is of its probe tells. */
static int resource_named(const char *name, bool cpu)
{
    for (int i = 0; i < probe_count; i++)
        if ((cpu ? probes[i].cpu : probes[i].gpu) &&
            strcmp(resources[probes[i].resource].name, name) == 0)
            return (int)probes[i].resource;
    return -1;
}

/* Seconds since 1970; 1, long ago, where nothing is said. */
static double time_of(const char *text)
{
    struct tm utc = {0};
    const char *end = text ? strptime(text, time_format, &utc) : NULL;
    return end && !*end ? (double)timegm(&utc) : 1;
}

static const char *cell_of(const struct table *table, int row, const char *column)
{
    const int number = table_column(table, column);
    return number < 0 ? NULL : table_cell(table, row, number);
}

static void take_row(const struct table *table, int row, const char *target,
                     struct ceiling_set *set)
{
    const double value = table_number(cell_of(table, row, "value"));
    const int resource =
        resource_named(cell_of(table, row, "resource"), strcmp(target, "cpu") == 0);
    if (strcmp(cell_of(table, row, "target"), target) != 0 || resource < 0)
        return;
    const double ns_each = in_ns(resource) ? value : 1 / value;
    set->known.ns_each[resource] = value > 0 && isnormal(ns_each) ? ns_each : NAN;
    set->probed_s[resource] = time_of(cell_of(table, row, "measured_at"));
}

static int take_rows(const struct table *table, const char *path, const char *target,
                     struct ceiling_set *set, char *problem, size_t problem_size)
{
    static const char *const needed[] = {"target", "resource", "value"};
    int found = 0;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (table_column(table, needed[i]) < 0) {
            snprintf(problem, problem_size, "%s: there is no column %s", path, needed[i]);
            return -EINVAL;
        }
    for (int row = 0; row < table->row_count; row++) {
        take_row(table, row, target, set);
        found += strcmp(cell_of(table, row, "target"), target) == 0;
    }
    if (found == 0)
        snprintf(problem, problem_size, "%s: holds nothing of %s", path, target);
    return found > 0 ? 0 : -ENOENT;
}

int ceilings_read_set(const char *folder, const char *target, struct ceiling_set *set,
                      char *problem, size_t problem_size)
{
    char path[PATH_TEXT_MAX];
    struct table table;
    *set = (struct ceiling_set){.known = ceilings_unknown()};
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    int error = table_read(&table, path, problem, problem_size);
    if (error)
        return error;
    error = take_rows(&table, path, target, set, problem, problem_size);
    table_free(&table);
    return error;
}

int ceilings_read(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size)
{
    struct ceiling_set set;
    const int error = ceilings_read_set(folder, target, &set, problem, problem_size);
    *ceilings = set.known;
    return error;
}
