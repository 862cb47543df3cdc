/* `warpline list`: patterns, studies, targets, columns, claims. */
#include "patterns/pattern.h"
#include "plots/data/row_reader.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/json/document.h"
#include "study/own/own.h"
#include "study/own/own_names.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <string.h>

enum { NAME_WIDTH = 23, STUDY_WIDTH = 15, UNIT_WIDTH = 7 };

static void list_pattern(const struct pattern *pattern)
{
    char text[2 * PATH_TEXT_MAX];
    const char *file = own_file(pattern);
    snprintf(text, sizeof text, "%s%s%s%s%s", pattern->help,
             pattern->no_cpu   ? " (GPU only)"
             : pattern->no_gpu ? " (CPU only)"
                               : "",
             file ? " (yours: " : "", file ? file : "", file ? ")" : "");
    printf("%-*s", NAME_WIDTH, pattern->name);
    print_wrapped(text, NAME_WIDTH);
}

static int list_patterns(void)
{
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        list_pattern(*p);
    for (int i = 0; pattern_added(i); i++)
        list_pattern(pattern_added(i));
    return EXIT_DONE;
}

static void print_patterns(const struct study *study)
{
    const int width = page_columns();
    int column = printf("%*s", STUDY_WIDTH, "");
    const char *name;
    for (int i = 0; (name = study_pattern(study, i)); i++)
        if (column + 3 + (int)strlen(name) > width) /* a comma may follow */
            column = printf(",\n%*s%s", STUDY_WIDTH, "", name) - 2;
        else
            column += printf("%s%s", i > 0 ? ", " : "", name);
    putchar('\n');
}

static void print_group(const char *group)
{
    for (const struct study *s = study_catalogue; s->name; s++) {
        if (strcmp(s->group, group) != 0)
            continue;
        printf("%-*s", STUDY_WIDTH, s->name);
        print_wrapped(s->question, STUDY_WIDTH);
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
    for (const struct column *c = columns; c->name; c++) {
        printf("%-*s%-*s", NAME_WIDTH, c->name, UNIT_WIDTH, c->unit);
        print_wrapped(c->help, NAME_WIDTH + UNIT_WIDTH);
    }
    return EXIT_DONE;
}

static const struct list {
    const char *name;
    int (*print)(void), (*document)(void);
    int (*prepare)(void); /* returns how much of the list is missing; NULL: nothing to prepare */
} lists[] = {{"patterns", list_patterns, document_patterns, own_names_load_folders},
             {"studies", list_studies, document_studies, NULL},
             {"targets", targets_print, document_targets, NULL},
             {"columns", list_columns, document_columns, NULL},
             {"claims", claims_list, document_claims, NULL}};

static int print_list(const struct list *list, const struct options *options)
{
    const int missing = list->prepare ? list->prepare() : 0;
    const int status = options->json ? list->document() : list->print();
    return status ? status : missing ? EXIT_USAGE : EXIT_DONE;
}

int list_command(const struct options *options)
{
    static const char *const names[] = {"patterns", "studies", "targets",
                                        "columns",  "claims",  NULL};
    const struct pattern *pattern = pattern_find(options->names[0]);
    if (pattern && own_file(pattern)) {
        if (options->json)
            return document_own_pattern(pattern);
        list_pattern(pattern);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (strcmp(lists[i].name, options->names[0]) == 0)
            return print_list(&lists[i], options);
    return complain(EXIT_USAGE, "argument %s: there is no such list; use %s", options->names[0],
                    NEAREST(options->names[0], names));
}
