#include "study/own/own_names.h"

#include "study/message.h"
#include "study/own/own.h"
#include "study/plan/study.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void own_names_tell(const char *problem)
{
    const size_t length = strcspn(problem, "\n");
    complain(EXIT_USAGE, "%.*s", (int)length, problem);
    if (problem[length])
        fprintf(stderr, "%s\n", problem + length + 1);
}

int own_names_load_folders(void)
{
    return own_load_folders(own_names_tell);
}

static int take_path(const char **name)
{
    char *problem = malloc(OWN_PROBLEM_MAX);
    const struct pattern *pattern = problem ? own_load(*name, problem, OWN_PROBLEM_MAX) : NULL;
    if (!pattern)
        own_names_tell(problem ? problem : "no memory for a pattern");
    else
        *name = pattern->name;
    free(problem);
    return pattern ? 0 : EXIT_USAGE;
}

int own_names_take(struct options *options)
{
    bool all_known = true;
    int status = 0;
    for (int i = 0; i < options->name_count && !status; i++)
        if (own_is_path(options->names[i]))
            status = take_path(&options->names[i]);
        else
            all_known =
                all_known && (pattern_find(options->names[i]) || study_find(options->names[i]));
    if (!status && !all_known)
        own_names_load_folders();
    return status;
}
