#include "study/own/compile/compile.h"

#include "patterns/own_pattern.h"
#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/own/compile/cache.h"
#include "study/own/compile/compiler.h"
#include "warpline_stamp.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { NAME_ROOM = 2 * DIGEST_TEXT_MAX + 16, FILE_ROOM = PATH_TEXT_MAX + NAME_ROOM, TRIES = 3 };

/* A pattern that is being compiled. */
struct job {
    const char *file;  /* its absolute path */
    const char *shown; /* as the user calls it */
    char folder[PATH_TEXT_MAX];
    struct compiler compiler;
    struct input_places places;
    char cache[PATH_TEXT_MAX];
    char list[FILE_ROOM];               /* the headers from which it was last compiled */
    char made_by[DIGEST_TEXT_MAX];      /* digest of its text, the compiler and the flags */
    char key[DIGEST_TEXT_MAX];          /* digest of these and the headers: a folder's name */
    char processor[PROCESSOR_TEXT_MAX]; /* for which CPU kernels are compiled; "": any */
    bool is_made, is_made_for_cpu;      /* what the cache has for that key, on this processor */
    struct compiled *compiled;
    char *problem;
    size_t problem_size;
};

/* Computes the digest of the file's text, the compiler and the flags. */
static void name_list(struct job *job)
{
    struct sha256 digest;
    sha256_begin(&digest);
    sha256_add_text(&digest, WARPLINE_STAMP);
    sha256_add_text(&digest, job->compiled->digest);
    if (compiler_digest(&job->compiler, &digest))
        processor_text(job->processor);
    snprintf(job->list, sizeof job->list, "%s/%s.list", job->cache,
             sha256_end(&digest, job->made_by));
}

/* Names the folders of the objects for these inputs. False if an input cannot be read. */
static bool name_folders(struct job *job, const struct inputs *inputs)
{
    struct sha256 digest;
    struct compiled *compiled = job->compiled;
    char processor[DIGEST_TEXT_MAX];
    sha256_begin(&digest);
    sha256_add_text(&digest, job->made_by);
    const bool well = inputs_digest(inputs, &digest);
    sha256_end(&digest, job->key);
    sha256_begin(&digest);
    sha256_add_text(&digest, job->processor);
    sha256_end(&digest, processor);
    snprintf(compiled->folder, PATH_TEXT_MAX, "%.*s/%s", PATH_TEXT_MAX / 2, job->cache, job->key);
    snprintf(compiled->cpu_folder, PATH_TEXT_MAX, "%.*s/%s-%.16s", PATH_TEXT_MAX / 2, job->cache,
             job->key, processor);
    return well;
}

static bool is_file(const char *folder, const char *name)
{
    char path[FILE_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

/* Where the pattern runs, according to its model. */
static enum where where_of(const char *folder)
{
    char path[FILE_ROOM], why[PATH_TEXT_MAX];
    enum where where = EVERYWHERE;
    snprintf(path, sizeof path, "%s/model.so", folder);
    void *object =
        path_is_trusted(path, why, sizeof why) ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const struct own_pattern *own = object ? dlsym(object, OWN_SYMBOL) : NULL;
    if (own)
        where = own->where;
    if (object)
        dlclose(object);
    return where;
}

/* Finds out what was compiled before from the present inputs. Names the folders. */
static void look_up(struct job *job)
{
    struct inputs inputs = {.places = &job->places};
    job->key[0] = '\0';
    const bool known = inputs_open(&inputs, job->list) && name_folders(job, &inputs);
    inputs_end(&inputs);
    job->is_made = known && is_file(job->compiled->folder, "whole");
    job->is_made_for_cpu = known && is_file(job->compiled->cpu_folder, "processor");
    if (job->is_made && where_of(job->compiled->folder) & NO_CPU)
        job->is_made_for_cpu = true;
}

/* Whether a folder of the cache has kernels for a CPU that run here: its file `processor` describes
 * the processor for which they were compiled. `name` gets that processor's name. */
static bool runs_here(const struct job *job, const char *folder, char name[PROCESSOR_TEXT_MAX])
{
    char path[FILE_ROOM], *there = NULL;
    snprintf(path, sizeof path, "%s/processor", folder);
    (void)file_read(path, INPUT_MOST, &there, NULL, NULL, 0);
    const bool runs = there && processor_runs(job->processor, there);
    int length = there ? (int)strcspn(there, "\n") : 0;
    while (length > 0 && there[length - 1] == ' ')
        length--;
    if (there)
        snprintf(name, PROCESSOR_TEXT_MAX, "%.*s", length, there);
    free(there);
    return runs;
}

/* Uses the CPU kernels that another machine has compiled from the same inputs, if this processor
 * has all instruction sets of that one: a cluster's nodes often lack a compiler. */
static bool take_from_another(const struct job *job, char name[PROCESSOR_TEXT_MAX])
{
    const struct dirent *entry;
    char folder[PATH_TEXT_MAX];
    bool found = false;
    const size_t length = strlen(job->key);
    DIR *entries = job->is_made ? opendir(job->cache) : NULL;
    while (entries && !found && (entry = readdir(entries))) {
        if (strncmp(entry->d_name, job->key, length) != 0 || entry->d_name[length] != '-')
            continue;
        snprintf(folder, sizeof folder, "%.*s/%.200s", PATH_TEXT_MAX / 2, job->cache,
                 entry->d_name);
        found = runs_here(job, folder, name);
    }
    if (entries)
        closedir(entries);
    if (found) {
        snprintf(job->compiled->cpu_folder, PATH_TEXT_MAX, "%s", folder);
        complain(EXIT_DONE, "%s: used as another machine has compiled it, for %s", job->shown,
                 name);
    }
    return found;
}

/* Does without CPU kernels where no compiler is and the cache has them for other processors only:
 * a GPU's do not depend on the processor. */
static bool do_without(const struct job *job, const char *processor)
{
    if (!job->is_made)
        return false;
    snprintf(job->compiled->no_cpu, sizeof job->compiled->no_cpu,
             "%s was compiled for another processor%s%s, and there is no compiler here", job->shown,
             *processor ? ", " : "", processor);
    complain(EXIT_DONE, "%s; so it runs on a GPU only", job->compiled->no_cpu);
    return true;
}

static bool wanted(const struct job *job, enum part part, enum where where)
{
    if (part == PART_CPU)
        return !job->is_made_for_cpu && !(where & NO_CPU);
    return !job->is_made && compiler_makes(part) && !(where & NO_GPU);
}

/* A part's place in the folder of a build: CPU kernels are published by themselves. */
static const char *part_folder(const char *folder, enum part part, char text[FILE_ROOM])
{
    snprintf(text, FILE_ROOM, "%s%s", folder, part == PART_CPU ? "/cpu" : "");
    return text;
}

/* Waits for a part. False with the reason if the compiler failed; `first`: no other part has failed
 * before. */
static bool finish_part(const struct job *job, struct process *process, enum part part,
                        const char *folder, bool first)
{
    char place[FILE_ROOM];
    char *text = compiler_wait(process, &job->compiler, part, part_folder(folder, part, place));
    if (!text)
        return true;
    const struct refusal refusal = {job->file, job->shown, job->compiler.path, part, text};
    if (first)
        refusal_tell(&refusal, job->problem, job->problem_size);
    free(text);
    return false;
}

static bool start_part(const struct job *job, struct process *process, enum part part,
                       const char *folder)
{
    char place[FILE_ROOM];
    part_folder(folder, part, place);
    if (part == PART_CPU)
        mkdir(place, 0700);
    return compiler_start(process, &job->compiler, part, job->file, place, job->problem,
                          job->problem_size);
}

/* Compiles the kernels of both sides at the same time. */
static bool make_kernels(const struct job *job, const char *folder, enum where where)
{
    struct process process[PARTS];
    char place[FILE_ROOM];
    bool started[PARTS] = {false}, well = true;
    for (enum part part = PART_CPU; part <= PART_GPU; part++)
        if (wanted(job, part, where))
            well &= started[part] = start_part(job, &process[part], part, folder);
    for (enum part part = PART_CPU; part <= PART_GPU; part++) {
        if (!started[part])
            continue;
        const bool made = finish_part(job, &process[part], part, folder, well);
        if (made)
            compiler_write_text(&job->compiler, part, job->file, part_folder(folder, part, place));
        well &= made;
    }
    return well;
}

static bool make_parts(const struct job *job, const char *folder)
{
    struct process process;
    if (job->is_made)
        return make_kernels(job, folder, where_of(job->compiled->folder));
    if (!start_part(job, &process, PART_MODEL, folder) ||
        !finish_part(job, &process, PART_MODEL, folder, true))
        return false;
    if (!job->compiler.loop)
        return make_kernels(job, folder, where_of(folder));
    if (compiler_write_lines(folder))
        return make_kernels(job, folder, EVERYWHERE);
    snprintf(job->problem, job->problem_size,
             "%s: readelf or objdump, which name its lines, are missing; install binutils",
             job->shown);
    return false;
}

/* Reads the inputs of all parts: of those that were made before, from their list. */
static bool read_inputs(const struct job *job, const char *folder, struct inputs *inputs)
{
    char path[FILE_ROOM], place[FILE_ROOM];
    if (job->is_made)
        return inputs_open(inputs, job->list);
    for (enum part part = PART_MODEL; part < PARTS; part++) {
        snprintf(path, sizeof path, "%.*s/%s.d", PATH_TEXT_MAX, part_folder(folder, part, place),
                 part_names[part]);
        if (access(path, R_OK) == 0 && !inputs_read(inputs, path))
            return false;
    }
    return inputs->count > 0;
}

/* Writes a file with that text, the last one of a folder. */
static bool write_last(const char *folder, const char *name, const char *text)
{
    char path[FILE_ROOM];
    snprintf(path, sizeof path, "%.*s/%s", PATH_TEXT_MAX, folder, name);
    FILE *out = fopen(path, "we");
    const bool written = out && fputs(text, out) >= 0;
    return out && fclose(out) == 0 && written;
}

/* Renames a folder to its place in the cache, unless another process has done so before. */
static bool publish_folder(const char *folder, const char *place, const char *name,
                           const char *text)
{
    if (!write_last(folder, name, text))
        return false;
    if (rename(folder, place) == 0)
        return true;
    folder_remove(folder);
    return is_file(place, name);
}

static bool publish(const struct job *job, const char *folder, const struct inputs *inputs)
{
    char list[FILE_ROOM], cpu[FILE_ROOM];
    snprintf(list, sizeof list, "%s/list", folder);
    part_folder(folder, PART_CPU, cpu);
    bool well = inputs_write(inputs, list) && rename(list, job->list) == 0;
    if (well && access(cpu, F_OK) == 0)
        well = publish_folder(cpu, job->compiled->cpu_folder, "processor", job->processor);
    if (well && !job->is_made)
        well = publish_folder(folder, job->compiled->folder, "whole", "");
    if (!well)
        snprintf(job->problem, job->problem_size,
                 "%s: what it was compiled to cannot be stored in %s: %s", job->shown, job->cache,
                 strerror(errno));
    return well;
}

/* Compiles in a separate folder. `again`: an input may have changed during the build, since it is
 * newer than the build's start and the digest differs from the previous try's. */
static bool build(struct job *job, const char *folder, bool *again)
{
    struct inputs inputs = {.places = &job->places};
    struct timespec start;
    char before[DIGEST_TEXT_MAX];
    snprintf(before, sizeof before, "%s", job->key);
    clock_gettime(CLOCK_REALTIME_COARSE, &start);
    bool well = make_parts(job, folder);
    if (well && !(read_inputs(job, folder, &inputs) && name_folders(job, &inputs))) {
        snprintf(job->problem, job->problem_size, "%s: a file that it includes cannot be read",
                 job->shown);
        well = false;
    }
    *again = well && inputs_newer(&inputs, &start) && strcmp(before, job->key) != 0;
    if (well && !*again)
        well = publish(job, folder, &inputs);
    if (!well)
        cache_is_full(folder, job->problem, job->problem_size);
    inputs_end(&inputs);
    return well;
}

static bool compile(struct job *job)
{
    char folder[PATH_TEXT_MAX];
    bool well = true, again = true;
    for (int i = 0; i < TRIES && well && again; i++) {
        well = cache_build_folder(job->cache, folder, job->problem, job->problem_size);
        if (!well)
            break;
        well = build(job, folder, &again);
        cache_remove_build(folder);
    }
    if (well && again) {
        snprintf(job->problem, job->problem_size, "%s: it changes while it is compiled",
                 job->shown);
        well = false;
    }
    return well;
}

static bool digest_file(const struct job *job)
{
    size_t length;
    struct sha256 digest;
    char *text;
    const int code = file_read(job->file, INPUT_MOST, &text, &length, NULL, 0);
    if (code) {
        snprintf(job->problem, job->problem_size, "%s: cannot be read: %s", job->shown,
                 strerror(-code));
        return false;
    }
    sha256_begin(&digest);
    sha256_add(&digest, text, length);
    sha256_end(&digest, job->compiled->digest);
    free(text);
    return true;
}

/* Finds the folders relative to which its headers are named. */
static void find_places(struct job *job)
{
    snprintf(job->folder, sizeof job->folder, "%s", job->file);
    *strrchr(job->folder, '/') = '\0';
    job->places = (struct input_places){
        job->file, {job->folder, job->compiler.headers[1], job->compiler.headers[0]}};
}

/* Whether all of a folder of the cache may be used. Each file is checked, and not only the objects
 * that module_open loads: a loop's model.so is started as a program, and the texts are believed. A
 * side where the pattern does not run has no folder. */
static bool may_use(const struct job *job, const char *folder)
{
    char path[FILE_ROOM + NAME_MAX];
    const struct dirent *entry;
    bool well = true;
    DIR *entries = opendir(folder);
    while (entries && well && (entry = readdir(entries))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        well = path_is_trusted(path, job->problem, job->problem_size);
    }
    if (entries)
        closedir(entries);
    return well;
}

bool compile_pattern(const char *file, const char *shown, const char *const *loop,
                     struct compiled *compiled, char *problem, size_t problem_size)
{
    struct job job = {.file = file,
                      .shown = shown,
                      .compiled = compiled,
                      .problem = problem,
                      .problem_size = problem_size};
    char processor[PROCESSOR_TEXT_MAX] = "";
    compiled->folder[0] = compiled->no_cpu[0] = '\0';
    bool well = cache_folder(job.cache, problem, problem_size) &&
                compiler_find(&job.compiler, problem, problem_size) && digest_file(&job);
    if (well) {
        job.compiler.loop = loop;
        find_places(&job);
        name_list(&job);
        doing("compiling %s", shown);
        look_up(&job);
        const bool can_compile = compiler_is_there(&job.compiler, problem, problem_size);
        well = (job.is_made && job.is_made_for_cpu) || (can_compile && compile(&job)) ||
               take_from_another(&job, processor) || (!can_compile && do_without(&job, processor));
        well = well && path_is_trusted(job.list, problem, problem_size) &&
               may_use(&job, compiled->folder) && may_use(&job, compiled->cpu_folder);
    }
    compiler_end(&job.compiler);
    return well;
}
