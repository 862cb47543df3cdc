#include "study/run/header.h"

#include "cpu/limits.h"
#include "cpu/machine_state.h"
#include "plots/data/csv.h"
#include "plots/data/draft.h"
#include "plots/data/text_digest.h"
#include "study/measure/measure.h"
#include "study/own/own.h"
#include "study/plan/study.h"
#include "study/run/columns.h"
#include "study/run/job.h"
#include "warpline_build.h"
#include "warpline_commit.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { VALUE_MAX = 8192 };

/* One line, whatever the value holds. */
static void put_key(FILE *out, const char *key, const char *format, ...)
{
    char value[VALUE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    for (char *c = value; *c; c++)
        if (iscntrl((unsigned char)*c))
            *c = ' ';
    fprintf(out, "# %s: %s\n", key, value);
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

static bool begins_with_any(const char *name, const char *const *starts)
{
    for (; *starts; starts++)
        if (strncmp(name, *starts, strlen(*starts)) == 0)
            return true;
    return false;
}

static bool hints_at_secret(const char *name)
{
    static const char *const hints[] = {"TOKEN", "KEY",        "SECRET", "PASS",
                                        "JWT",   "CREDENTIAL", "AUTH"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcasestr(name, hints[i]))
            return true;
    return false;
}

/* `name` ends with `=`, as do Slurm's here: they are matched whole, the others by their start. */
static bool is_kept(const char *name)
{
    static const char *const starts[] = {"OMP_",
                                         "GOMP_",
                                         "CUDA_",
                                         "LIBOMPTARGET_",
                                         "HWLOC_",
                                         "SLURM_JOB_ID=",
                                         "SLURM_JOB_NAME=",
                                         "SLURM_JOB_PARTITION=",
                                         "SLURM_JOB_NODELIST=",
                                         "SLURM_JOB_NUM_NODES=",
                                         "SLURM_JOB_CPUS_PER_NODE=",
                                         "SLURM_JOB_GPUS=",
                                         "SLURM_ARRAY_JOB_ID=",
                                         "SLURM_ARRAY_TASK_ID=",
                                         "SLURM_ARRAY_TASK_COUNT=",
                                         "SLURM_RESTART_COUNT=",
                                         "SLURM_STEP_ID=",
                                         "SLURM_STEP_GPUS=",
                                         "SLURM_STEP_NODELIST=",
                                         "SLURM_CLUSTER_NAME=",
                                         "SLURM_NODEID=",
                                         "SLURMD_NODENAME=",
                                         "SLURM_CPU_BIND=",
                                         "SLURM_CPU_BIND_TYPE=",
                                         "SLURM_CPU_BIND_LIST=",
                                         "SLURM_CPUS_ON_NODE=",
                                         "SLURM_CPUS_PER_TASK=",
                                         "SLURM_CPUS_PER_GPU=",
                                         "SLURM_GPU_BIND=",
                                         "SLURM_GPU_FREQ=",
                                         "SLURM_GPUS=",
                                         "SLURM_GPUS_ON_NODE=",
                                         "SLURM_GPUS_PER_NODE=",
                                         "SLURM_GPUS_PER_TASK=",
                                         NULL};
    return begins_with_any(name, starts) && !hints_at_secret(name);
}

void header_write_environment(FILE *out, char *const *environment)
{
    for (; environment && *environment; environment++) {
        char name[128];
        const char *equals = strchr(*environment, '=');
        if (!equals || equals - *environment + 2 > (ptrdiff_t)sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(equals - *environment + 1), *environment);
        if (is_kept(name))
            put_key(out, "environment", "%s", *environment);
    }
}

static void put_caches(FILE *out, const struct target *target, const char *key, bool alone)
{
    const char *before = "";
    fprintf(out, "# %s_%s: ", target->name, key);
    for (int i = 0; i < target->facts.cache_levels; i++) {
        const struct cache_level *cache = &target->facts.caches[i];
        const int64_t bytes = alone ? cache->one_bytes : cache->size_bytes;
        if (bytes == 0)
            continue;
        fprintf(out, "%s%s %lld %d", before, cache->name, (long long)bytes, cache->line_bytes);
        before = "; ";
    }
    fputs(target->facts.cache_levels ? "\n" : "-\n", out);
}

static void put_target(FILE *out, const struct target *target)
{
    char key[SETTING_TEXT_MAX + sizeof target->name + 1];
    const struct target_facts *facts = &target->facts;
    put_key(out, target->name, "%s", facts->title);
    snprintf(key, sizeof key, "%s_kind", target->name);
    put_key(out, key, "%s", target->ops->what);
    snprintf(key, sizeof key, "%s_detail", target->name);
    put_key(out, key, "%s", facts->detail);
    snprintf(key, sizeof key, "%s_binding", target->name);
    if (facts->binding[0])
        put_key(out, key, "%s", facts->binding);
    snprintf(key, sizeof key, "%s_memory_bytes", target->name);
    put_key(out, key, "%lld", (long long)facts->memory_bytes);
    snprintf(key, sizeof key, "%s_peak_gbps", target->name);
    put_key(out, key, "%.1f", facts->peak_gbps);
    snprintf(key, sizeof key, "%s_start_seconds", target->name);
    put_key(out, key, "%.3f", facts->start_seconds);
    put_caches(out, target, "caches", false);
    put_caches(out, target, "caches_of_one", true);
    for (int i = 0; i < facts->setting_count; i++) {
        snprintf(key, sizeof key, "%s_%s", target->name, facts->settings[i].key);
        put_key(out, key, "%s", facts->settings[i].value);
    }
}

/* The points that are planned, in few letters: how many, the largest, and FNV-1a (Fowler, Noll,
 * Vo) over all. With less free memory, say, they are others. */
static void put_points(FILE *out, const struct plan *plan)
{
    uint64_t hash = digest_begin;
    int64_t largest = 0;
    for (int i = 0; i < plan->count; i++) {
        char identity[IDENTITY_MAX];
        point_identity(&plan->points[i], identity);
        hash = digest_add(hash, identity, strlen(identity));
        if (plan->points[i].footprint_bytes > largest)
            largest = plan->points[i].footprint_bytes;
    }
    put_key(out, "points", "%d of %lld bytes at most, digest %016llx", plan->count,
            (long long)largest, (unsigned long long)hash);
}

static bool is_planned(const struct plan *plan, const struct pattern *pattern)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].pattern == pattern)
            return true;
    return false;
}

/* The files of one's own patterns, and what was in them. */
static void put_own(FILE *out, const struct plan *plan)
{
    const struct pattern *pattern;
    char key[SETTING_TEXT_MAX];
    for (int i = 0; (pattern = pattern_added(i)); i++)
        if (own_file(pattern) && is_planned(plan, pattern)) {
            snprintf(key, sizeof key, "pattern_%s", pattern->name);
            put_key(out, key, "%s, SHA-256 %s", basename(own_file(pattern)), own_digest(pattern));
        }
}

/* What a report cannot know of studies that are not in the catalogue. */
static void put_asked(FILE *out, const struct plan *plan)
{
    char key[SETTING_TEXT_MAX + 64];
    const struct study *study;
    bool bytes;
    for (int i = 0; (study = asked_study(&plan->asked, i)); i++) {
        snprintf(key, sizeof key, "%s_question", study->name);
        put_key(out, key, "%s", study->question);
        snprintf(key, sizeof key, "%s_axis", study->name);
        put_key(out, key, "%s", asked_axis(&plan->asked, i, &bytes));
        snprintf(key, sizeof key, "%s_unit", study->name);
        put_key(out, key, "%s", bytes ? "bytes" : "count");
    }
}

static void put_memory(FILE *out)
{
    struct memory_limits limits;
    limits_read("", &limits);
    put_key(out, "memory_limit", "%lld bytes, %lld free (limited by %s)",
            (long long)limits.all_bytes, (long long)limits.free_bytes, limits.who);
}

/* Devices that are there and that the program does not use. */
static void put_unused(FILE *out)
{
    char text[1024], key[SETTING_TEXT_MAX];
    for (const struct target_ops *const *kind = target_kinds; *kind; kind++)
        if ((*kind)->unused && (*kind)->unused(text, sizeof text)) {
            snprintf(key, sizeof key, "%s_unused", (*kind)->name);
            put_key(out, key, "%s", text);
        }
}

/* Results of a machine that hwloc cannot tell of have none. A text that is cut off is no JSON. */
static void put_topology(FILE *out, const struct target_list *targets)
{
    char problem[TEXT_MAX];
    char *inventory = targets_inventory(targets, problem, sizeof problem);
    if (inventory && strlen(inventory) < VALUE_MAX)
        put_key(out, "topology", "%s", inventory);
    free(inventory);
}

/* Lines that whoever asked for the run has to say; blanks for what would end them. */
static void put_head(FILE *out, const char *const *head)
{
    char key[SETTING_TEXT_MAX];
    for (; head && *head; head++) {
        const size_t length = strcspn(*head, ":");
        snprintf(key, sizeof key, "%.*s", (int)length, *head);
        put_key(out, key, "%s", (*head)[length] ? *head + length + 2 : "");
    }
}

static void put_lines(FILE *out, const char *command, const struct target_list *targets,
                      const struct plan *plan)
{
    struct utsname host;
    uname(&host);
    put_key(out, "warpline", "%s", WARPLINE_VERSION);
    put_key(out, "commit", "%s", WARPLINE_COMMIT);
    put_key(out, "compiler", "%s", WARPLINE_COMPILER);
    put_key(out, "cpu_flags", "%s", WARPLINE_CPU_FLAGS);
    put_key(out, "gpu_flags", "%s", WARPLINE_GPU_FLAGS[0] ? WARPLINE_GPU_FLAGS : "no GPU code");
    job_write_header(out);
    put_key(out, "kernel", "%s %s %s", host.sysname, host.release, host.machine);
    put_key(out, "command", "%s", command);
    put_date(out);
    put_head(out, plan->head);
    put_unused(out);
    put_key(out, "clock_step_ns", "%.0f", clock_step_ns());
    put_points(out, plan);
    put_own(out, plan);
    put_asked(out, plan);
    conditions_write(out, "");
    put_memory(out);
    for (int i = 0; i < targets->count; i++)
        put_target(out, &targets->targets[i]);
    put_topology(out, targets);
    header_write_environment(out, environ);
}

/* Writes the lines of a draft, which it closes, and their digest. */
static int put_digested(FILE *out, struct draft *draft)
{
    char *lines = draft_close(draft);
    if (!lines)
        return -ENOMEM;
    fputs(lines, out);
    put_key(out, "header_digest", "%016llx",
            (unsigned long long)digest_add(digest_begin, lines, strlen(lines)));
    free(lines);
    return 0;
}

int header_write(FILE *out, const char *command, const struct target_list *targets,
                 const struct plan *plan)
{
    struct draft draft;
    if (draft_open(&draft))
        put_lines(draft.out, command, targets, plan);
    return put_digested(out, &draft);
}

/* The line of a header that begins so; the text's end where there is none. */
static const char *line_of(const char *header, const char *start)
{
    const size_t length = strlen(start);
    while (*header == '#' && strncmp(header, start, length) != 0)
        header += strcspn(header, "\n") + (strchr(header, '\n') != NULL);
    return *header == '#' ? header : header + strlen(header);
}

int header_write_dated(FILE *out, const char *header, const char *old)
{
    static const char date[] = "# date: ";
    const char *const is = line_of(header, date), *was = line_of(old, date);
    const char *const rest = is + strcspn(is, "\n"), *const digest =
                                                         line_of(header, "# header_digest: ");
    struct draft draft;
    if (!*is || !*was)
        was = is;
    if (draft_open(&draft))
        fprintf(draft.out, "%.*s%.*s%.*s", (int)(is - header), header, (int)strcspn(was, "\n"), was,
                (int)(digest - rest), rest);
    return put_digested(out, &draft);
}

enum { ENTRY_NAME_MAX = 192, PROBLEM_MAX = 128 };

/* A line of a header. Its name is "key: ", or "VARIABLE=" of a variable of the environment: the
 * lines of those all have one key. */
struct entry {
    char name[ENTRY_NAME_MAX];
    const char *value;
};

static struct entry entry_of(const struct table_header *line)
{
    struct entry entry = {.value = line->value};
    if (strcmp(line->key, "environment") == 0) {
        const size_t length = strcspn(line->value, "=");
        snprintf(entry.name, sizeof entry.name, "%.*s=", (int)length, line->value);
        entry.value += line->value[length] ? length + 1 : length;
    } else {
        snprintf(entry.name, sizeof entry.name, "%s: ", line->key);
    }
    return entry;
}

static bool find_entry(const struct table *header, const char *name, struct entry *found)
{
    for (int i = 0; i < header->header_count; i++) {
        *found = entry_of(&header->headers[i]);
        if (strcmp(found->name, name) == 0)
            return true;
    }
    return false;
}

/* What may differ from one part of a run to the next. The program binds and counts its threads
 * itself, whatever OMP_PROC_BIND and the like say; a job that is queued again has another number.
 */
static bool says_nothing_of_rows(const char *name)
{
    static const char *const starts[] = {"date: ",
                                         "topology: ",
                                         "clock_step_ns: ",
                                         "machine_load: ",
                                         "memory_limit: ",
                                         "header_digest: ",
                                         "OMP_NUM_THREADS=",
                                         "OMP_PROC_BIND=",
                                         "OMP_PLACES=",
                                         "OMP_DYNAMIC=",
                                         "OMP_DISPLAY_",
                                         "OMP_AFFINITY_FORMAT=",
                                         "GOMP_CPU_AFFINITY=",
                                         "SLURM"};
    static const char *const ends[] = {
        "_start_seconds: ", "_memory_bytes: ", "_used_before_bytes: "};
    char key[ENTRY_NAME_MAX];
    const size_t length = strlen(name);
    snprintf(key, sizeof key, "%.*s", (int)strcspn(name, ":="), name);
    if (name[strlen(key)] == ':' && job_owns_key(key))
        return true;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (strncmp(name, starts[i], strlen(starts[i])) == 0)
            return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (length >= strlen(ends[i]) && strcmp(name + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

/* Adds "key was x, is y" to a text that is cut off where it is full; NULL: not set. */
static void tell_difference(const char *name, const char *was, const char *is, char *text,
                            size_t text_size)
{
    const size_t used = strlen(text), length = strcspn(name, ":=");
    snprintf(text + used, text_size - used, "%s%.*s was %s, is %s", used ? "; " : "", (int)length,
             name, was ? was : "not set", is ? is : "not set");
}

/* Which points were asked for, not how they are measured. */
static bool names_points(const char *name)
{
    return strcmp(name, "command: ") == 0 || strcmp(name, "points: ") == 0;
}

/* What a report is told of a study; a run that asks for more has more of it. */
static bool tells_of_study(const char *name)
{
    static const char *const ends[] = {"_question: ", "_axis: ", "_unit: "};
    const size_t length = strlen(name);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (length >= strlen(ends[i]) && strcmp(name + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

/* The file of one's own pattern. That there is one more says nothing of the rows that are there,
 * that it is another says all. */
static bool is_own_pattern(const char *name)
{
    return strncmp(name, "pattern_", strlen("pattern_")) == 0;
}

/* Entries of one header that another does not have, or has with another value. */
static void tell_entries(const struct table *was, const struct table *is, bool may_grow, char *text,
                         size_t text_size)
{
    struct entry other;
    for (int i = 0; i < was->header_count; i++) {
        const struct entry entry = entry_of(&was->headers[i]);
        if (says_nothing_of_rows(entry.name) ||
            (may_grow && (names_points(entry.name) || tells_of_study(entry.name))))
            continue;
        const bool there = find_entry(is, entry.name, &other);
        if (!there && may_grow && is_own_pattern(entry.name))
            continue;
        if (!there || strcmp(entry.value, other.value) != 0)
            tell_difference(entry.name, entry.value, there ? other.value : NULL, text, text_size);
    }
}

/* Entries that one header has and the other has not. */
static void tell_new_entries(const struct table *was, const struct table *is, bool may_grow,
                             char *text, size_t text_size)
{
    struct entry other;
    for (int i = 0; i < is->header_count; i++) {
        const struct entry entry = entry_of(&is->headers[i]);
        if (!says_nothing_of_rows(entry.name) && !is_own_pattern(entry.name) &&
            !find_entry(was, entry.name, &other) && !(may_grow && tells_of_study(entry.name)))
            tell_difference(entry.name, NULL, entry.value, text, text_size);
    }
}

static const char *differences(const char *theirs, const char *ours, bool may_grow, char *text,
                               size_t text_size)
{
    struct table was, is = {.header_count = 0};
    bool was_whole = false, is_whole;
    char problem[PROBLEM_MAX] = "";
    text[0] = '\0';
    if (table_open_head(&was, theirs, &was_whole, problem, sizeof problem) == 0 &&
        table_open_head(&is, ours, &is_whole, problem, sizeof problem) == 0) {
        tell_entries(&was, &is, may_grow, text, text_size);
        if (was_whole)
            tell_new_entries(&was, &is, may_grow, text, text_size);
    }
    if (problem[0])
        snprintf(text, text_size, "%s", problem);
    table_close(&was);
    table_close(&is);
    return text;
}

const char *header_differences(const char *theirs, const char *ours, char *text, size_t text_size)
{
    return differences(theirs, ours, false, text, text_size);
}

const char *header_conflicts(const char *theirs, const char *ours, char *text, size_t text_size)
{
    return differences(theirs, ours, true, text, text_size);
}

bool header_value(const char *text, const char *key, char *value, size_t value_size)
{
    struct table header;
    bool goes_on;
    char problem[PROBLEM_MAX];
    const char *found = NULL;
    if (table_open_head(&header, text, &goes_on, problem, sizeof problem) == 0)
        found = table_header_value(&header, key);
    if (found)
        snprintf(value, value_size, "%s", found);
    table_close(&header);
    return found != NULL;
}
