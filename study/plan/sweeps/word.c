#include "study/plan/sweeps/word.h"

#include "study/message.h"
#include "study/plan/plan.h"

#include <ctype.h>
#include <string.h>

static const struct parameter element = {.name = "element",
                                         .help = "size of an element, in bytes",
                                         .low = 1,
                                         .high = ELEMENT_BYTES_MAX,
                                         .power_of_two = true};
static const struct parameter footprint = {.name = "footprint",
                                           .help = "bytes of both arrays of a copy",
                                           .low = 8192,
                                           .high = INT64_C(1) << 50};

const struct parameter *word_parameter(const struct pattern *pattern, const char *name)
{
    const struct parameter *own = parameter_find(pattern, name);
    return own                                 ? own
           : strcmp(name, element.name) == 0   ? &element
           : strcmp(name, footprint.name) == 0 ? &footprint
                                               : NULL;
}

bool word_has_several(const char *values)
{
    return strchr(values, ',') || strstr(values, "..");
}

/* Whether a clause begins there. */
static bool is_clause(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return length > 0 && length < PARAMETER_NAME_MAX && text[length] == '=';
}

bool word_is_one(const char *text)
{
    const char *colon = strrchr(text, ':');
    return colon && is_clause(colon + 1);
}

/* From the last on, since a file's name may have colons, too. */
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
        clause->several = word_has_several(clause->values);
    }
    return 0;
}

bool word_is_known(const char *text)
{
    struct word word = {.clause_count = 0};
    if (!word_is_one(text) || strlen(text) >= sizeof word.text)
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

int word_read(struct word *word, const char *text)
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
