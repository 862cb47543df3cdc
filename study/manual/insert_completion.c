#include "study/manual/inserts.h"

#include "patterns/pattern.h"
#include "patterns/target.h"
#include "study/base/folders.h"
#include "study/commands/options.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"
#include "warpline_build.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { DEVICES = 8 /* of a kind: the number that completion offers */ };

/* Writes a word of a shell, in apostrophes. */
static void put_quoted(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", out);
        else
            fputc(*text == '\n' ? ' ' : *text, out);
}

static void begin(FILE *out, const char *kind, const char *of, const char *more)
{
    fprintf(out, "    '%s%s%s%s%s') printf '%%s\\n'", kind, of ? ":" : "", of ? of : "",
            more ? ":--" : "", more ? more : "");
}

/* Writes a word and its description. */
static void add(FILE *out, const char *before, const char *word, const char *meaning)
{
    fprintf(out, " \\\n        '%s", before);
    put_quoted(out, word);
    fputc(':', out);
    put_quoted(out, meaning);
    fputc('\'', out);
}

static void end(FILE *out)
{
    fputs(" ;;\n", out);
}

/* Adds the words for the placeholders in "[STUDY|PATTERN...]", "TARGET,..." or "NAME=VALUE". */
static void add_words(FILE *out, const char *text)
{
    char word[64];
    for (; *text; text += *text != '\0') {
        size_t length = 0;
        while ((isalnum((unsigned char)text[length]) || strchr("=_-", text[length])) &&
               text[length] && length < sizeof word - 1)
            length++;
        if (length == 0)
            continue;
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        add(out, "", word, "");
        text += length - 1;
    }
}

static void put_options(FILE *out, const struct command *command)
{
    begin(out, "options", command->name, NULL);
    for (const struct argp_option *o = command->options; o->name; o++)
        add(out, "--", o->name, o->doc);
    add(out, "--", "help", "the options of this command");
    end(out);
    for (const struct argp_option *o = command->options; o->name; o++) {
        if (!o->arg)
            continue;
        begin(out, "value", command->name, o->name);
        add_words(out, o->arg);
        end(out);
    }
}

static void put_arguments(FILE *out, const struct command *command)
{
    if (!*command->arguments)
        return;
    begin(out, "arguments", command->name, NULL);
    add_words(out, command->arguments);
    end(out);
}

static void put_commands(FILE *out)
{
    begin(out, "commands", NULL, NULL);
    for (const struct command *c = commands; c->name; c++)
        add(out, "", c->name, c->help);
    add(out, "", "help", "all commands, or the options of one");
    end(out);
    begin(out, "arguments", "help", NULL);
    add(out, "", "COMMAND", "");
    end(out);
    for (const struct command *c = commands; c->name; c++) {
        put_options(out, c);
        put_arguments(out, c);
    }
}

static void put_targets(FILE *out)
{
    char name[TARGET_NAME_MAX];
    begin(out, "TARGET", NULL, NULL);
    for (int i = 0; target_kinds[i]; i++)
        for (int number = 0; number < (target_kinds[i]->numbered ? DEVICES : 1); number++)
            add(out, "", target_name(target_kinds[i], number, name), target_kinds[i]->what);
    end(out);
}

static void put_parameters(FILE *out, const struct pattern *pattern)
{
    if (!pattern->parameters[0].name)
        return;
    begin(out, "parameters", pattern->name, NULL);
    for (int i = 0; i < PARAMETERS_MAX && pattern->parameters[i].name; i++)
        add(out, "", pattern->parameters[i].name, pattern->parameters[i].help);
    end(out);
}

static void put_catalogue(FILE *out)
{
    begin(out, "PATTERN", NULL, NULL);
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        add(out, "", (*p)->name, (*p)->help);
    end(out);
    begin(out, "STUDY", NULL, NULL);
    for (const struct study *s = study_catalogue; s->name; s++)
        add(out, "", s->name, s->question);
    end(out);
    for (const struct pattern *const *p = pattern_catalogue; *p; p++)
        put_parameters(out, *p);
}

static void put_sizes(FILE *out)
{
    char text[8];
    begin(out, "BYTES", NULL, NULL);
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2) {
        snprintf(text, sizeof text, "%d", bytes);
        add(out, "", text, "");
    }
    end(out);
}

static int is_course(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".yaml") == 0;
}

static void put_courses(FILE *out)
{
    struct dirent **courses;
    const int count = scandir(WARPLINE_COURSES_BUILT, &courses, is_course, alphasort);
    begin(out, "COURSE", NULL, NULL);
    for (int i = 0; i < count; i++) {
        *strrchr(courses[i]->d_name, '.') = '\0';
        add(out, "", courses[i]->d_name, "a course that came with the program");
        free(courses[i]);
    }
    if (count >= 0)
        free((void *)courses);
    end(out);
}

static void put_results(FILE *out)
{
    begin(out, "RESULTS", NULL, NULL);
    add(out, "", recorded_default, "recorded results that came with the program");
    end(out);
}

static void put_placements(FILE *out)
{
    static const char *const words[][2] = {{"WORDS", "core thread numa package close spread"},
                                           {"POLICY", "local interleave first-touch"},
                                           {"PAGES", "4k 2m 1g transparent"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        begin(out, words[i][0], NULL, NULL);
        add_words(out, words[i][1]);
        end(out);
    }
}

void insert_completion(FILE *out)
{
    put_commands(out);
    put_targets(out);
    put_catalogue(out);
    put_sizes(out);
    put_courses(out);
    put_results(out);
    put_placements(out);
}
