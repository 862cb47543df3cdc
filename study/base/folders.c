#include "study/base/folders.h"

#include "warpline_build.h"

#include <libgen.h>
#include <stddef.h>
#include <stdio.h>
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
