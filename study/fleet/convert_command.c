/* `warpline convert [DIR...]`: results as JSON lines, on stdout; plots/fleet/ does the work. */
#include "plots/fleet/convert.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/fleet/groups.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int convert_sets(const struct sets *sets)
{
    char problem[2 * PATH_TEXT_MAX];
    int code = sets_distinct(sets, problem, sizeof problem);
    for (int i = 0; i < sets->count && !code; i++) {
        code = convert_to_jsonl(stdout, sets->folder[i], problem, sizeof problem);
        if (!code && *problem)
            complain(EXIT_WRONG, "%s", problem);
    }
    return code ? complain(code == -EIO ? EXIT_WRONG : EXIT_USAGE, "%s", problem) : EXIT_DONE;
}

int convert_command(const struct options *options)
{
    struct sets sets = {0};
    int status = options->name_count ? EXIT_DONE : group_add(&sets, results_default);
    for (int i = 0; i < options->name_count && !status; i++)
        status = group_add(&sets, options->names[i]);
    if (!status)
        status = convert_sets(&sets);
    sets_free(&sets);
    return status;
}
