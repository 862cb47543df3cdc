#include "study/own/compile/processor.h"

#include <stdio.h>
#include <string.h>

enum { LINE_ROOM = 8192 };

/* On x86 the list has many words that no compiler uses by default (keys, virtual machines, power):
 * only words with these beginnings count. On other processors all words count. */
static const char *const instruction_sets[] = {"sse2",  "sse4_", "pni",  "ssse3", "avx",
                                               "amx",   "fma",   "f16c", "bmi",   "popcnt",
                                               "movbe", "abm",   "gfni", NULL};

static bool counts(const char *word)
{
    for (int i = 0; instruction_sets[i]; i++)
        if (strncmp(word, instruction_sets[i], strlen(instruction_sets[i])) == 0)
            return true;
    return false;
}

static void add(char text[PROCESSOR_TEXT_MAX], const char *more, const char *end)
{
    const size_t used = strlen(text);
    snprintf(text + used, PROCESSOR_TEXT_MAX - used, "%s%s", more, end);
}

static void add_sets(char text[PROCESSOR_TEXT_MAX], char *words, bool all)
{
    char *rest;
    add(text, "\n", "");
    for (char *word = strtok_r(words, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest))
        if (all || counts(word))
            add(text, word, " ");
}

static void add_line(char text[PROCESSOR_TEXT_MAX], char *line)
{
    char *value = strchr(line, ':');
    if (!value)
        return;
    value += strspn(value, ": ");
    value[strcspn(value, "\n")] = '\0';
    if (strncmp(line, "flags", 5) == 0 || strncmp(line, "Features", 8) == 0)
        add_sets(text, value, line[0] == 'F');
    else if (strncmp(line, "model name", 10) == 0 || strncmp(line, "CPU ", 4) == 0)
        add(text, value, " ");
}

const char *processor_text(char text[PROCESSOR_TEXT_MAX])
{
    char line[LINE_ROOM];
    FILE *in = fopen("/proc/cpuinfo", "re");
    text[0] = '\0';
    while (in && fgets(line, sizeof line, in) && line[0] != '\n')
        add_line(text, line);
    if (in)
        fclose(in);
    return text;
}

/* Whether a list of words, each followed by a blank, contains the word. */
static bool holds(const char *list, const char *word, size_t length)
{
    for (const char *at = list; *at; at += strcspn(at, " \n"), at += *at != '\0')
        if (strcspn(at, " \n") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

bool processor_runs(const char *here, const char *there)
{
    const char *ours = strchr(here, '\n'), *theirs = strchr(there, '\n');
    if (!ours || !theirs)
        return false;
    for (const char *at = theirs + 1; *at; at += strcspn(at, " \n"), at += *at != '\0')
        if (strcspn(at, " \n") > 0 && !holds(ours + 1, at, strcspn(at, " \n")))
            return false;
    return true;
}
