#include "study/own/own.h"

#include "study/base/file.h"
#include "study/base/message.h"
#include "study/loop/loop.h"
#include "study/own/compile/compile.h"
#include "study/own/guard.h"
#include "study/own/row.h"
#include "study/plan/module.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A loaded pattern. It stays loaded until the program ends, since any code may use its row. */
struct loaded {
    struct pattern pattern;
    struct compiled compiled;
    const struct own_pattern *own;
    char *shown; /* the file's name as the user gave it */
    char *file;  /* its absolute path */
    struct loaded *next;
};
static struct loaded *all;

bool own_is_path(const char *name)
{
    const size_t length = strlen(name);
    return strchr(name, '/') || strstr(name, ".c:") ||
           (length > 2 && strcmp(name + length - 2, ".c") == 0);
}

static const struct loaded *loaded_of(const struct pattern *pattern)
{
    for (const struct loaded *l = all; l; l = l->next)
        if (&l->pattern == pattern)
            return l;
    return NULL;
}

static const struct loaded *loaded_from(const char *file)
{
    for (const struct loaded *l = all; l; l = l->next)
        if (strcmp(l->file, file) == 0)
            return l;
    return NULL;
}

const char *own_file(const struct pattern *pattern)
{
    const struct loaded *l = loaded_of(pattern);
    return l ? l->shown : NULL;
}

const char *own_digest(const struct pattern *pattern)
{
    const struct loaded *l = loaded_of(pattern);
    return l ? l->compiled.digest : NULL;
}

const struct own_pattern *own_description(const struct pattern *pattern)
{
    const struct loaded *l = loaded_of(pattern);
    return l ? l->own : NULL;
}

/* The absolute path of a readable file. NULL with a sentence. The caller frees it. */
static char *find_file(const char *path, char *problem, size_t problem_size)
{
    struct stat status;
    char *file = realpath(path, NULL);
    const char *why = !file || stat(file, &status) != 0 ? strerror(errno)
                      : S_ISDIR(status.st_mode)         ? "is a folder"
                      : !S_ISREG(status.st_mode)        ? "is no file"
                      : status.st_size == 0             ? "is empty"
                                                        : NULL;
    if (!why)
        return file;
    free(file);
    snprintf(problem, problem_size,
             "%s: %s; use the file of a pattern, or warpline new to write one", path, why);
    return NULL;
}

static void tell_not_loaded(const struct loaded *l, const char *said, char *problem,
                            size_t problem_size)
{
    static const char mark[] = "undefined symbol: ";
    const char *symbol = strstr(said, mark);
    char name[128];
    if (!symbol) {
        snprintf(problem, problem_size, "%s: cannot be loaded: %s", l->shown, said);
        return;
    }
    snprintf(name, sizeof name, "%s", symbol + strlen(mark));
    refusal_tell_undefined(l->file, l->shown, name, problem, problem_size);
}

/* The description that the object exports, if it is of this version. */
static const struct own_pattern *open_model(const struct loaded *l, char *problem,
                                            size_t problem_size)
{
    char path[PATH_TEXT_MAX + 16], why[PATH_TEXT_MAX + 512];
    snprintf(path, sizeof path, "%s/model.so", l->compiled.folder);
    void *object = module_open(path, why, sizeof why);
    if (!object) {
        tell_not_loaded(l, why, problem, problem_size);
        return NULL;
    }
    const struct own_pattern *own = dlsym(object, OWN_SYMBOL);
    if (!own) {
        snprintf(problem, problem_size,
                 "%s: makes no pattern; write an iteration of a loop as `warpline new` does: void "
                 "NAME(long i, long n, float *out, const float *in)",
                 l->shown);
        return NULL;
    }
    return module_fits(object, path, problem, problem_size) ? own : NULL;
}

/* The same where the file is a plain loop. */
static bool load_loop(struct loaded *l, const struct loop_signature *signature, char *problem,
                      size_t problem_size)
{
    char **macros = loop_macros(signature, l->file);
    const bool compiled = compile_pattern(l->file, l->shown, (const char *const *)macros,
                                          &l->compiled, problem, problem_size);
    for (int i = 0; macros[i]; i++)
        free(macros[i]);
    free(macros);
    struct loop *loop = compiled ? loop_open(signature, l->file, l->shown, l->compiled.folder,
                                             problem, problem_size)
                                 : NULL;
    if (!loop)
        return false;
    l->pattern = loop_pattern(loop);
    if (l->compiled.no_cpu[0])
        l->pattern.no_cpu = l->compiled.no_cpu;
    if (!row_name_is_free(l->pattern.name, l->shown, signature->line, problem, problem_size))
        return false;
    guard_rest(l->shown, l->compiled.folder);
    return pattern_add(&l->pattern);
}

/* Readers would end at a NUL byte, and the compiler and the digest would not. */
static bool has_nul(const char *path, char *problem, size_t problem_size)
{
    enum { FILE_MOST = 64 << 20 };
    char *text;
    const int code = file_read_text(path, FILE_MOST, &text, problem, problem_size);
    free(text);
    return code == -EILSEQ;
}

/* Fills in the loaded pattern. False with a sentence. */
static bool load(struct loaded *l, const char *path, char *problem, size_t problem_size)
{
    l->file = find_file(path, problem, problem_size);
    if (!l->file)
        return false;
    l->shown = needed(strdup(path));
    if (has_nul(path, problem, problem_size))
        return false;
    struct loop_signature signature;
    const enum loop_form form =
        loop_signature_read(l->file, path, &signature, problem, problem_size);
    if (form == LOOP_FOUND)
        return load_loop(l, &signature, problem, problem_size);
    if (form == LOOP_WRONG ||
        !compile_pattern(l->file, path, NULL, &l->compiled, problem, problem_size))
        return false;
    l->own = open_model(l, problem, problem_size);
    const struct own_row row = {l->shown, l->own};
    if (!l->own || !row_is_sound(&row, problem, problem_size))
        return false;
    l->pattern = row_completed(&row);
    if (l->compiled.no_cpu[0])
        l->pattern.no_cpu = l->compiled.no_cpu;
    guard_rest(l->shown, l->compiled.folder);
    return pattern_add(&l->pattern);
}

static void drop(struct loaded *l)
{
    free(l->file);
    free(l->shown);
    free(l);
}

const struct pattern *own_load(const char *path, char *problem, size_t problem_size)
{
    char *file = find_file(path, problem, problem_size);
    const struct loaded *there = file ? loaded_from(file) : NULL;
    free(file);
    if (there || !file)
        return there ? &there->pattern : NULL;
    struct loaded *l = needed(calloc(1, sizeof *l));
    if (load(l, path, problem, problem_size)) {
        l->next = all;
        all = l;
        module_add(l->pattern.name, "cpu", l->compiled.cpu_folder);
        module_add(l->pattern.name, "gpu", l->compiled.folder);
        return &l->pattern;
    }
    drop(l);
    return NULL;
}
