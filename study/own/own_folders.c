/* The folders of WARPLINE_PATTERNS: see own.h. */
#include "study/folders.h"
#include "study/own/own.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int is_source(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 2 && entry->d_name[0] != '.' && strcmp(entry->d_name + length - 2, ".c") == 0;
}

static int load_file(const char *path, void (*tell)(const char *problem))
{
    char *problem = malloc(OWN_PROBLEM_MAX);
    const bool well = problem && own_load(path, problem, OWN_PROBLEM_MAX);
    if (!well)
        tell(problem ? problem : "no memory for a pattern");
    free(problem);
    return well ? 0 : 1;
}

static int load_folder(const char *folder, void (*tell)(const char *problem))
{
    char path[PATH_TEXT_MAX + NAME_MAX + 2];
    struct dirent **files;
    int failed = 0;
    const int count = scandir(folder, &files, is_source, alphasort);
    if (count < 0) {
        snprintf(path, sizeof path, "WARPLINE_PATTERNS: the folder %.*s: %s", PATH_TEXT_MAX / 2,
                 folder, strerror(errno));
        tell(path);
        return 1;
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        failed += load_file(path, tell);
        free(files[i]);
    }
    free(files);
    return failed;
}

int own_load_folders(void (*tell)(const char *problem))
{
    const char *asked = getenv("WARPLINE_PATTERNS");
    char *folders = asked ? strdup(asked) : NULL, *rest = NULL;
    int failed = 0;
    for (char *folder = folders ? strtok_r(folders, ":", &rest) : NULL; folder;
         folder = strtok_r(NULL, ":", &rest))
        failed += load_folder(folder, tell);
    free(folders);
    return failed;
}
