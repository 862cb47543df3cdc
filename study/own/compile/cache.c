#include "study/own/compile/cache.h"

#include "study/base/array.h"
#include "study/base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

void inputs_end(struct inputs *inputs)
{
    for (int i = 0; i < inputs->count; i++)
        free(inputs->paths[i]);
    free(inputs->paths);
    *inputs = (struct inputs){.places = inputs->places};
}

/* A portable name: "0:NAME" is relative to folder 0; "-:/opt/NAME" is in none of the folders. */
static const char *portable(const struct inputs *inputs, const char *path,
                            char name[INPUT_NAME_MAX])
{
    for (int i = 0; i < INPUT_FOLDERS; i++) {
        const char *folder = inputs->places->folders[i];
        const size_t length = strlen(folder);
        if (strncmp(path, folder, length) == 0 && path[length] == '/') {
            snprintf(name, INPUT_NAME_MAX, "%d:%s", i, path + length + 1);
            return name;
        }
    }
    snprintf(name, INPUT_NAME_MAX, "-:%s", path);
    return name;
}

/* The path on this machine of such a name. */
static const char *local(const struct inputs *inputs, const char *name, char path[INPUT_NAME_MAX])
{
    const int folder = name[0] - '0';
    const char *rest = name[0] && name[1] ? name + 2 : "";
    if (folder >= 0 && folder < INPUT_FOLDERS)
        snprintf(path, INPUT_NAME_MAX, "%s/%s", inputs->places->folders[folder], rest);
    else
        snprintf(path, INPUT_NAME_MAX, "%s", rest);
    return path;
}

static void add(struct inputs *inputs, const char *path)
{
    for (int i = 0; i < inputs->count; i++)
        if (strcmp(inputs->paths[i], path) == 0)
            return;
    array_make_room(inputs->paths, inputs->count, inputs->room);
    inputs->paths[inputs->count++] = needed(strdup(path));
}

/* The text of a file; NULL if it cannot be read. */
static char *read_text(const char *path, size_t *length)
{
    char *text;
    (void)file_read(path, INPUT_MOST, &text, length, NULL, 0);
    return text;
}

/* Writes the next name of a rule to `to`, unquoted as by make: a backslash before a blank or #, two
 * dollars for one. Returns what follows, NULL if there is no name. */
static const char *next_name(const char *from, char *to)
{
    while (*from == ' ' || *from == '\n' || (*from == '\\' && from[1] == '\n'))
        from += *from == '\\' ? 2 : 1;
    if (!*from)
        return NULL;
    while (*from && *from != ' ' && *from != '\n') {
        if ((*from == '\\' && (from[1] == ' ' || from[1] == '#')) ||
            (*from == '$' && from[1] == '$'))
            from++;
        *to++ = *from++;
    }
    const char *next = *from ? from + 1 : from;
    *to = '\0';
    return next;
}

bool inputs_read(struct inputs *inputs, const char *list)
{
    size_t length;
    char *text = read_text(list, &length), *name = text ? needed(malloc(length + 1)) : NULL;
    const char *at = text ? strchr(text, ':') : NULL;
    const bool well = at != NULL;
    at = well ? at + 1 : NULL;
    while (well && (at = next_name(at, name)))
        add(inputs, name);
    free(name);
    free(text);
    return well;
}

bool inputs_open(struct inputs *inputs, const char *path)
{
    size_t length;
    char *text = read_text(path, &length), *rest, here[INPUT_NAME_MAX];
    for (char *name = text ? strtok_r(text, "\n", &rest) : NULL; name;
         name = strtok_r(NULL, "\n", &rest))
        add(inputs, local(inputs, name, here));
    free(text);
    return text && inputs->count > 0;
}

bool inputs_write(const struct inputs *inputs, const char *path)
{
    char name[INPUT_NAME_MAX];
    FILE *out = fopen(path, "we");
    for (int i = 0; out && i < inputs->count; i++)
        if (strcmp(inputs->paths[i], inputs->places->file) != 0)
            fprintf(out, "%s\n", portable(inputs, inputs->paths[i], name));
    const bool well = out && !ferror(out);
    return out && fclose(out) == 0 && well;
}

bool inputs_digest(const struct inputs *inputs, struct sha256 *digest)
{
    bool well = true;
    char name[INPUT_NAME_MAX];
    for (int i = 0; i < inputs->count && well; i++) {
        size_t length;
        if (strcmp(inputs->paths[i], inputs->places->file) == 0)
            continue;
        char *text = read_text(inputs->paths[i], &length);
        well = text != NULL;
        sha256_add_text(digest, portable(inputs, inputs->paths[i], name));
        sha256_add(digest, &length, sizeof length);
        if (well)
            sha256_add(digest, text, length);
        free(text);
    }
    return well;
}

bool inputs_newer(const struct inputs *inputs, const struct timespec *time)
{
    struct stat status;
    for (int i = 0; i < inputs->count; i++)
        if (stat(inputs->paths[i], &status) == 0 &&
            (status.st_mtim.tv_sec > time->tv_sec ||
             (status.st_mtim.tv_sec == time->tv_sec && status.st_mtim.tv_nsec >= time->tv_nsec)))
            return true;
    return false;
}

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
        snprintf(problem, problem_size,
                 "there is no folder to keep compiled patterns in, since HOME is %s; set it, or "
                 "XDG_CACHE_HOME, to a folder that you alone may write",
                 getenv("HOME") ? "no absolute name" : "not set");
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
