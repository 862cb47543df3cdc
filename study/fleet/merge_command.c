/* `warpline merge DIR... --out OUT`: merges results sets into one; plots/fleet/ does the work. */
#include "plots/fleet/merging.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/fleet/groups.h"

#include <errno.h>
#include <stdio.h>

static bool is_machines(int error)
{
    return error == -ENOSPC || error == -EIO || error == -EDQUOT || error == -EFBIG;
}

static int tell_outcome(const struct merge_outcome *outcome, const char *out)
{
    const int nodes = outcome->roll.count;
    fprintf(stderr, "%d points of %d node%s, from %d folder%s\n", outcome->rows, nodes,
            nodes == 1 ? "" : "s", outcome->folders, outcome->folders == 1 ? "" : "s");
    printf("%s/results.csv\n", out);
    const int status = roll_tell(&outcome->roll, NULL);
    return outcome->contradicted
               ? complain(EXIT_WRONG, "%d of the rows %s contradicted by %s samples",
                          outcome->contradicted, outcome->contradicted == 1 ? "is" : "are",
                          outcome->contradicted == 1 ? "its" : "their")
               : status;
}

int merge_command(const struct options *options)
{
    struct sets sets = {0};
    static struct merge_outcome outcome; /* 8 KB of text */
    int status = EXIT_DONE;
    if (!options->out || !*options->out)
        status = complain(EXIT_USAGE, "command merge: needs --out DIR, a folder for the results");
    for (int i = 0; i < options->name_count && !status; i++)
        status = group_add(&sets, options->names[i]);
    if (!status) {
        const int error = merge_results(&sets, options->batch.nodelist, options->out, &outcome);
        status = error
                     ? complain(is_machines(error) ? EXIT_WRONG : EXIT_USAGE, "%s", outcome.problem)
                     : tell_outcome(&outcome, options->out);
        roll_free(&outcome.roll);
    }
    sets_free(&sets);
    return status;
}
