/* `warpline list`: patterns, studies, targets. */
#include "study/commands.h"
#include "study/message.h"
#include "study/study.h"

#include <stdio.h>
#include <string.h>

static int list_patterns(void)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        printf("%-13s %s\n", (*p)->name, (*p)->help);
    return EXIT_DONE;
}

static int list_studies(void)
{
    for (const struct study *s = study_catalogue; s->name; s++)
        printf("%-10s %s\n", s->name, s->question);
    return EXIT_DONE;
}

static const struct list {
    const char *name;
    int (*print)(void);
} lists[] = {{"patterns", list_patterns}, {"studies", list_studies}, {"targets", targets_print}};

int list_command(const struct options *options)
{
    static const char *const names[] = {"patterns", "studies", "targets", NULL};
    char near[64];
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, options->names[0]) == 0)
            return lists[i].print();
    return complain(EXIT_USAGE, "argument %s: there is no such list; use %s", options->names[0],
                    nearest_names(options->names[0], names, near, sizeof near));
}
