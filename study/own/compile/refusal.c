#include "study/own/compile/compile.h"

#include "study/base/units.h"
#include "study/own/compile/source_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_ROOM = 512, NAME_ROOM = 64 };

/* The macros that every pattern must define. */
static const struct needed {
    const char *name, *example, *what;
} all_needed[] = {
    {"LOAD", "e.index", "which element of in a step reads (if it reads nothing: LOADS 0)"},
    {"STORE", "e.index", "which element of out a step writes"},
    {"IN_LENGTH", "s.elements", "how many elements in has"},
    {"OUT_LENGTH", "s.elements", "how many elements out has"}};
enum { NEEDED = (int)(sizeof all_needed / sizeof *all_needed) };

static bool lacks_one(const struct refusal *r, char *problem, size_t size)
{
    for (int i = 0; i < NEEDED; i++) {
        char undeclared[NAME_ROOM];
        snprintf(undeclared, sizeof undeclared, "'%s' undeclared", all_needed[i].name);
        if (!strstr(r->said, undeclared))
            continue;
        snprintf(problem, size,
                 "%s: there is no %s, which says %s; define it before the line that includes "
                 "generate.h, for example #define %s %s",
                 r->shown, all_needed[i].name, all_needed[i].what, all_needed[i].name,
                 all_needed[i].example);
        return true;
    }
    return false;
}

static bool has_bad_name(const struct refusal *r, char *problem, size_t size)
{
    char name[LINE_ROOM];
    const int line = macro_text(r->file, "NAME", name, sizeof name);
    bool well = !isdigit((unsigned char)name[0]);
    for (const char *c = name; *c; c++)
        well = well && (isalnum((unsigned char)*c) || *c == '_' || (unsigned char)*c >= 0x80);
    if (line == 0 || (well && name[0]))
        return false;
    snprintf(problem, size,
             "%s:%d: NAME is %s, which is no name; use letters, digits and _, and no digit first",
             r->shown, line, name[0] ? name : "empty");
    return true;
}

static bool is_two_patterns(const struct refusal *r, char *problem, size_t size)
{
    const int line = line_of_second_include(r->file, "patterns/kernel/generate.h");
    if (line == 0)
        return false;
    snprintf(problem, size,
             "%s:%d: generate.h is included for the second time; a file is one pattern, so give "
             "the other one a separate file",
             r->shown, line);
    return true;
}

void refusal_tell_undefined(const char *file, const char *shown, const char *name, char *problem,
                            size_t problem_size)
{
    snprintf(problem, problem_size, "%s:%d: %s is used, but nowhere defined; %s", shown,
             line_of_word(file, name), name,
             strcmp(name, "INDEX") == 0
                 ? "define INDEX_VALUE and INDEX_LENGTH, which say what is in the index array"
                 : "a pattern is one file, so define it there");
}

/* The name after the mark, with or without quotation marks; NULL if the mark is missing. */
static const char *name_behind(const char *text, const char *mark, char name[NAME_ROOM])
{
    const char *at = strstr(text, mark);
    if (!at)
        return NULL;
    at += strlen(mark);
    while (*at && !isalnum((unsigned char)*at) && *at != '_')
        at++;
    int length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
        length++;
    snprintf(name, NAME_ROOM, "%.*s", length, at);
    return name;
}

/* A function of the host's C library that the GPU's lacks, or that another one calls there. */
static void tell_host_only(const struct refusal *r, const char *name, char *problem, size_t size)
{
    const int line = line_of_word(r->file, name);
    if (line > 0)
        snprintf(problem, size, "%s:%d: %s is not in a GPU's C library; leave it out", r->shown,
                 line, name);
    else
        snprintf(problem, size,
                 "%s: a function that it calls needs %s, which is not in a GPU's C library; leave "
                 "that function out",
                 r->shown, name);
}

/* A call of an undeclared function: gcc 14 may call it a warning, and fail for it nevertheless. In
 * GPU code the error may come when it is linked. */
static bool lacks_symbol(const struct refusal *r, char *problem, size_t size)
{
    char room[NAME_ROOM];
    const char *name = name_behind(r->said, "implicit declaration of function", room);
    if (!name && r->part == PART_GPU && (name = name_behind(r->said, "unresolved symbol", room))) {
        tell_host_only(r, name, problem, size);
        return true;
    }
    if (!name && r->part == PART_MODEL) /* of a loop */
        name = name_behind(r->said, "undefined reference to", room);
    if (!name)
        return false;
    refusal_tell_undefined(r->file, r->shown, name, problem, size);
    return true;
}

/* The compiler has no GPU support: no file can be compiled for a GPU. */
static bool knows_no_gpu(const struct refusal *r, char *problem, size_t size)
{
    if (r->part != PART_GPU ||
        !(strstr(r->said, "could not find accel/") || strstr(r->said, "offload compiler ")))
        return false;
    snprintf(
        problem, size,
        "%s: the compiler %s makes no code for a GPU here, since its offload compiler is missing; "
        "install it, or show the file once where it is and share that cache folder "
        "(XDG_CACHE_HOME)",
        r->shown, r->compiler);
    return true;
}

/* The function before our own code has not ended. */
static bool lacks_brace(const struct refusal *r, char *problem, size_t size)
{
    if (!strstr(r->said, "invalid storage class for function 'loop_body'"))
        return false;
    snprintf(problem, size, "%s: a closing brace } is missing before the end of the file",
             r->shown);
    return true;
}

/* A type that the GPU's compiler does not have: it refuses it in other words, or crashes. */
static bool lacks_type(const struct refusal *r, char *problem, size_t size)
{
    static const char *const types[] = {"long double", "_Float16", "__float128"};
    for (size_t i = 0; i < sizeof types / sizeof *types && r->part == PART_GPU; i++) {
        const int line = line_of_word(r->file, types[i]);
        if (line == 0)
            continue;
        snprintf(problem, size, "%s:%d: a GPU has no %s; use float or double", r->shown, line,
                 types[i]);
        return true;
    }
    return false;
}

/* The number after "FILE:" at the beginning of a line; 0 if there is none. */
static int line_in(const struct refusal *r, const char *text)
{
    const size_t length = strlen(r->file);
    return strncmp(text, r->file, length) == 0 && text[length] == ':' ? atoi(text + length + 1) : 0;
}

/* The line that defines the macro named in a quoted line of our headers; 0: no macro is. */
static int line_of_quoted(const struct refusal *r, const char *text, size_t length)
{
    static const char *const macros[] = {
        "LOAD",        "STORE",       "IN_LENGTH",  "OUT_LENGTH",    "INDEX_VALUE", "INDEX_LENGTH",
        "INDEX_PLACE", "INDEX_COUNT", "ACTIVE",     "ACCESSES",      "MEANING",     "EXAMPLES",
        "ELEMENTS",    "FIELDS",      "VARIANT",    "MULTIPLY_ADDS", "RESULT",      "SIZES",
        "SCHEDULE",    "WHERE",       "WHY_ABSENT", "STORE_ACCESS",  NULL};
    for (int i = 0; macros[i]; i++) {
        const size_t own = strlen(macros[i]);
        for (const char *at = text; at + own <= text + length; at++)
            if (strncmp(at, macros[i], own) == 0 && !isalnum((unsigned char)at[own]) &&
                at[own] != '_' &&
                (at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')))
                return line_of_macro(r->file, macros[i]);
    }
    return 0;
}

/* The line of the file that the first error is about; 0 if none is found. The error may be in a
 * header of ours that expands a macro of the file. `text` gets the message without its location. */
static int first_error(const struct refusal *r, char text[LINE_ROOM])
{
    static const char mark[] = "error: ";
    const char *error = strstr(r->said, mark), *line = error;
    while (line && line > r->said && line[-1] != '\n')
        line--;
    snprintf(text, LINE_ROOM, "%.*s", error ? (int)strcspn(error + strlen(mark), "\n") : 0,
             error ? error + strlen(mark) : "");
    for (bool first = true;
         line && (first || !strstr(line, mark) || strstr(line, mark) > line + strcspn(line, "\n"));
         first = false) {
        const size_t length = strcspn(line, "\n");
        const int own = line_in(r, line), quoted = first ? 0 : line_of_quoted(r, line, length);
        if (own > 0 || quoted > 0)
            return own > 0 ? own : quoted;
        if (!line[length])
            break;
        line += length + 1;
    }
    return 0;
}

/* A warning that is an error in a loop (trace_arguments). */
static bool is_warned(const struct refusal *r, char *problem, size_t size)
{
    char text[LINE_ROOM], name[NAME_ROOM], bytes_text[SIZE_TEXT_MAX];
    const int line = first_error(r, text);
    long long bytes;
    if (line > 0 && strstr(text, "is used uninitialized") && name_behind(text, "", name))
        snprintf(problem, size,
                 "%s:%d: %s is read before it has a value; give it one where it is declared",
                 r->shown, line, line_of_word(r->file, name) ? name : "a local variable");
    else if (line > 0 && sscanf(text, "the frame size of %lld bytes", &bytes) == 1)
        snprintf(problem, size,
                 "%s:%d: the function that ends here needs %s of stack for its local variables, "
                 "and at most 1 MiB is possible; use smaller local arrays, or an argument that has "
                 "separate elements for each iteration",
                 r->shown, line, rounded_size_text(bytes >> 10 << 10, bytes_text));
    else
        return false;
    return true;
}

static void tell_words(const struct refusal *r, char *problem, size_t size)
{
    static const char *const of[PARTS] = {"", ", for the CPU", ", for the GPU"};
    char text[LINE_ROOM], place[NAME_ROOM] = "";
    const int line = first_error(r, text);
    if (line > 0)
        snprintf(place, sizeof place, ":%d", line);
    snprintf(problem, size, "%s%s: the compiler (%s) refuses it%s%s%s\n%s", r->shown, place,
             r->compiler, of[r->part], text[0] ? ": " : "", text,
             *r->said ? r->said : "(without a word)");
}

void refusal_tell(const struct refusal *refusal, char *problem, size_t problem_size)
{
    if (!lacks_one(refusal, problem, problem_size) &&
        !has_bad_name(refusal, problem, problem_size) &&
        !is_two_patterns(refusal, problem, problem_size) &&
        !lacks_symbol(refusal, problem, problem_size) &&
        !knows_no_gpu(refusal, problem, problem_size) &&
        !lacks_brace(refusal, problem, problem_size) &&
        !lacks_type(refusal, problem, problem_size) && !is_warned(refusal, problem, problem_size))
        tell_words(refusal, problem, problem_size);
}
