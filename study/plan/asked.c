
#include "study/base/array.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/plan/parameter.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STUDY_NAME_MAX = 128 };

const char asked_all[] = "all";
static const char swept[] = "option --sweep", fixed_option[] = "option --set";

enum { WORD_MAX = 1024, CLAUSES_MAX = PARAMETERS_MAX + 2 };

/* One PARAMETER=VALUES of a word. */
struct clause {
    char name[PARAMETER_NAME_MAX];
    const char *values;
    bool several; /* whether it can be several: it has commas or dots */
};

/* A word of the command line that requests a sweep, split up. */
struct word {
    char text[WORD_MAX]; /* split into its parts */
    const struct pattern *patterns[SWEEPS_MAX];
    int pattern_count;
    struct clause clauses[CLAUSES_MAX]; /* the axis, then the others */
    int clause_count;
    int group; /* the clause whose values are one line each; 0: none */
};

struct asked_study {
    struct study study;
    const char *axis;
    bool bytes;
};

/* The stored copy of a text. */
static const char *keep(struct asked_studies *asked, const char *text)
{
    for (int i = 0; i < asked->text_count; i++)
        if (strcmp(asked->texts[i], text) == 0)
            return asked->texts[i];
    array_make_room(asked->texts, asked->text_count, asked->text_room);
    return asked->texts[asked->text_count++] = needed(strdup(text));
}

/* Adds to a list: `before` stands between two of its entries. */
static void append(char text[ASKED_TEXT_MAX], const char *before, const char *more)
{
    text_add(text, ASKED_TEXT_MAX, "%s%s", *text ? before : "", more);
}

static bool has_several(const char *values)
{
    return strchr(values, ',') || strstr(values, "..");
}

/* Whether a clause begins at `text`. */
static bool is_clause(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length > 0 && length < PARAMETER_NAME_MAX && text[length] == '=';
}

bool asked_is_word(const char *text)
{
    const char *colon = strrchr(text, ':');
    return colon && is_clause(colon + 1);
}

/* From the last on, since a file's name may contain colons. */
static int cut_clauses(struct word *word)
{
    const char *starts[CLAUSES_MAX];
    int count = 0;
    for (char *colon; (colon = strrchr(word->text, ':')) && is_clause(colon + 1); *colon = '\0') {
        if (count == CLAUSES_MAX)
            return complain(EXIT_USAGE, "option --set: %s is one too many", colon + 1);
        starts[count++] = colon + 1;
    }
    for (int i = count - 1; i >= 0; i--) {
        struct clause *clause = &word->clauses[word->clause_count++];
        clause->values = parameter_split("option --sweep", starts[i], clause->name);
        clause->several = has_several(clause->values);
    }
    return 0;
}

bool asked_is_known(const char *text)
{
    struct word word = {.clause_count = 0};
    if (!asked_is_word(text) || strlen(text) >= sizeof word.text)
        return false;
    strcpy(word.text, text); /* NOLINT: its length was looked at */
    for (char *colon; (colon = strrchr(word.text, ':')) && is_clause(colon + 1);)
        *colon = '\0';
    char *rest = word.text, *name;
    bool known = true;
    while (known && (name = strsep(&rest, "+")))
        known = pattern_find(name) != NULL;
    return known;
}

static int check_clauses(struct word *word)
{
    for (int i = 1; i < word->clause_count; i++) {
        const struct clause *clause = &word->clauses[i];
        for (int j = 0; j < i; j++)
            if (strcmp(clause->name, word->clauses[j].name) == 0)
                return complain(EXIT_USAGE,
                                "option --sweep or --set: %s is given twice; name it once",
                                clause->name);
        if (clause->several && word->group)
            return complain(EXIT_USAGE, "option --sweep: %s is the third parameter; use two",
                            clause->name);
        if (clause->several)
            word->group = i;
    }
    return 0;
}

static int add_pattern(struct word *word, const char *name)
{
    const struct pattern *pattern = pattern_find(name);
    if (!pattern && study_find(name))
        return complain(EXIT_USAGE,
                        "argument %s: a study has its own sweeps; name patterns, such as %s", name,
                        study_pattern(study_find(name), 0));
    if (!pattern)
        return plan_unknown_name(name);
    if (word->pattern_count == SWEEPS_MAX)
        return complain(EXIT_USAGE, "argument %s: one too many, a sweep has at most %d patterns",
                        name, SWEEPS_MAX);
    word->patterns[word->pattern_count++] = pattern;
    return 0;
}

static int read_word(struct word *word, const char *text)
{
    *word = (struct word){.clause_count = 0};
    if (strlen(text) >= sizeof word->text)
        return complain(EXIT_USAGE, "argument %.40s...: too long for a sweep", text);
    strcpy(word->text, text); /* NOLINT: its length was looked at */
    int status = cut_clauses(word);
    if (!status)
        status = check_clauses(word);
    for (char *name = word->text, *next; name && !status; name = next) {
        next = strchr(name, '+');
        if (next && !pattern_find(name))
            *next++ = '\0';
        else
            next = NULL;
        status = add_pattern(word, name);
    }
    return status;
}

/* What is the same in all points of a sweep. */
struct fixed {
    bool is_set[PARAMETER_NUMBERS];
    int64_t value[PARAMETER_NUMBERS];
    int element_bytes; /* 0: the study's */
};

static int check_element(const char *option, const struct pattern *pattern, int64_t bytes)
{
    return pattern->sizes & bytes
               ? 0
               : complain(EXIT_USAGE, "%s: %s has no elements of %lld bytes; see warpline show %s",
                          option, pattern->name, (long long)bytes, pattern->name);
}

/* Records one value of a parameter. */
static int fix(const char *option, const struct pattern *pattern, const char *name,
               const char *text, struct fixed *fixed)
{
    const int own = parameter_number(pattern, name);
    const struct parameter *any = parameter_any(pattern, name);
    int64_t value;
    if (!any || (own < 0 && strcmp(name, "element") != 0))
        return any ? complain(EXIT_USAGE, "%s: %s of a copy is option --%s", option, name, name)
                   : parameter_unknown(option, pattern, name);
    int status = parameter_read(option, any, text, &value);
    if (status)
        return status;
    if (own < 0) {
        fixed->element_bytes = (int)value;
        return check_element(option, pattern, value);
    }
    fixed->is_set[own] = true;
    fixed->value[own] = value;
    return 0;
}

/* "chains=2 window=64" */
static const char *settings_text(struct asked_studies *asked, const struct pattern *pattern,
                                 const struct fixed *fixed)
{
    char text[ASKED_TEXT_MAX] = "";
    for (int i = 0; i < PARAMETER_NUMBERS; i++)
        if (fixed->is_set[i])
            text_add(text, sizeof text, "%s%s=%lld", *text ? " " : "",
                     parameter_numbered(pattern, i)->name, (long long)fixed->value[i]);
    return keep(asked, text);
}

/* The values in the form of the catalogue's sweeps: with blanks between. */
static const char *values_text(struct asked_studies *asked, const struct value_list *list)
{
    char text[VALUE_LIST_MAX * 24] = "";
    for (int i = 0; i < list->count; i++)
        text_add(text, sizeof text, "%s%lld", i ? " " : "", (long long)list->value[i]);
    return keep(asked, text);
}

static int read_values(const struct pattern *pattern, const struct clause *clause,
                       struct value_list *list)
{
    const struct parameter *parameter = parameter_any(pattern, clause->name);
    if (!parameter)
        return parameter_unknown(swept, pattern, clause->name);
    int status = value_list_read(swept, parameter, clause->values, list);
    for (int i = 0; i < list->count && !status; i++)
        if (strcmp(parameter->name, "element") == 0 && !parameter_find(pattern, "element"))
            status = check_element(swept, pattern, list->value[i]);
    return status;
}

static enum sweep_kind kind_of(const struct pattern *pattern, const char *name)
{
    return parameter_number(pattern, name) >= 0 ? SWEEP_LISTED
           : strcmp(name, "element") == 0       ? SWEEP_LISTED_ELEMENTS
                                                : SWEEP_LISTED_FOOTPRINTS;
}

static int add_sweep(struct study *study, const struct sweep *sweep)
{
    int count = 0;
    for (; count < SWEEPS_MAX && study->sweeps[count].pattern; count++) {
        const struct sweep *other = &study->sweeps[count];
        if (strcmp(other->word, sweep->word) == 0 && strcmp(other->pattern, sweep->pattern) == 0 &&
            strcmp(other->settings, sweep->settings) == 0 &&
            other->element_bytes == sweep->element_bytes)
            return 0;
    }
    if (count == SWEEPS_MAX)
        return complain(EXIT_USAGE, "%s: study %s would have more than %d lines; sweep less", swept,
                        study->name, SWEEPS_MAX);
    study->sweeps[count] = *sweep;
    return 0;
}

/* The line of one pattern with these values fixed. */
static int add_line(struct asked_studies *asked, struct study *study, const struct word *word,
                    const struct pattern *pattern, const struct fixed *fixed, const char *source)
{
    struct value_list list = {.count = 0};
    const struct clause *axis = &word->clauses[0];
    const int status = read_values(pattern, axis, &list);
    if (status)
        return status;
    const char *values = values_text(asked, &list);
    const struct sweep sweep = {.pattern = pattern->name,
                                .parameter = keep(asked, axis->name),
                                .kind = kind_of(pattern, axis->name),
                                .quick = values,
                                .full = values,
                                .settings = settings_text(asked, pattern, fixed),
                                .element_bytes = fixed->element_bytes,
                                .word = keep(asked, source)};
    return add_sweep(study, &sweep);
}

/* Adds a line for each value of the group, or one if there is no group. */
static int add_lines(struct asked_studies *asked, struct study *study, const struct word *word,
                     const struct pattern *pattern, const char *source)
{
    struct fixed fixed = {.element_bytes = 0};
    struct value_list group = {.count = 0};
    char text[32];
    int status = 0;
    for (int i = 1; i < word->clause_count && !status; i++)
        if (i != word->group)
            status =
                fix(fixed_option, pattern, word->clauses[i].name, word->clauses[i].values, &fixed);
    if (!status && !word->group)
        return add_line(asked, study, word, pattern, &fixed, source);
    if (!status)
        status = read_values(pattern, &word->clauses[word->group], &group);
    for (int i = 0; i < group.count && !status; i++) {
        snprintf(text, sizeof text, "%lld", (long long)group.value[i]);
        status = fix(swept, pattern, word->clauses[word->group].name, text, &fixed);
        if (!status)
            status = add_line(asked, study, word, pattern, &fixed, source);
    }
    return status;
}

/* "transpose and copy": the patterns in words, or with `between`. */
static void write_patterns(const struct word *word, const char *between, char text[ASKED_TEXT_MAX])
{
    for (int i = 0; i < word->pattern_count; i++)
        append(text, between, word->patterns[i]->name);
}

static struct asked_study *find_study(const struct asked_studies *asked, const char *name)
{
    for (int i = 0; i < asked->count; i++)
        if (strcmp(asked->studies[i]->study.name, name) == 0)
            return asked->studies[i];
    return NULL;
}

/* Writes the description of the study: its question and its axis. */
static void describe(struct asked_studies *asked, const struct word *word, struct asked_study *made)
{
    char question[ASKED_TEXT_MAX] = "", patterns[ASKED_TEXT_MAX] = "", axis[ASKED_TEXT_MAX] = "";
    const struct parameter *parameter = parameter_any(word->patterns[0], word->clauses[0].name);
    write_patterns(word, " and ", patterns);
    text_add(question, sizeof question, "How does the speed of %s depend on %s%s%s?", patterns,
             parameter->name, word->group ? " and " : "",
             word->group ? word->clauses[word->group].name : "");
    text_add(axis, sizeof axis, "%s: %s", parameter->name, parameter->help);
    made->study.question = keep(asked, question);
    made->axis = keep(asked, axis);
    made->bytes = parameter_is_size(parameter);
}

/* The study of the word's patterns and axis, created if it does not exist. NULL after a message. */
static struct asked_study *study_of(struct asked_studies *asked, const struct word *word)
{
    char name[ASKED_TEXT_MAX] = "";
    write_patterns(word, "+", name);
    append(name, "_by_", word->clauses[0].name);
    struct asked_study *made = find_study(asked, name);
    if (made)
        return made;
    if (strlen(name) >= STUDY_NAME_MAX || asked->count == ASKED_STUDIES_MAX) {
        complain(EXIT_USAGE, "%s: %s: too many patterns; sweep fewer at once", swept, name);
        return NULL;
    }
    made = needed(calloc(1, sizeof *made));
    asked->studies[asked->count++] = made;
    made->study = (struct study){.name = keep(asked, name), .group = "Sweeps"};
    describe(asked, word, made);
    return made;
}

/* Checks that all patterns have the axis: else a pattern without it could describe the study. */
static int check_axis(const struct word *word)
{
    for (int i = 0; i < word->pattern_count; i++)
        if (!parameter_any(word->patterns[i], word->clauses[0].name))
            return parameter_unknown(swept, word->patterns[i], word->clauses[0].name);
    return 0;
}

int asked_add(struct asked_studies *asked, const char *source)
{
    struct word word;
    int status = read_word(&word, source);
    if (!status)
        status = check_axis(&word);
    struct asked_study *made = status ? NULL : study_of(asked, &word);
    if (!made)
        return status ? status : EXIT_USAGE;
    for (int i = 0; i < word.pattern_count && !status; i++)
        status = add_lines(asked, &made->study, &word, word.patterns[i], source);
    return status;
}

int asked_check(const char *word)
{
    struct asked_studies asked = {.count = 0};
    const int status = asked_add(&asked, word);
    asked_free(&asked);
    return status;
}

const struct study *asked_study(const struct asked_studies *asked, int number)
{
    return number < asked->count ? &asked->studies[number]->study : NULL;
}

const char *asked_axis(const struct asked_studies *asked, int number, bool *bytes)
{
    *bytes = asked->studies[number]->bytes;
    return asked->studies[number]->axis;
}

/* Records "name=value name=value" of a sweep, which was checked before. */
static int fix_again(const struct pattern *pattern, const char *settings, struct fixed *fixed)
{
    char text[ASKED_TEXT_MAX], name[PARAMETER_NAME_MAX], *rest = text, *one;
    int status = 0;
    snprintf(text, sizeof text, "%s", settings ? settings : "");
    while (!status && (one = strsep(&rest, " ")))
        if (*one)
            status = fix(swept, pattern, name, parameter_split(swept, one, name), fixed);
    return status;
}

/* Records the values of --set for parameters that the pattern has. */
static int fix_settings(const struct pattern *pattern, const struct plan_request *request,
                        struct fixed *fixed)
{
    char name[PARAMETER_NAME_MAX];
    int status = 0;
    for (int i = 0; i < request->setting_count && !status; i++) {
        const char *value = parameter_split(fixed_option, request->settings[i], name);
        if (!value)
            return EXIT_USAGE;
        if (parameter_number(pattern, name) >= 0)
            status = fix(fixed_option, pattern, name, value, fixed);
    }
    return status;
}

int asked_settings(struct asked_studies *asked, const struct pattern *pattern,
                   const struct sweep *sweep, const struct plan_request *request,
                   const char **settings)
{
    struct fixed fixed = {.element_bytes = 0};
    const int axis = parameter_number(pattern, sweep->parameter);
    int status = fix_again(pattern, sweep->settings, &fixed);
    if (!status)
        status = fix_settings(pattern, request, &fixed);
    if (axis >= 0)
        fixed.is_set[axis] = false;
    *settings = status ? NULL : settings_text(asked, pattern, &fixed);
    return status;
}

void asked_free(struct asked_studies *asked)
{
    for (int i = 0; i < asked->count; i++)
        free(asked->studies[i]);
    for (int i = 0; i < asked->text_count; i++)
        free(asked->texts[i]);
    free(asked->texts);
    *asked = (struct asked_studies){.count = 0};
}

/* Appends one option as a clause of the word, without blanks, which a shell's quotes let
 * through. */
static int append_clause(const char *option, const char *text, char word[ASKED_TEXT_MAX])
{
    char plain[ASKED_TEXT_MAX], name[PARAMETER_NAME_MAX];
    size_t length = 0;
    for (const char *c = text; *c && length + 1 < sizeof plain; c++)
        if (*c != ' ')
            plain[length++] = *c;
    plain[length] = '\0';
    const char *values = parameter_split(option, plain, name);
    if (!values)
        return EXIT_USAGE;
    if (option == fixed_option && has_several(values))
        return complain(EXIT_USAGE, "%s: %s has several values; use --sweep %s", option, name,
                        plain);
    if (!asked_is_word(plain) && strchr(plain, ':'))
        return complain(EXIT_USAGE, "%s: %s is no NAME=VALUES", option, plain);
    if (strlen(word) + length + 2 > ASKED_TEXT_MAX)
        return complain(EXIT_USAGE, "%s: %.40s...: too long", option, plain);
    append(word, ":", plain);
    return 0;
}

int asked_word(const struct plan_request *request, char word[ASKED_TEXT_MAX])
{
    int status = 0;
    word[0] = '\0';
    if (request->name_count == 0)
        return complain(EXIT_USAGE, "%s: needs a pattern: warpline run PATTERN --sweep %s", swept,
                        request->sweeps[0]);
    for (int i = 0; i < request->name_count; i++)
        if (strlen(word) + strlen(request->names[i]) + 2 > ASKED_TEXT_MAX)
            return complain(EXIT_USAGE, "%s: too many patterns; sweep fewer at once", swept);
        else
            append(word, "+", request->names[i]);
    for (int i = 0; i < request->sweep_count && !status; i++)
        status = append_clause(swept, request->sweeps[i], word);
    for (int i = 0; i < request->setting_count && !status; i++)
        status = append_clause(fixed_option, request->settings[i], word);
    return status ? status : asked_check(word);
}
