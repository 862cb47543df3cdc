#include "study/own/row.h"

#include "study/base/message.h"
#include "study/own/compile/source_lines.h"
#include "study/own/guard.h"
#include "study/plan/point.h"
#include "study/plan/study.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

const struct knob knobs[] = {
    {"NAME", "The pattern's name; .name in the row is the same"},
    {"LOAD", "The element of in that a step reads, over s and e"},
    {"STORE", "The element of out that it writes, over s and e"},
    {"IN_LENGTH", "How many elements in has, over s"},
    {"OUT_LENGTH", "How many elements out has, over s"},
    {"SIZES", "The element sizes in bytes: a sum of 1, 2, 4, 8 and 16"},
    {"NUMBERS", "Elements are float and double, to compute with, not words"},
    {"ELEMENTS", "How many steps a pass has, over s, if parameters decide that"},
    {"ROUND",
     "Steps until the kernel is back at its first place; a pass begins where the last one ended"},
    {"RESULT", "What a step stores, computed from its loads: VALUE(0), VALUE(1), ..."},
    {"MEANING", "By hand: the element of in that element i of out must equal (k: number of the "
                "load), -1: none"},
    {"EXAMPLES", "By hand: {step, load, store}, ... for some steps of a pass of 1024 steps"},
    {"WHERE", "Where it runs: EVERYWHERE, NO_CPU, NO_GPU"},
    {"WHY_ABSENT", "A line: why it cannot run on the other side"},
    {"INDEX_VALUE",
     "Entry i of an index array, over s and i; LOAD and STORE read it with INDEX(i)"},
    {"INDEX_LENGTH", "How many entries the index array has"},
    {"INDEX_PLACE", "The place of entry number i, if not all entries are written"},
    {"INDEX_COUNT", "How many entries are written"},
    {"INDEX_HAS_POINTERS", "1: an entry is a pointer to the place that is its value"},
    {"LOADS", "Loads of a step; LOAD sees the number of each in e.load"},
    {"FIELDS", "Fields that a step touches, one to eight; LOAD and STORE see e.field"},
    {"ACTIVE", "Whether a step is made, over s and e"},
    {"ACCESSES", "Useful loads or stores of a pass, over s, if not one for each step and field"},
    {"MULTIPLY_ADDS", "Multiplications and additions of a pass, over s"},
    {"VARIANT", "The loop body that a point uses, over s, from 1"},
    {"VARIANTS", "How many loop bodies the kernel has"},
    {"STORE_ACCESS", "ACCESS_ATOMIC: a step adds 1 to its element; ACCESS_STREAM: non-temporal"},
    {"SCHEDULE",
     "STATIC: each worker has fixed tiles; DYNAMIC: a free worker takes the next tiles"},
    {"ALONE", "1: one worker makes all steps"},
    {"SIDE_LOAD", "1: the first worker makes all steps, while the others load the memory"},
    {"CHOOSES_LAUNCH", "1: the first two parameters are teams and threads of each team"},
    {"WORKERS_MOST", "The largest number of workers of a team"},
    {"CHUNK_TILES", "Tiles that a GPU's worker takes at a time"},
    {"BYTES_MOST", "The most bytes that a lane loads before it stores"},
    {"PLACES_FIRST", "1: the places to store to are loaded before the first store"},
    {"SEEN_BY", "Who sees a tile's stores before its warp continues"},
    {"TAIL", "0: no steps are left after the last tile"},
    {"WALK_TILES", "Tiles of a pass, if they do not follow from its elements"},
    {"TILE_ROWS", "Rows of 32 steps in a tile, which one warp executes at a time"},
    {"BODY", "The file of the loop body: what a worker does with its tiles"},
    {"WALK", "The file of the loop body's requests, for the models"},
    {"KERNEL", "The file of the kernel around the body"},
    {NULL, NULL},
};

const struct knob *knob_find(const char *name)
{
    for (const struct knob *k = knobs; k->name; k++)
        if (strcmp(k->name, name) == 0)
            return k;
    return NULL;
}

enum { USE_STEPS = 1024, NAME_ROOM = 64 };

/* The subject of a message. */
struct report {
    const char *file;
    char *problem;
    size_t size;
};

/* Writes a sentence after "FILE:LINE: "; returns false. */
__attribute__((format(printf, 3, 4))) static bool tell(const struct report *to, int line,
                                                       const char *format, ...)
{
    va_list arguments;
    int used = line > 0 ? snprintf(to->problem, to->size, "%s:%d: ", to->file, line)
                        : snprintf(to->problem, to->size, "%s: ", to->file);
    if (used < 0 || (size_t)used >= to->size)
        return false;
    va_start(arguments, format);
    vsnprintf(to->problem + used, to->size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

/* Other loop bodies have their own counts. */
static bool has_usual_body(const struct own_pattern *own)
{
    return strcmp(own->body, OWN_USUAL_BODY) == 0;
}

static bool has_meaning(const struct own_pattern *own)
{
    return strcmp(own->meaning_text, "MEANING") != 0;
}

/* NAME is defined, and the row has the same name. */
static bool names_are_sound(const struct own_row *row, const struct report *to)
{
    const struct own_pattern *own = row->own;
    if (strcmp(own->name, "NAME") == 0)
        return tell(to, 0,
                    "there is no NAME; write a line such as #define NAME mine before the line that "
                    "includes generate.h");
    if (!own->pattern)
        return tell(to, 0,
                    "there is no row; end the file with ROW = {.name = \"%s\", ..., EXPRESSIONS};",
                    own->name);
    if (!own->pattern->load)
        return tell(to, line_of_row(to->file),
                    "the row has no EXPRESSIONS, so that LOAD and STORE are not part of it; write "
                    "EXPRESSIONS as its last line");
    if (!own->pattern->name)
        return tell(to, line_of_row(to->file), "the row has no .name; write .name = \"%s\",",
                    own->name);
    if (strcmp(own->pattern->name, own->name) != 0)
        return tell(to, line_of_word(to->file, ".name"),
                    "the row's .name is \"%s\", but NAME is %s (line %d); spell both the same way",
                    own->pattern->name, own->name, line_of_macro(to->file, "NAME"));
    return true;
}

/* The name is not that of another pattern or of a study. */
static bool name_is_free(const struct own_row *row, const struct report *to)
{
    const char *name = row->own->name;
    if (pattern_find(name))
        return tell(to, line_of_macro(to->file, "NAME"),
                    "there is a pattern %s already; give this one another NAME", name);
    if (study_find(name))
        return tell(to, line_of_macro(to->file, "NAME"),
                    "there is a study of the name %s; give the pattern another NAME", name);
    return true;
}

bool row_name_is_free(const char *name, const char *file, int line, char *problem, size_t size)
{
    const struct report to = {file, problem, size};
    if (pattern_find(name) || study_find(name))
        return tell(&to, line, "there is a %s %s already; give the loop another name",
                    pattern_find(name) ? "pattern" : "study", name);
    return true;
}

/* Atomic additions need words of 4 or 8 bytes. */
static bool sizes_are_sound(const struct own_row *row, const struct report *to)
{
    const struct pattern *pattern = row->own->pattern;
    if (pattern->sizes <= 0 || pattern->sizes > 31)
        return tell(to, line_of_macro(to->file, "SIZES"),
                    "SIZES is %d; it is a sum of 1, 2, 4, 8 and 16", pattern->sizes);
    if (pattern->adds && pattern->sizes & ~(4 | 8))
        return tell(to, line_of_macro(to->file, "STORE_ACCESS"),
                    "only elements of 4 and 8 bytes can be added to: write #define SIZES (4 | 8)");
    return true;
}

static bool counts_are_sound(const struct own_row *row, const struct report *to)
{
    const struct pattern *pattern = row->own->pattern;
    if (pattern->loads < 0 || (pattern->loads == 0 && pattern->stores < 0))
        return tell(to, line_of_word(to->file, pattern->loads < 0 ? ".loads" : ".stores"),
                    "the row says %s = -%d; write .loads = %d, .stores = 1,",
                    pattern->loads < 0 ? ".loads" : ".stores",
                    pattern->loads < 0 ? -pattern->loads : -pattern->stores, row->own->loads);
    if (pattern->loads == 0 && pattern->stores > 0 && row->own->loads > 0)
        return tell(to, line_of_row(to->file),
                    "the row has no .loads, but a step loads (LOADS is %d); write .loads = %d,",
                    row->own->loads, row->own->loads);
    if (pattern->loads > row->own->loads && has_usual_body(row->own))
        return tell(to, line_of_word(to->file, ".loads"),
                    "the row says .loads = %d, but a step makes %d (LOADS)", pattern->loads,
                    row->own->loads);
    if (pattern->stores == 0 && pattern->loads > 0 && !pattern->expect)
        return tell(to, line_of_row(to->file), "the row has no .stores; write .stores = 1,");
    if (pattern->loads < 0 || pattern->stores < 0 || pattern->stores > 1)
        return tell(to, line_of_word(to->file, ".stores"),
                    "a step stores once: write .stores = 1,");
    return true;
}

static const char name_characters[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

static bool parameter_is_sound(const struct pattern *pattern, int number, const struct report *to)
{
    const struct parameter *p = &pattern->parameters[number];
    const int line = line_of_text(to->file, p->name);
    for (int i = 0; i < number; i++)
        if (strcmp(pattern->parameters[i].name, p->name) == 0)
            return tell(to, line, "there are two parameters of the name %s", p->name);
    if (strcmp(p->name, "element") == 0)
        return tell(to, line,
                    "a parameter cannot be called element, since --sweep element=4,8 means the "
                    "element sizes; give it another name");
    if (strspn(p->name, name_characters) != strlen(p->name) || !*p->name)
        return tell(to, line, "\"%s\" is no name for a parameter; use letters, digits and _",
                    p->name);
    if (p->low > p->high)
        return tell(to, line, "parameter %s: .low = %lld is more than .high = %lld", p->name,
                    (long long)p->low, (long long)p->high);
    if (p->standard < p->low || p->standard > p->high)
        return tell(to, line,
                    "parameter %s: .standard = %lld is not between .low = %lld and .high "
                    "= %lld",
                    p->name, (long long)p->standard, (long long)p->low, (long long)p->high);
    if (p->power_of_two && (p->standard <= 0 || (p->standard & (p->standard - 1))))
        return tell(to, line, "parameter %s: .standard = %lld is no power of two", p->name,
                    (long long)p->standard);
    return true;
}

/* Whether RESULT uses a load, called under guard_call. */
struct use {
    const struct own_pattern *own;
    struct shape shape;
    int load;
    bool found;
};

static void find_use(void *with)
{
    struct use *use = with;
    use->found = use->own->uses(&use->shape, use->load);
}

static bool loads_are_used(const struct own_row *row, const struct report *to)
{
    const struct own_pattern *own = row->own;
    struct use use = {.own = own, .shape = shape_standard(own->pattern, USE_STEPS, 1)};
    if (!has_usual_body(own) || own->pattern->adds)
        return true;
    if (!own->result && own->loads > 1)
        return tell(to, line_of_macro(to->file, "LOADS"),
                    "a step stores VALUE(0), so the compiler removes its other loads; define a "
                    "RESULT that uses them, or write #define LOADS 1");
    for (use.load = 0; use.load < own->loads; use.load++)
        if (guard_call(find_use, &use, 1) == NO_TROUBLE && !use.found)
            return tell(to, line_of_macro(to->file, "RESULT"),
                        "the result does not depend on VALUE(%d), so the compiler removes that "
                        "load; use it, or write #define LOADS %d",
                        use.load, own->loads - 1);
    return true;
}

/* Parameters that the file uses by number exist. */
static bool values_exist(const struct own_row *row, const struct report *to)
{
    int number;
    const int parameters = pattern_parameter_count(row->own->pattern);
    const int line = line_of_value(to->file, parameters, &number);
    if (line > 0 && parameters == 0)
        return tell(to, line, "s.value[%d] is used, but the row has no .parameters", number);
    if (line > 0)
        return tell(to, line, "s.value[%d] is used, but the last of %d parameters is s.value[%d]",
                    number, parameters, parameters - 1);
    return true;
}

/* No macro that nothing uses has nearly the name of one that the program reads. */
static bool macros_are_known(const struct report *to)
{
    const char *names[sizeof knobs / sizeof *knobs] = {NULL}; /* its last row has no name */
    char name[NAME_ROOM], near[NAME_ROOM * 4];
    for (int i = 0; knobs[i].name; i++)
        names[i] = knobs[i].name;
    for (int line = 0; (line = line_of_unused_macro(to->file, line, name, sizeof name)) > 0;)
        if (!knob_find(name) && near_names(name, names, near, sizeof near) > 0)
            return tell(to, line, "nothing uses the macro %s; there is %s", name, near);
    return true;
}

static bool has_parameter(const struct pattern *pattern, const char *name)
{
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        if (strcmp(pattern->parameters[i].name, name) == 0)
            return true;
    return false;
}

static bool parameters_are_sound(const struct own_row *row, const struct report *to)
{
    const struct pattern *pattern = row->own->pattern;
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        if (!parameter_is_sound(pattern, i, to))
            return false;
        if (p->not_above && !has_parameter(pattern, p->not_above))
            return tell(to, line_of_text(to->file, p->name),
                        "parameter %s: .not_above names %s, which is no parameter", p->name,
                        p->not_above);
    }
    return true;
}

bool row_is_sound(const struct own_row *row, char *problem, size_t problem_size)
{
    const struct report to = {row->file, problem, problem_size};
    return names_are_sound(row, &to) && name_is_free(row, &to) && sizes_are_sound(row, &to) &&
           counts_are_sound(row, &to) && parameters_are_sound(row, &to) && values_exist(row, &to) &&
           macros_are_known(&to) && loads_are_used(row, &to);
}

static void or_else(const char **text, const char *otherwise)
{
    if (!*text)
        *text = otherwise;
}

struct pattern row_completed(const struct own_row *row)
{
    struct pattern pattern = *row->own->pattern;
    or_else(&pattern.help, "your own pattern (the row has no .help)");
    or_else(&pattern.formula, "(the row has no .formula)");
    or_else(&pattern.lesson, "(The row has no .lesson.)");
    or_else(&pattern.source, row->file);
    if (pattern.loads == 0 && pattern.stores == 0) {
        pattern.loads = row->own->loads;
        pattern.stores = 1;
    }
    if (!pattern.expect && has_meaning(row->own))
        pattern.expect = row->own->expect;
    if (!pattern.expect)
        pattern.result = row->own->result;
    for (int i = 0; i < pattern_parameter_count(&pattern); i++)
        or_else(&pattern.parameters[i].help, "(no .help)");
    return pattern;
}
