/* `warpline list`: patterns, studies, targets, columns. */
#include "patterns/pattern.h"
#include "study/commands/commands.h"
#include "study/message.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"
#include "study/run/columns.h"

#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 23, STUDY_WIDTH = 15, UNIT_WIDTH = 7, LINE_WIDTH = 80 };

static int list_patterns(void)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        printf("%-*s%s%s\n", NAME_WIDTH, (*p)->name, (*p)->help,
               (*p)->no_cpu   ? " (GPU only)"
               : (*p)->no_gpu ? " (CPU only)"
                              : "");
    return EXIT_DONE;
}

/* Whether an earlier sweep of the study has the same pattern. */
static bool is_repeated(const struct study *study, int sweep)
{
    for (int i = 0; i < sweep; i++)
        if (strcmp(study->sweeps[i].pattern, study->sweeps[sweep].pattern) == 0)
            return true;
    return false;
}

static void print_patterns(const struct study *study)
{
    int column = printf("%*s", STUDY_WIDTH, "");
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++) {
        const char *name = study->sweeps[i].pattern;
        if (is_repeated(study, i))
            continue;
        if (column + 2 + (int)strlen(name) > LINE_WIDTH)
            column = printf(",\n%*s%s", STUDY_WIDTH, "", name) - 2;
        else
            column += printf("%s%s", i > 0 ? ", " : "", name);
    }
    putchar('\n');
}

static void print_group(const char *group)
{
    for (const struct study *s = study_catalogue; s->name; s++) {
        if (strcmp(s->group, group) != 0)
            continue;
        printf("%-*s%s\n", STUDY_WIDTH, s->name, s->question);
        print_patterns(s);
    }
}

static int list_studies(void)
{
    for (const char *const *group = study_groups; *group; group++) {
        printf("%s%s:\n", group == study_groups ? "" : "\n", *group);
        print_group(*group);
    }
    return EXIT_DONE;
}

static int list_columns(void)
{
    for (const struct column *c = columns; c->name; c++)
        printf("%-*s%-*s%s\n", NAME_WIDTH, c->name, UNIT_WIDTH, c->unit, c->help);
    return EXIT_DONE;
}

static const struct list {
    const char *name;
    int (*print)(void);
} lists[] = {{"patterns", list_patterns},
             {"studies", list_studies},
             {"targets", targets_print},
             {"columns", list_columns}};

int list_command(const struct options *options)
{
    static const char *const names[] = {"patterns", "studies", "targets", "columns", NULL};
    char near[64];
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, options->names[0]) == 0)
            return lists[i].print();
    return complain(EXIT_USAGE, "argument %s: there is no such list; use %s", options->names[0],
                    nearest_names(options->names[0], names, near, sizeof near));
}
