#include "study/fleet/groups.h"

#include "study/base/folders.h"
#include "study/base/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Further nodes are only counted. */
enum { TOLD_MOST = 20 };

static int add_one(struct sets *sets, const char *name)
{
    char path[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + 256];
    if (!*name)
        return complain(EXIT_USAGE, "an empty name; name recorded results or a folder");
    const char *found = recorded_results(name, "results.csv", path) ? path : name;
    return sets_add(sets, found, problem, sizeof problem)
               ? complain(EXIT_USAGE, "%s; name recorded results (h200) or a folder", problem)
               : 0;
}

int group_add(struct sets *sets, const char *names)
{
    if (!strchr(names, ',') || access(names, F_OK) == 0)
        return add_one(sets, names);
    char *rest = needed(strdup(names)), *const text = rest;
    int status = 0;
    for (char *name; !status && (name = strsep(&rest, ","));)
        status = add_one(sets, name);
    free(text);
    return status;
}

int roll_tell(const struct roll *roll, char *const *folders)
{
    char name[ROLL_TEXT_MAX], doubt[ROLL_TEXT_MAX];
    int told = 0, wrong = 0;
    for (int i = 0; i < roll->count; i++) {
        wrong += roll_is_wrong(roll, i);
        if (*roll_doubt(roll, i, folders, doubt) && told++ < TOLD_MOST)
            complain(0, "node %s: %s", roll_name(roll, i, folders, name), doubt);
    }
    if (told > TOLD_MOST)
        complain(0, "and %d more nodes", told - TOLD_MOST);
    return wrong ? EXIT_WRONG : EXIT_DONE;
}

int left_out_tell(int rows)
{
    return complain(EXIT_WRONG,
                    "%d row%s left out, because %s samples are missing or say otherwise", rows,
                    rows == 1 ? " was" : "s were", rows == 1 ? "its" : "their");
}
