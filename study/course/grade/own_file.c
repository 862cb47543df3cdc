#include "study/course/grade/own_file.h"

#include <stdio.h>

const struct pattern *own_file_load(const char *folder, const char *file, char *problem,
                                    size_t problem_size)
{
    (void)folder;
    snprintf(problem, problem_size, "%s: this program compiles no patterns", file);
    return NULL;
}

bool own_file_passes(const struct pattern *pattern, char *problem, size_t problem_size)
{
    snprintf(problem, problem_size, "%s: this program compiles no patterns", pattern->name);
    return false;
}
