#include "study/base/folders.h"

#include "warpline_build.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char results_default[] = "warpline-results";
const char recorded_default[] = "h200";

const char *program_folder(const char *installed, const char *built, char path[PATH_TEXT_MAX])
{
    const char *const candidates[] = {installed, built};
    char executable[PATH_TEXT_MAX / 2] = "";
    if (readlink("/proc/self/exe", executable, sizeof executable - 1) < 0)
        return NULL;
    const char *folder = dirname(executable);
    for (int i = 0; i < 2; i++) {
        if (candidates[i][0] == '/')
            snprintf(path, PATH_TEXT_MAX, "%s", candidates[i]);
        else
            snprintf(path, PATH_TEXT_MAX, "%s/%s", folder, candidates[i]);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

static bool holds(const char *folder, const char *file)
{
    char path[PATH_TEXT_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return access(path, R_OK) == 0;
}

bool recorded_results(const char *name, const char *file, char path[PATH_TEXT_MAX])
{
    char plots[PATH_TEXT_MAX];
    if (program_folder(WARPLINE_PLOTS_INSTALLED, WARPLINE_PLOTS_BUILT, plots) &&
        snprintf(path, PATH_TEXT_MAX, "%s/recorded/%s", plots, name) < PATH_TEXT_MAX &&
        holds(path, file))
        return true;
    return snprintf(path, PATH_TEXT_MAX, "%s", name) < PATH_TEXT_MAX && holds(path, file);
}

enum { OTHERS_WRITE = S_IWGRP | S_IWOTH, OTHERS = S_IRWXG | S_IRWXO };

/* Who owns / can do everything; in a container this may be another number than 0. */
static bool is_trusted(uid_t owner)
{
    struct stat root;
    return owner == geteuid() || owner == 0 || (stat("/", &root) == 0 && owner == root.st_uid);
}

/* `last`: the path ends there. */
static bool is_guarded(const char *path, const struct stat *facts, bool last, char *problem,
                       size_t problem_size)
{
    const bool mine = facts->st_uid == geteuid() || facts->st_uid == 0,
               sticky = !last && S_ISDIR(facts->st_mode) && facts->st_mode & S_ISVTX;
    if (last ? !mine : !is_trusted(facts->st_uid))
        snprintf(problem, problem_size, "%s belongs to user %u", path, (unsigned)facts->st_uid);
    else if (facts->st_mode & OTHERS_WRITE && !sticky)
        snprintf(problem, problem_size, "others may write to %s", path);
    else
        return true;
    return false;
}

static bool is_private(const struct stat *facts)
{
    return S_ISDIR(facts->st_mode) && facts->st_uid == geteuid() && !(facts->st_mode & OTHERS);
}

bool path_is_guarded(const char *path, char *problem, size_t problem_size)
{
    char part[PATH_TEXT_MAX];
    struct stat facts = {.st_mode = 0};
    bool last = false, guarded = true;
    for (size_t end = 1; guarded && !last && !is_private(&facts);) {
        last = !path[end];
        snprintf(part, sizeof part, "%.*s", (int)end, path);
        if (lstat(part, &facts) == 0)
            guarded = is_guarded(part, &facts, last, problem, problem_size);
        else if (errno == ENOENT)
            return true;
        else {
            snprintf(problem, problem_size, "%s: %s", part, strerror(errno));
            guarded = false;
        }
        end += path[end] == '/';
        end += strcspn(path + end, "/");
    }
    return guarded;
}

bool path_is_trusted(const char *path, char *problem, size_t problem_size)
{
    char real[PATH_MAX], why[PATH_TEXT_MAX + 64];
    struct stat facts;
    if (!realpath(path, real) || lstat(path, &facts) != 0) {
        snprintf(problem, problem_size, "%s: %s", path, strerror(errno));
        return false;
    }
    bool trusted = path_is_guarded(path, why, sizeof why);
    if (strcmp(path, real) != 0) {
        snprintf(why, sizeof why, "it is a link to %s", real);
        trusted = false;
    } else if (trusted && facts.st_uid != geteuid() && facts.st_uid != 0) {
        snprintf(why, sizeof why, "%s belongs to user %u", path, (unsigned)facts.st_uid);
        trusted = false;
    }
    if (!trusted)
        snprintf(problem, problem_size, "%s: is not loaded, since %s; remove it", path, why);
    return trusted;
}

int user_folder(const char *variable, const char *standard, char path[PATH_TEXT_MAX])
{
    const char *named = getenv(variable), *home = getenv("HOME");
    const bool is_named = named && named[0] == '/';
    if (!is_named && !(home && home[0] == '/'))
        return -ENOENT;
    const int length = is_named ? snprintf(path, PATH_TEXT_MAX, "%s/warpline", named)
                                : snprintf(path, PATH_TEXT_MAX, "%s/%s/warpline", home, standard);
    return length < PATH_TEXT_MAX / 2 ? 0 : -ENAMETOOLONG;
}

bool others_may_write(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && facts.st_mode & OTHERS_WRITE;
}
