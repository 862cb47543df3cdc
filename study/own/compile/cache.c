#include "study/own/compile/cache.h"

#include "study/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BUILDING_LASTS_S = 3600, ROOM_LEAST = 1 << 20 };

static const char building[] = "building-";

static bool cache_is_safe(const char *path, char *problem, size_t problem_size)
{
    char why[PATH_TEXT_MAX + 64];
    if (path_is_guarded(path, why, sizeof why))
        return true;
    snprintf(problem, problem_size,
             "%s is no place for compiled patterns, since %s; set XDG_CACHE_HOME to a folder that "
             "you alone may write",
             path, why);
    return false;
}

/* Resolves the links in what exists of the path, and checks that. */
static bool settle(char path[PATH_TEXT_MAX], char *problem, size_t problem_size)
{
    char there[PATH_TEXT_MAX], real[PATH_MAX];
    snprintf(there, sizeof there, "%s", path);
    while (!realpath(there, real) && strrchr(there, '/') > there)
        *strrchr(there, '/') = '\0';
    const size_t resolved = strlen(there);
    if (snprintf(there, sizeof there, "%s%s", real, path + resolved) >= PATH_TEXT_MAX / 2) {
        snprintf(problem, problem_size, "%s: too long a name; set XDG_CACHE_HOME to another", path);
        return false;
    }
    memcpy(path, there, sizeof there);
    return cache_is_safe(path, problem, problem_size);
}

bool cache_folder(char path[PATH_TEXT_MAX], char *problem, size_t problem_size)
{
    const int code = user_folder("XDG_CACHE_HOME", ".cache", path);
    if (code == 0)
        return settle(path, problem, problem_size);
    if (code == -ENOENT) {
        snprintf(
            problem, problem_size,
            "there is no folder to keep compiled patterns in, since HOME is not set; set it, or "
            "XDG_CACHE_HOME, to a folder that you alone may write");
        return false;
    }
    snprintf(problem, problem_size, "the name of the cache folder is too long; set XDG_CACHE_HOME");
    return false;
}

bool cache_is_full(const char *folder, char *problem, size_t problem_size)
{
    static const char nothing[ROOM_LEAST];
    char path[PATH_TEXT_MAX + NAME_MAX];
    snprintf(path, sizeof path, "%s/room", folder);
    FILE *out = fopen(path, "we");
    errno = 0;
    const bool written = out && fwrite(nothing, sizeof nothing, 1, out) == 1;
    const bool closed = out && fclose(out) == 0;
    const int error = errno;
    unlink(path);
    if ((written && closed) || (error != ENOSPC && error != EDQUOT))
        return false;
    snprintf(problem, problem_size,
             "the folder %.*s, which holds compiled patterns, has no room left: %s; set "
             "XDG_CACHE_HOME to another",
             (int)(strrchr(folder, '/') - folder), folder, strerror(error));
    return true;
}

void cache_remove_build(const char *folder)
{
    char path[PATH_TEXT_MAX + NAME_MAX];
    snprintf(path, sizeof path, "%s/cpu", folder);
    folder_remove(path);
    folder_remove(folder);
}

/* Removes what killed processes have left. */
static void remove_old(const char *cache)
{
    char path[PATH_TEXT_MAX + NAME_MAX + 2];
    struct stat status;
    const struct dirent *entry;
    DIR *entries = opendir(cache);
    while (entries && (entry = readdir(entries))) {
        snprintf(path, sizeof path, "%s/%s", cache, entry->d_name);
        if (strncmp(entry->d_name, building, strlen(building)) == 0 && stat(path, &status) == 0 &&
            time(NULL) - status.st_mtime > BUILDING_LASTS_S)
            cache_remove_build(path);
    }
    if (entries)
        closedir(entries);
}

bool cache_build_folder(const char *cache, char path[PATH_TEXT_MAX], char *problem,
                        size_t problem_size)
{
    snprintf(path, PATH_TEXT_MAX, "%.*s/%sXXXXXX", PATH_TEXT_MAX / 2, cache, building);
    int code = folder_make(cache, 0700, NULL, NULL, 0);
    if (!code && !cache_is_safe(cache, problem, problem_size))
        return false;
    if (!code && !mkdtemp(path))
        code = -errno;
    if (!code) {
        remove_old(cache);
        return true;
    }
    snprintf(problem, problem_size,
             "the folder %s, which holds compiled patterns, cannot be written: %s; set "
             "XDG_CACHE_HOME to one that can",
             cache, strerror(-code));
    return false;
}
