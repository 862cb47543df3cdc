#include "study/own/own_names.h"

#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/own/own.h"
#include "study/plan/study.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void own_names_tell(const char *problem)
{
    const size_t length = strcspn(problem, "\n");
    complain(EXIT_USAGE, "%.*s", (int)length, problem);
    if (problem[length])
        fprintf(stderr, "%s\n", problem + length + 1);
}

static int is_source(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);
    return length > 2 && entry->d_name[0] != '.' && strcmp(entry->d_name + length - 2, ".c") == 0;
}

/* NULL after a message. */
static const struct pattern *load_file(const char *path)
{
    char *problem = needed(malloc(OWN_PROBLEM_MAX));
    const struct pattern *pattern = own_load(path, problem, OWN_PROBLEM_MAX);
    if (!pattern)
        own_names_tell(problem);
    free(problem);
    return pattern;
}

/* A file that is named by a folder alone: others must not write to it. */
static bool is_ones_own(const char *path)
{
    if (others_may_write(path))
        complain(EXIT_USAGE,
                 "WARPLINE_PATTERNS: others may write to %s, which is run; chmod go-w it", path);
    return !others_may_write(path);
}

static int load_folder(const char *folder)
{
    char path[PATH_TEXT_MAX + NAME_MAX + 2];
    struct dirent **files;
    int failed = 0;
    if (others_may_write(folder)) {
        snprintf(path, sizeof path,
                 "WARPLINE_PATTERNS: others may write to the folder %.*s, whose patterns are run; "
                 "chmod go-w it, or name another",
                 PATH_TEXT_MAX / 2, folder);
        own_names_tell(path);
        return 1;
    }
    const int count = scandir(folder, &files, is_source, alphasort);
    if (count < 0) {
        snprintf(path, sizeof path, "WARPLINE_PATTERNS: the folder %.*s: %s", PATH_TEXT_MAX / 2,
                 folder, strerror(errno));
        own_names_tell(path);
        return 1;
    }
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[i]->d_name);
        failed += !is_ones_own(path) || !load_file(path);
        free(files[i]);
    }
    free(files);
    return failed;
}

int own_names_load_folders(void)
{
    const char *named = getenv("WARPLINE_PATTERNS");
    char *folders = named ? needed(strdup(named)) : NULL, *rest = NULL;
    int failed = 0;
    for (char *folder = folders ? strtok_r(folders, ":", &rest) : NULL; folder;
         folder = strtok_r(NULL, ":", &rest))
        failed += load_folder(folder);
    free(folders);
    return failed;
}

/* The text after a file's name in a word of a sweep, "./mine.c:stride=1,4"; the end of the word if
 * nothing follows, or if a file has the whole word as its name. */
static const char *behind_file(const char *name)
{
    const char *mark = NULL;
    for (const char *at = name; (at = strstr(at, ".c:")); at++)
        mark = at + strlen(".c");
    return mark && access(name, F_OK) != 0 ? mark : name + strlen(name);
}

/* Replaces the file's name by the pattern's name: "mine:stride=1,4". */
static int take_path(const char **name)
{
    static struct own_words words; /* the options point to these words */
    char file[PATH_TEXT_MAX];
    const char *behind = behind_file(*name), *text = *name;
    snprintf(file, sizeof file, "%.*s", (int)(behind - *name), *name);
    const struct pattern *pattern = load_file(file);
    if (!pattern)
        return EXIT_USAGE;
    if (!*behind)
        *name = pattern->name;
    else if (words.count < OWN_WORDS_MAX && snprintf(words.text[words.count], OWN_WORD_MAX, "%s%s",
                                                     pattern->name, behind) < OWN_WORD_MAX)
        *name = words.text[words.count++];
    if (*behind && *name == text)
        return complain(EXIT_USAGE, "argument %s: too long, or too many of these; use --sweep",
                        *name);
    return 0;
}

int own_names_take(const char **names, int count)
{
    bool all_known = true;
    int status = 0;
    for (int i = 0; i < count && !status; i++)
        if (own_is_path(names[i]))
            status = take_path(&names[i]);
        else
            all_known = all_known && (pattern_find(names[i]) || study_find(names[i]));
    if (!status && !all_known)
        own_names_load_folders();
    return status;
}

enum { SWEPT_VALUES = 6, SWEPT_STEP = 4 };

/* "mine:stride=1,4,16": from the smallest value on, times four. */
static void put_values(const struct pattern *pattern, char text[OWN_WORD_MAX])
{
    const struct parameter *p = &pattern->parameters[0];
    int64_t value = p->low > 0 ? p->low : 1;
    const int64_t first = pattern->loop ? value : p->low; /* a loop may divide by it */
    snprintf(text, OWN_WORD_MAX, "%s:%s=%lld", pattern->name, p->name, (long long)first);
    for (int i = 1; i < SWEPT_VALUES && value <= p->high / SWEPT_STEP; i++) {
        value *= SWEPT_STEP;
        text_add(text, OWN_WORD_MAX, ",%lld", (long long)value);
    }
}

static void put_sizes(const struct pattern *pattern, char text[OWN_WORD_MAX])
{
    snprintf(text, OWN_WORD_MAX, "%s:element", pattern->name);
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
        if (pattern->sizes & bytes)
            text_add(text, OWN_WORD_MAX, "%c%d", pattern->sizes & (bytes - 1) ? ',' : '=', bytes);
}

void own_names_sweep(const char **names, int count, struct own_words *words)
{
    words->count = 0;
    for (int i = 0; i < count && words->count < OWN_WORDS_MAX; i++) {
        const struct pattern *pattern = pattern_find(names[i]);
        char *text = words->text[words->count];
        if (!pattern || !own_file(pattern))
            continue;
        if (pattern_parameter_count(pattern) > 0)
            put_values(pattern, text);
        else
            put_sizes(pattern, text);
        names[i] = text;
        words->count++;
    }
}
