#include "study/run/header.h"

#include "cpu/limits.h"
#include "cpu/machine_state.h"
#include "offload/unused.h"
#include "study/measure/measure.h"
#include "study/run/identity.h"
#include "warpline_build.h"
#include "warpline_commit.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* One line, whatever the value holds. */
static void put_key(FILE *out, const char *key, const char *format, ...)
{
    char value[8192];
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
    uint64_t hash = UINT64_C(14695981039346656037);
    int64_t largest = 0;
    for (int i = 0; i < plan->count; i++) {
        char identity[IDENTITY_MAX];
        point_identity(&plan->points[i], identity);
        for (const char *c = identity; *c; c++)
            hash = (hash ^ (unsigned char)*c) * UINT64_C(1099511628211);
        if (plan->points[i].footprint_bytes > largest)
            largest = plan->points[i].footprint_bytes;
    }
    put_key(out, "points", "%d of %lld bytes at most, digest %016llx", plan->count,
            (long long)largest, (unsigned long long)hash);
}

static void put_memory(FILE *out)
{
    struct memory_limits limits;
    limits_read("", &limits);
    put_key(out, "memory_limit", "%lld bytes, %lld free (limited by %s)",
            (long long)limits.all_bytes, (long long)limits.free_bytes, limits.who);
}

void header_write(FILE *out, const char *command, const struct target_list *targets,
                  const struct plan *plan)
{
    struct utsname host;
    char unused[1024];
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
    if (gpu_unused_here(unused, sizeof unused))
        put_key(out, "gpu_unused", "%s", unused);
    put_key(out, "clock_step_ns", "%.0f", clock_step_ns());
    put_points(out, plan);
    conditions_write(out, "");
    put_memory(out);
    for (int i = 0; i < targets->count; i++)
        put_target(out, &targets->targets[i]);
    header_write_environment(out, environ);
}

/* One line of a header: its key and its value; of a variable of the environment, whose lines all
 * have one key, the key is its name with the `=`. */
struct entry {
    const char *key, *value;
    int key_length, value_length;
};

/* Reads a whole line. False where it is no `# key: value`. */
static bool read_entry(const char *line, struct entry *entry)
{
    static const char environment[] = "# environment: ";
    const char *end = strchr(line, '\n'), *colon = strstr(line, ": ");
    if (strncmp(line, "# ", 2) != 0 || !colon || colon > end)
        return false;
    entry->key = line + 2;
    entry->value = colon + 2;
    if (strncmp(line, environment, sizeof environment - 1) == 0) {
        const size_t name = strcspn(entry->value, "=\n");
        entry->key = entry->value;
        entry->value += entry->value[name] == '=' ? name + 1 : name;
    }
    entry->key_length = (int)(entry->value - entry->key);
    entry->value_length = (int)(end - entry->value);
    return true;
}

/* Reads the next entry from *at on and goes past it. False after the last whole line. */
static bool next_entry(const char **at, struct entry *entry)
{
    while (**at == '#' && strchr(*at, '\n')) {
        const char *line = *at;
        *at = strchr(line, '\n') + 1;
        if (read_entry(line, entry))
            return true;
    }
    return false;
}

static bool find_entry(const char *text, const struct entry *like, struct entry *found)
{
    while (next_entry(&text, found))
        if (found->key_length == like->key_length &&
            memcmp(found->key, like->key, (size_t)like->key_length) == 0)
            return true;
    return false;
}

static bool is_key(const struct entry *entry, const char *key)
{
    return entry->key_length >= (int)strlen(key) && strncmp(entry->key, key, strlen(key)) == 0;
}

static bool key_ends_with(const struct entry *entry, const char *end)
{
    const int length = (int)strlen(end);
    return entry->key_length >= length &&
           memcmp(entry->key + entry->key_length - length, end, (size_t)length) == 0;
}

/* What may differ from one part of a run to the next. The program binds and counts its threads
 * itself, whatever OMP_PROC_BIND and the like say; a job that is queued again has another number.
 */
static bool says_nothing_of_rows(const struct entry *entry)
{
    static const char *const starts[] = {
        "date: ",           "clock_step_ns: ",      "machine_load: ",     "memory_limit: ",
        "OMP_NUM_THREADS=", "OMP_PROC_BIND=",       "OMP_PLACES=",        "OMP_DYNAMIC=",
        "OMP_DISPLAY_",     "OMP_AFFINITY_FORMAT=", "GOMP_CPU_AFFINITY=", "SLURM"};
    static const char *const ends[] = {
        "_start_seconds: ", "_memory_bytes: ", "_used_before_bytes: "};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (is_key(entry, starts[i]))
            return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (key_ends_with(entry, ends[i]))
            return true;
    return false;
}

/* Adds "key was x, is y" to a text that is cut off where it is full. */
static void tell_difference(const struct entry *was, const struct entry *is, char *text,
                            size_t text_size)
{
    const struct entry *named = was ? was : is;
    const int key_length = named->key_length - (named->value[-1] == ' ' ? 2 : 1);
    const size_t used = strlen(text);
    snprintf(text + used, text_size - used, "%s%.*s was %.*s, is %.*s", used ? "; " : "",
             key_length, named->key, was ? was->value_length : 7, was ? was->value : "not set",
             is ? is->value_length : 7, is ? is->value : "not set");
}

static bool same_value(const struct entry *a, const struct entry *b)
{
    return a->value_length == b->value_length &&
           memcmp(a->value, b->value, (size_t)a->value_length) == 0;
}

/* Whether the header is whole: behind it stands another line. */
static bool is_whole(const char *text)
{
    struct entry entry;
    while (next_entry(&text, &entry))
        ;
    return *text && *text != '#';
}

const char *header_differences(const char *theirs, const char *ours, char *text, size_t text_size)
{
    struct entry was, is;
    const bool whole = is_whole(theirs);
    text[0] = '\0';
    for (const char *at = theirs; next_entry(&at, &was);)
        if (!says_nothing_of_rows(&was)) {
            const bool there = find_entry(ours, &was, &is);
            if (!there || !same_value(&was, &is))
                tell_difference(&was, there ? &is : NULL, text, text_size);
        }
    for (const char *at = ours; whole && next_entry(&at, &is);)
        if (!says_nothing_of_rows(&is) && !find_entry(theirs, &is, &was))
            tell_difference(NULL, &is, text, text_size);
    return text;
}

bool header_value(const char *text, const char *key, char *value, size_t value_size)
{
    char name[64];
    struct entry entry;
    const struct entry like = {.key = name, .key_length = snprintf(name, sizeof name, "%s: ", key)};
    if (!find_entry(text, &like, &entry))
        return false;
    snprintf(value, value_size, "%.*s", entry.value_length, entry.value);
    return true;
}
