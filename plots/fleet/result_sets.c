#include "plots/fleet/result_sets.h"

#include "plots/data/csv.h"
#include "study/base/array.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void keep(struct sets *sets, const char *path)
{
    array_make_room(sets->folder, sets->count, sets->room);
    sets->folder[sets->count++] = needed(strdup(path));
}

bool results_there(const char *folder)
{
    char path[PATH_MAX];
    return snprintf(path, sizeof path, "%s/results.csv", folder) < PATH_MAX &&
           access(path, F_OK) == 0;
}

bool results_merged(const char *folder)
{
    char problem[PATH_MAX + 512];
    struct table table;
    if (table_open(&table, folder, "results.csv", problem, sizeof problem))
        return false;
    const bool merged = table_column(&table, "host") >= 0;
    table_close(&table);
    return merged;
}

static void add_below(struct sets *sets, const char *path, struct dirent *const *entries, int count)
{
    char below[PATH_MAX];
    for (int i = 0; i < count; i++) {
        if (entries[i]->d_name[0] == '.' ||
            snprintf(below, sizeof below, "%s/%s", path, entries[i]->d_name) >= PATH_MAX)
            continue;
        if (results_there(below) && !results_merged(below))
            keep(sets, below);
    }
}

static int scan(struct sets *sets, const char *path)
{
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        return -errno;
    add_below(sets, path, entries, count);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    free(entries);
    return 0;
}

int sets_add(struct sets *sets, const char *path, char *problem, size_t problem_size)
{
    const int before = sets->count;
    int code = 0;
    if (results_there(path))
        keep(sets, path);
    else
        code = scan(sets, path);
    if (code)
        snprintf(problem, problem_size, "%s: %s", path, strerror(-code));
    else if (sets->count == before)
        snprintf(problem, problem_size, "%s: no results.csv in it, nor in a folder in it", path);
    return code ? code : sets->count == before ? -ENOENT : 0;
}

/* The identity of a file, whatever its path. */
struct place {
    dev_t device;
    ino_t file;
    const char *folder;
};

static int by_place(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    if (a->device != b->device)
        return a->device < b->device ? -1 : 1;
    return (a->file > b->file) - (a->file < b->file);
}

static struct place place_of(const char *folder)
{
    char path[PATH_MAX];
    struct stat facts = {.st_ino = 0};
    snprintf(path, sizeof path, "%s/results.csv", folder);
    (void)stat(path, &facts); /* a missing one is reported when it is read */
    return (struct place){facts.st_dev, facts.st_ino, folder};
}

int sets_distinct(const struct sets *sets, char *problem, size_t problem_size)
{
    int code = 0;
    struct place *places = needed(calloc((size_t)sets->count + 1, sizeof *places));
    for (int i = 0; i < sets->count; i++)
        places[i] = place_of(sets->folder[i]);
    qsort(places, (size_t)sets->count, sizeof *places, by_place);
    for (int i = 1; i < sets->count && !code; i++)
        if (places[i].file && by_place(&places[i - 1], &places[i]) == 0) {
            snprintf(problem, problem_size, "%s and %s: one folder, named twice; name it once",
                     places[i - 1].folder, places[i].folder);
            code = -EEXIST;
        }
    free(places);
    return code;
}

void sets_free(struct sets *sets)
{
    for (int i = 0; i < sets->count; i++)
        free(sets->folder[i]);
    free(sets->folder);
    *sets = (struct sets){0};
}
