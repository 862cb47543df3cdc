/* `warpline convert [DIR...]`: results in other formats, on stdout; the work is in plots/fleet/. */
#include "plots/fleet/convert.h"
#include "study/commands/commands.h"
#include "study/fleet/groups.h"
#include "study/folders.h"
#include "study/message.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static const struct convert_form *form_named(const char *name)
{
    for (const struct convert_form *form = convert_forms; form->name; form++)
        if (!name || strcmp(form->name, name) == 0)
            return form;
    return NULL;
}

static int convert_sets(const struct sets *sets, const struct convert_form *form)
{
    char problem[2 * PATH_TEXT_MAX];
    int code = sets_distinct(sets, problem, sizeof problem);
    if (!code)
        code = form->write(stdout, sets, problem, sizeof problem);
    return code ? complain(code == -ENOMEM || code == -EIO ? EXIT_WRONG : EXIT_USAGE, "%s", problem)
                : EXIT_DONE;
}

int convert_command(const struct options *options)
{
    struct sets sets = {0};
    const struct convert_form *form = form_named(options->format);
    if (!form)
        return complain(EXIT_USAGE,
                        "option --format: %s: no such format; use jsonl, metrics or prometheus",
                        options->format);
    int status = options->name_count ? EXIT_DONE : group_add(&sets, results_default);
    for (int i = 0; i < options->name_count && !status; i++)
        status = group_add(&sets, options->names[i]);
    if (!status)
        status = convert_sets(&sets, form);
    sets_free(&sets);
    return status;
}
