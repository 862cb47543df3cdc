#include "study/run/header.h"

#include "cpu/limits.h"
#include "cpu/machine_state.h"
#include "plots/data/csv.h"
#include "plots/data/draft.h"
#include "plots/data/text_digest.h"
#include "study/base/text.h"
#include "study/base/units.h"
#include "study/ceilings/earlier_runs.h"
#include "study/measure/measure.h"
#include "study/own/own.h"
#include "study/plan/study.h"
#include "study/run/columns.h"
#include "warpline_build.h"
#include "warpline_commit.h"

#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

enum { VALUE_MAX = 8192, KEY_MAX = 256 };

void header_put(FILE *out, const char *key, const char *format, ...)
{
    char value[VALUE_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    fprintf(out, "# %s: ", key);
    quote_plain(value, value, sizeof value);
    for (const char *c = value; *c; c++) {
        fputc(*c, out);
        if (*c == ',' && is_formula(c + 1))
            fputc(' ', out);
    }
    fputc('\n', out);
}

static const char *key_of(const char *owner, const char *name, char key[KEY_MAX])
{
    snprintf(key, KEY_MAX, "%s_%s", owner, name);
    return key;
}
/* The key OWNER_NAME, which lives until the end of the enclosing block. */
#define KEY(owner, name) key_of(owner, name, (char[KEY_MAX]){""})

static bool hints_at_secret(const char *name)
{
    static const char *const hints[] = {"TOKEN", "KEY",        "SECRET", "PASS",
                                        "JWT",   "CREDENTIAL", "AUTH"};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcasestr(name, hints[i]))
            return true;
    return false;
}

/* Variables that a result may depend on. */
static bool is_kept(const char *name)
{
    static const char *const kept[] = {
        "OMP_*",
        "GOMP_*",
        "CUDA_*",
        "LIBOMPTARGET_*",
        "HWLOC_*",
        "SLURMD_NODENAME",
        "SLURM_JOB_@(ID|NAME|PARTITION|NODELIST|NUM_NODES|CPUS_PER_NODE|GPUS)",
        "SLURM_ARRAY_@(JOB_ID|TASK_ID|TASK_COUNT)",
        "SLURM_STEP_@(ID|GPUS|NODELIST)",
        "SLURM_@(RESTART_COUNT|CLUSTER_NAME|NODEID)",
        "SLURM_CPU_BIND?(_TYPE|_LIST)",
        "SLURM_CPUS_@(ON_NODE|PER_TASK|PER_GPU)",
        "SLURM_@(GPU_BIND|GPU_FREQ|GPUS|GPUS_ON_NODE|GPUS_PER_NODE|GPUS_PER_TASK)"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (fnmatch(kept[i], name, FNM_EXTMATCH) == 0)
            return !hints_at_secret(name);
    return false;
}

void header_write_environment(FILE *out, char *const *environment)
{
    for (; environment && *environment; environment++) {
        char name[128];
        const char *equals = strchr(*environment, '=');
        if (!equals || equals - *environment >= (ptrdiff_t)sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)(equals - *environment), *environment);
        if (is_kept(name))
            header_put(out, "environment", "%s", *environment);
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

static void put_target(FILE *out, const struct target *target, const struct plan *plan)
{
    char earlier[64];
    const char *name = target->name;
    const struct target_facts *facts = &target->facts;
    header_put(out, name, "%s", facts->title);
    header_put(out, KEY(name, "kind"), "%s", target->ops->what);
    header_put(out, KEY(name, "detail"), "%s", facts->detail);
    if (facts->binding[0])
        header_put(out, KEY(name, "binding"), "%s", facts->binding);
    header_put(out, KEY(name, "memory_bytes"), "%lld", (long long)facts->memory_bytes);
    header_put(out, KEY(name, "peak_gbps"), "%.1f", facts->peak_gbps);
    header_put(out, KEY(name, "start_seconds"), "%.3f", facts->start_seconds);
    if (*earlier_runs_text(target, plan, earlier, sizeof earlier))
        header_put(out, KEY(name, "earlier_runs"), "%s", earlier);
    put_caches(out, target, "caches", false);
    put_caches(out, target, "caches_of_one", true);
    for (int i = 0; i < facts->setting_count; i++)
        header_put(out, KEY(name, facts->settings[i].key), "%s", facts->settings[i].value);
}

/* The planned points in short: their number, the largest, and FNV-1a (Fowler, Noll, Vo) over all.
 * They differ if, for example, less memory is free. */
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
    header_put(out, "points", "%d of %lld bytes at most, digest %016llx", plan->count,
               (long long)largest, (unsigned long long)hash);
}

static bool is_planned(const struct plan *plan, const struct pattern *pattern)
{
    for (int i = 0; i < plan->count; i++)
        if (plan->points[i].pattern == pattern)
            return true;
    return false;
}

/* The files of the user's own patterns, and their contents. */
static void put_own(FILE *out, const struct plan *plan)
{
    const struct pattern *pattern;
    for (int i = 0; (pattern = pattern_added(i)); i++)
        if (own_file(pattern) && is_planned(plan, pattern))
            header_put(out, KEY("pattern", pattern->name), "%s, SHA-256 %s",
                       basename(own_file(pattern)), own_digest(pattern));
}

/* What a report needs to know of studies that are not in the catalogue. */
static void put_asked(FILE *out, const struct plan *plan)
{
    const struct study *study;
    bool bytes;
    for (int i = 0; (study = asked_study(&plan->asked, i)); i++) {
        header_put(out, KEY(study->name, "question"), "%s", study->question);
        header_put(out, KEY(study->name, "axis"), "%s", asked_axis(&plan->asked, i, &bytes));
        header_put(out, KEY(study->name, "unit"), "%s", bytes ? "bytes" : "count");
    }
}

static void put_memory(FILE *out)
{
    struct memory_limits limits;
    limits_read("", &limits);
    header_put(out, "memory_limit", "%lld bytes, %lld free (limited by %s)",
               (long long)limits.all_bytes, (long long)limits.free_bytes, limits.who);
}

/* Devices that are present but not used by the program. */
static void put_unused(FILE *out)
{
    char text[1024];
    for (const struct target_ops *const *kind = target_kinds; *kind; kind++)
        if ((*kind)->unused && (*kind)->unused(text, sizeof text))
            header_put(out, KEY((*kind)->name, "unused"), "%s", text);
}

/* Lines given by the caller of the run; line ends in them become blanks. */
static void put_head(FILE *out, const char *const *head)
{
    char key[SETTING_TEXT_MAX];
    for (; head && *head; head++) {
        const size_t length = strcspn(*head, ":");
        snprintf(key, sizeof key, "%.*s", (int)length, *head);
        header_put(out, key, "%s", (*head)[length] ? *head + length + 2 : "");
    }
}

static void put_lines(FILE *out, const char *command, const struct target_list *targets,
                      const struct plan *plan)
{
    char date[UTC_TEXT_MAX];
    struct utsname host;
    uname(&host);
    header_put(out, "warpline", "%s", WARPLINE_VERSION);
    header_put(out, "commit", "%s", WARPLINE_COMMIT);
    header_put(out, "compiler", "%s", WARPLINE_COMPILER);
    header_put(out, "cpu_flags", "%s", WARPLINE_CPU_FLAGS);
    header_put(out, "gpu_flags", "%s", WARPLINE_GPU_FLAGS[0] ? WARPLINE_GPU_FLAGS : "no GPU code");
    job_write_header(out);
    header_put(out, "kernel", "%s %s %s", host.sysname, host.release, host.machine);
    header_put(out, "command", "%s", command);
    header_put(out, "date", "%s", utc_text(time(NULL), date));
    put_head(out, plan->head);
    put_unused(out);
    header_put(out, "clock_step_ns", "%.0f", clock_step_ns());
    put_points(out, plan);
    put_own(out, plan);
    put_asked(out, plan);
    conditions_write(out, "");
    put_memory(out);
    for (int i = 0; i < targets->count; i++)
        put_target(out, &targets->targets[i], plan);
    header_write_environment(out, environ);
}

/* Writes the lines of a draft and their digest, and closes the draft. */
static void put_digested(FILE *out, struct draft *draft)
{
    char *lines = draft_close(draft);
    fputs(lines, out);
    header_put(out, "header_digest", "%016llx",
               (unsigned long long)digest_add(digest_begin, lines, strlen(lines)));
    free(lines);
}

void header_write(FILE *out, const char *command, const struct target_list *targets,
                  const struct plan *plan)
{
    struct draft draft;
    draft_open(&draft);
    put_lines(draft.out, command, targets, plan);
    put_digested(out, &draft);
}

/* The line of a header that begins with `start`; the text's end if there is none. */
static const char *line_of(const char *header, const char *start)
{
    const size_t length = strlen(start);
    while (*header == '#' && strncmp(header, start, length) != 0)
        header += strcspn(header, "\n") + (strchr(header, '\n') != NULL);
    return *header == '#' ? header : header + strlen(header);
}

void header_write_dated(FILE *out, const char *header, const char *old)
{
    static const char date[] = "# date: ";
    const char *const is = line_of(header, date), *was = line_of(old, date);
    const char *const rest = is + strcspn(is, "\n"), *const digest =
                                                         line_of(header, "# header_digest: ");
    struct draft draft;
    if (!*is || !*was)
        was = is;
    draft_open(&draft);
    fprintf(draft.out, "%.*s%.*s%.*s", (int)(is - header), header, (int)strcspn(was, "\n"), was,
            (int)(digest - rest), rest);
    put_digested(out, &draft);
}

enum { ENTRY_NAME_MAX = 192, PROBLEM_MAX = 128 };

/* A line of a header. Its name is "key: ", or "VARIABLE=" for a variable of the environment,
 * because those lines all have the same key. */
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

/* What a different value of a line says about existing rows. */
enum meaning {
    SETTING, /* they were measured otherwise */
    NOTHING,
    GPU_SETTING, /* as SETTING, but irrelevant for a run without a GPU */
    POINTS,      /* the requested points: a run that requests more has others */
    STUDY,       /* what a report says of a study: a run that requests more has more */
    OWN_PATTERN, /* another file is another pattern; an additional one changes nothing */
};

/* The program binds and counts its threads itself, whatever OMP_PROC_BIND and the like say. A job
 * that is queued again has another number. No kernel depends on the location of CUDA's tools. */
static enum meaning meaning_of(const char *name)
{
    static const struct {
        const char *names;
        enum meaning meaning;
    } rows[] = {
        {"@(date|topology|clock_step_ns|machine_load|memory_limit|header_digest): ", NOTHING},
        {"*@(_start_seconds|_memory_bytes|_used_before_bytes|_earlier_runs): ", NOTHING},
        {"OMP_@(NUM_THREADS|PROC_BIND|PLACES|DYNAMIC|AFFINITY_FORMAT|DISPLAY_*)=", NOTHING},
        {"@(GOMP_CPU_AFFINITY|HWLOC_HIDE_ERRORS|HWLOC_PLUGINS_*|SLURM*)=", NOTHING},
        {"CUDA_@(HOME|PATH*|ROOT|DIR|BASE|VERSION|INSTALL_*|INC*|LIB*|BIN*|CACHE_*)=", NOTHING},
        {"@(CUDA_*|LIBOMPTARGET_*|OMP_TARGET_OFFLOAD|OMP_DEFAULT_DEVICE)=", GPU_SETTING},
        {"@(command|points): ", POINTS},
        {"*@(_question|_axis|_unit): ", STUDY},
        {"pattern_*: ", OWN_PATTERN},
    };
    char key[ENTRY_NAME_MAX];
    snprintf(key, sizeof key, "%.*s", (int)strcspn(name, ":="), name);
    if (name[strlen(key)] == ':' && job_owns_key(key))
        return NOTHING;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (fnmatch(rows[i].names, name, FNM_EXTMATCH) == 0)
            return rows[i].meaning;
    return SETTING;
}

/* Two headers during their comparison. */
struct comparison {
    struct table was, is;
    bool may_grow, has_gpu;
    char *text; /* what differs, cut off when it is full */
    size_t text_size;
};

bool header_has_gpu(const struct table *header)
{
    for (int i = 0; i < header->header_count; i++) {
        int number;
        char name[TARGET_NAME_MAX];
        const char *key = header->headers[i].key, *end = strstr(key, "_kind");
        end = end ? end : strstr(key, "_detail"); /* old results have no kind */
        snprintf(name, sizeof name, "%.*s", end ? (int)(end - key) : 0, key);
        const struct target_ops *kind = target_kind(name, &number);
        if (kind && kind->side == SIDE_GPU)
            return true;
    }
    return false;
}

static bool says_nothing(const struct comparison *compared, enum meaning meaning)
{
    return meaning == NOTHING || (meaning == GPU_SETTING && !compared->has_gpu) ||
           (compared->may_grow && (meaning == POINTS || meaning == STUDY));
}

/* Adds "key was x, is y"; NULL: not set. */
static void add_difference(struct comparison *compared, const char *name, const char *was,
                           const char *is)
{
    text_add(compared->text, compared->text_size, "%s%.*s was %s, is %s",
             *compared->text ? "; " : "", (int)strcspn(name, ":="), name, was ? was : "not set",
             is ? is : "not set");
}

/* Compares entries of the old header that the new one lacks or has with another value. */
static void compare_old(struct comparison *compared)
{
    for (int i = 0; i < compared->was.header_count; i++) {
        struct entry other;
        const struct entry entry = entry_of(&compared->was.headers[i]);
        const enum meaning meaning = meaning_of(entry.name);
        const bool there = find_entry(&compared->is, entry.name, &other);
        if (says_nothing(compared, meaning) ||
            (!there && compared->may_grow && meaning == OWN_PATTERN))
            continue;
        if (!there || strcmp(entry.value, other.value) != 0)
            add_difference(compared, entry.name, entry.value, there ? other.value : NULL);
    }
}

/* Compares entries that the new header has and the old one lacks. */
static void compare_new(struct comparison *compared)
{
    for (int i = 0; i < compared->is.header_count; i++) {
        struct entry other;
        const struct entry entry = entry_of(&compared->is.headers[i]);
        const enum meaning meaning = meaning_of(entry.name);
        if (!says_nothing(compared, meaning) && meaning != OWN_PATTERN &&
            !find_entry(&compared->was, entry.name, &other))
            add_difference(compared, entry.name, NULL, entry.value);
    }
}

const char *header_differences(const char *theirs, const char *ours, bool may_grow, char *text,
                               size_t text_size)
{
    struct comparison compared = {.may_grow = may_grow, .text = text, .text_size = text_size};
    bool was_whole = false, is_whole;
    char problem[PROBLEM_MAX] = "";
    text[0] = '\0';
    if (table_open_head(&compared.was, theirs, &was_whole, problem, sizeof problem) == 0 &&
        table_open_head(&compared.is, ours, &is_whole, problem, sizeof problem) == 0) {
        compared.has_gpu = header_has_gpu(&compared.was) || header_has_gpu(&compared.is);
        compare_old(&compared);
        if (was_whole)
            compare_new(&compared);
    }
    if (problem[0])
        snprintf(text, text_size, "%s", problem);
    table_close(&compared.was);
    table_close(&compared.is);
    return text;
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
