#include "study/commands/options.h"

#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/own/own.h"
#include "study/sandbox/sandbox.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A run takes minutes, and can be continued; anything else takes seconds. */
enum { PATHS_MAX = 64, SECONDS = 120, RUN_SECONDS = 3600 };

struct paths {
    char *of[PATHS_MAX + 1];
    int count;
};

/* The absolute path of a file or folder, which may be a link. NULL: it is missing. The caller
 * frees. */
static char *absolute(const char *name)
{
    char folder[PATH_TEXT_MAX], *real, *path = NULL;
    const char *slash = strrchr(name, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 1,
             slash ? name : ".");
    real = realpath(folder, NULL);
    if (real && access(name, R_OK) == 0 &&
        asprintf(&path, "%s/%s", strcmp(real, "/") == 0 ? "" : real, slash ? slash + 1 : name) < 0)
        path = NULL;
    free(real);
    return path;
}

static void add(struct paths *paths, const char *name)
{
    char *path = paths->count < PATHS_MAX ? absolute(name) : NULL;
    if (path)
        paths->of[paths->count++] = path;
}

/* The files of patterns, and folders of results to read. */
static void add_all(struct paths *paths, const struct options *options)
{
    char file[PATH_TEXT_MAX];
    for (int i = 0; i < options->name_count; i++) {
        const char *end = strstr(options->names[i], ".c:");
        snprintf(file, sizeof file, "%.*s",
                 end ? (int)(end - options->names[i]) + 2 : PATH_TEXT_MAX - 1, options->names[i]);
        if (own_is_path(options->names[i]))
            add(paths, file);
    }
    for (int i = 0; i < options->with_count; i++)
        add(paths, options->withs[i]);
}

static void free_all(const struct paths *paths)
{
    for (int i = 0; i < paths->count; i++)
        free(paths->of[i]);
}

/* The program's plain streams make what comes from inside harmless for a terminal. */
static int print_end(const struct process_end *end, int seconds)
{
    for (int i = 0; i < PROCESS_STREAMS; i++)
        if (end->text[i])
            fwrite(end->text[i], 1, end->length[i], i == PROCESS_OUTPUT ? stdout : stderr);
    if (end->late)
        return complain(
            EXIT_WRONG,
            "option --sandbox: the program in it took longer than %d s; it was killed%s", seconds,
            seconds == RUN_SECONDS ? "; the same command continues the run" : "");
    if (end->passed)
        return complain(EXIT_WRONG, "option --sandbox: the program in it %s; it was killed",
                        end->passed);
    if (end->signal || end->status < 0)
        return complain(EXIT_WRONG, "option --sandbox: the program in it was ended by a signal");
    return end->status;
}

/* Makes the folder of results. Inside, root is nobody: a folder that is made now becomes nobody's.
 */
static int make_out(const char *name, char **out)
{
    char problem[PATH_TEXT_MAX];
    struct stat facts;
    size_t made = 0;
    if (folder_make(name, 0777, &made, problem, sizeof problem))
        return complain(EXIT_USAGE, "option --out: %s", problem);
    if (geteuid() == 0 && made && chown(name, SANDBOX_NOBODY, SANDBOX_NOBODY))
        return complain(EXIT_WRONG, "option --out: %s: %s", name, strerror(errno));
    if (geteuid() == 0 && (stat(name, &facts) || facts.st_uid != SANDBOX_NOBODY))
        return complain(EXIT_USAGE, "option --out: with --sandbox, root has to name a new folder");
    *out = absolute(name);
    return 0;
}

static int run_inside(const struct options *options, const struct paths *paths,
                      const char *const *words)
{
    char folder[PATH_TEXT_MAX], *out = NULL;
    const char *name = options->out ? options->out : results_default;
    struct process_end end;
    if (!getcwd(folder, sizeof folder))
        return complain(EXIT_WRONG, "option --sandbox: the working folder has no name");
    const bool runs = words[0] && strcmp(words[0], "run") == 0;
    if (runs && !options->dry_run && make_out(name, &out))
        return EXIT_USAGE;
    const struct sandbox_order order = {.arguments = words,
                                        .shown = (const char *const *)paths->of,
                                        .written = out,
                                        .folder = folder,
                                        .seconds_most = runs ? RUN_SECONDS : SECONDS};
    const int code = sandbox_run(&order, &end);
    const int status = code ? complain(EXIT_WRONG, "option --sandbox: %s", strerror(-code))
                            : print_end(&end, order.seconds_most);
    if (!code)
        process_end_free(&end);
    free(out);
    return status;
}

int in_sandbox(const struct options *options, char **words)
{
    struct paths paths = {.count = 0};
    char problem[256];
    int count = 0;
    if (!sandbox_works(problem, sizeof problem))
        return complain(EXIT_USAGE, "option --sandbox: %s; leave it out for files that you trust",
                        problem);
    for (char **word = words; *word; word++)
        if (strcmp(*word, "--sandbox") != 0)
            words[count++] = *word;
    words[count] = NULL;
    add_all(&paths, options);
    const int status = run_inside(options, &paths, (const char *const *)words);
    free_all(&paths);
    return status;
}
