#include "study/loop/loop.h"

#include "study/own/compile/source_lines.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The text that is read: without comments, strings and lines of the preprocessor. */
struct reading {
    const char *shown;
    char *text;
    const char *stem; /* the file's name without .c */
    size_t stem_length;
    char *problem;
    size_t problem_size;
};

/* A function definition at the outermost level. */
struct function {
    const char *start; /* of its first word */
    const char *name, *open, *close;
    size_t name_length;
};

/* Letters beyond ASCII are several bytes in UTF-8, each with its highest bit set. */
static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static int line_at(const struct reading *r, const char *at)
{
    int line = 1;
    for (const char *c = r->text; c < at; c++)
        line += *c == '\n';
    return line;
}

/* Writes a sentence after "FILE:LINE: ". */
static enum loop_form tell(const struct reading *r, const char *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static enum loop_form tell(const struct reading *r, const char *at, const char *format, ...)
{
    va_list arguments;
    const int used = snprintf(r->problem, r->problem_size, "%s:%d: ", r->shown, line_at(r, at));
    va_start(arguments, format);
    if (used > 0 && (size_t)used < r->problem_size)
        vsnprintf(r->problem + used, r->problem_size - (size_t)used, format, arguments);
    va_end(arguments);
    return LOOP_WRONG;
}

/* Where the word is; NULL: nowhere. */
static const char *find_word(const char *from, const char *to, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = from; at + length <= to; at++)
        if (strncmp(at, word, length) == 0 && (at == from || !is_word(at[-1])) &&
            (at + length == to || !is_word(at[length])))
            return at;
    return NULL;
}

static bool has_word(const char *from, const char *to, const char *word)
{
    return find_word(from, to, word) != NULL;
}

/* The word of an OpenMP directive that makes threads or waits for them; NULL: it does neither. */
static const char *threads_word(const char *from, const char *to)
{
    static const char *const words[] = {"parallel", "target",  "teams",   "task",
                                        "sections", "barrier", "critical"};
    for (size_t i = 0; i < sizeof words / sizeof *words && !has_word(from, to, "declare"); i++)
        if (has_word(from, to, words[i]))
            return words[i];
    return NULL;
}

/* Iterations are threads already. */
static enum loop_form refuse_threads(const struct reading *r)
{
    for (const char *at = r->text; (at = strstr(at, "#pragma omp ")); at++) {
        const char *word = threads_word(at, at + strcspn(at, "\n"));
        if (word)
            return tell(r, at,
                        "#pragma omp %s; the iterations run in parallel already, so remove it, or "
                        "use #pragma omp atomic",
                        word);
    }
    return LOOP_FOUND;
}

/* Its accesses are those of no line, and a GPU has other instructions. */
static enum loop_form refuse_assembly(const struct reading *r)
{
    static const char *const words[] = {"asm", "__asm", "__asm__"};
    const char *end = r->text + strlen(r->text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (const char *at = r->text; (at = find_word(at, end, words[i])); at++) {
            const char *next = at + strlen(words[i]);
            next += strspn(next, " \t\n_volatineg"); /* volatile, inline, goto */
            if (*next == '(')
                return tell(r, at,
                            "%s; the accesses of assembly code cannot be followed, so write it in "
                            "C",
                            words[i]);
        }
    return LOOP_FOUND;
}

/* Blanks a byte order mark, the preprocessor's lines and the contents of quotes. */
static void blank(char *text)
{
    static const char mark[] = "\xef\xbb\xbf";
    bool directive = false, start = true;
    if (strncmp(text, mark, sizeof mark - 1) == 0)
        memset(text, ' ', sizeof mark - 1);
    for (char *c = text; *c; c++) {
        if (*c == '\n') {
            directive = directive && c > text && c[-1] == '\\';
            start = true;
            continue;
        }
        directive = directive || (start && *c == '#');
        start = start && isspace((unsigned char)*c);
        if (directive && *c != '\\')
            *c = ' ';
        const char quote = *c;
        if (directive || (quote != '"' && quote != '\''))
            continue;
        for (c++; *c && *c != quote && *c != '\n'; c++) {
            if (*c == '\\' && c[1])
                *c++ = ' ';
            *c = ' ';
        }
        if (!*c)
            return;
    }
}

/* The place after the bracket that closes the one at `open`; NULL: none does. */
static const char *behind(const char *open)
{
    int depth = 0;
    for (const char *c = open; *c; c++) {
        depth += *c == '(' || *c == '{' || *c == '[';
        depth -= *c == ')' || *c == '}' || *c == ']';
        if (depth == 0)
            return c + 1;
    }
    return NULL;
}

/* Whether the declarations of the arguments follow their list, as before C89. */
static bool is_old(const char *behind_list)
{
    const char *brace = behind_list + strcspn(behind_list, "{}()=");
    if (*brace != '{' || !is_word(*behind_list))
        return false;
    while (isspace((unsigned char)brace[-1]))
        brace--;
    return brace[-1] == ';';
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Finds the next function that is defined from `at` on. */
static bool next_function(const char *at, struct function *found)
{
    const char *start = NULL;
    while (*at) {
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (*at == ';') {
            start = NULL;
            at++;
        } else if (*at == '{' || *at == '[') {
            start = *at == '{' && start && memchr(start, '=', (size_t)(at - start)) ? start : NULL;
            at = behind(at);
        } else if (*at == '(') {
            const char *end = behind(at), *name = at;
            while (name > (start ? start : at) && isspace((unsigned char)name[-1]))
                name--;
            const char *name_end = name;
            while (name > (start ? start : at) && is_word(name[-1]))
                name--;
            const char *next = end ? skip_blanks(end) : "";
            *found = (struct function){start, name, at, end, (size_t)(name_end - name)};
            if ((*next == '{' || is_old(next)) && start && name > start)
                return true;
            at = end;
        } else {
            start = start ? start : at;
            at++;
        }
        if (!at)
            return false;
    }
    return false;
}

static bool is_integer(const char *from, const char *to)
{
    static const char *const words[] = {"long",     "int",      "short",   "char",
                                        "unsigned", "int64_t",  "size_t",  "int32_t",
                                        "uint64_t", "uint32_t", "ssize_t", "ptrdiff_t"};
    if (memchr(from, '*', (size_t)(to - from)) || memchr(from, '[', (size_t)(to - from)))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(from, to, words[i]))
            return true;
    return false;
}

/* The next argument of a list that ends at `end`, without blanks around; false after the last. */
static bool next_argument(const char **at, const char *end, const char **from, const char **to)
{
    int depth = 0;
    while (*at < end && isspace((unsigned char)**at))
        ++*at;
    *from = *at;
    for (; *at < end && (**at != ',' || depth > 0); ++*at) {
        depth += **at == '(' || **at == '[';
        depth -= **at == ')' || **at == ']';
    }
    *to = *at;
    while (*to > *from && isspace((unsigned char)(*to)[-1]))
        --*to;
    *at += *at < end;
    return *to > *from;
}

/* Whether its first two arguments are integers and it has a pointer. */
static bool is_iteration(const struct function *f)
{
    const char *at = f->open + 1, *end = f->close - 1, *from, *to;
    for (int i = 0; i < 2; i++)
        if (!next_argument(&at, end, &from, &to) || !is_integer(from, to))
            return false;
    return memchr(at, '*', (size_t)(end - at)) || memchr(at, '[', (size_t)(end - at));
}

static bool is_named(const struct function *f, const char *name, size_t length)
{
    return f->name_length == length && strncmp(f->name, name, length) == 0;
}

/* The name in a declaration: its last word outside of brackets. */
static void find_name(const char *from, const char *to, const char **name, size_t *length)
{
    const char *end = to, *inside = memchr(from, '(', (size_t)(to - from));
    const char *stop = memchr(from, inside ? ')' : '[', (size_t)(to - from));
    end = stop ? stop : end;
    while (end > from && !is_word(end[-1]))
        end--;
    *name = end;
    while (*name > from && is_word((*name)[-1]))
        --*name;
    *length = (size_t)(end - *name);
}

/* Writes text with single blanks. */
static void put_text(char *to, size_t size, const char *from, const char *end)
{
    size_t used = 0;
    for (const char *c = from; c < end && used + 2 < size; c++) {
        if (!isspace((unsigned char)*c))
            to[used++] = *c;
        else if (used && to[used - 1] != ' ')
            to[used++] = ' ';
    }
    while (used && to[used - 1] == ' ')
        used--;
    to[used] = '\0';
}

/* An array: "float out[]" is a pointer as in C, "float a[][64]" one to rows. */
static enum loop_form read_array(const struct reading *r, const char *from, const char *to,
                                 struct loop_argument *a)
{
    const char *bracket = memchr(from, '[', (size_t)(to - from)), *name;
    const char *star = memchr(from, '*', (size_t)(to - from));
    const char *rest = bracket ? behind(bracket) : to;
    size_t length;
    find_name(from, to, &name, &length);
    if (star && !memchr(from, '(', (size_t)(to - from)) &&
        (memchr(star + 1, '*', (size_t)(to - star - 1)) || bracket))
        return tell(r, from, "%s is an array of pointers; each array must be a separate argument",
                    a->name);
    if (memchr(from, '(', (size_t)(to - from)) && !bracket)
        return tell(r, from, "%s is a pointer to a function; call the function by its name",
                    a->name);
    if (star && has_word(from, star, "void"))
        return tell(r, from, "%s is void *; write the type of its elements, such as float *%s",
                    a->name, a->name);
    a->kind = LOOP_ARRAY;
    a->written = !has_word(from, star ? star : name, "const");
    if (star || !bracket) {
        put_text(a->declaration, sizeof a->declaration, from, to);
        return LOOP_FOUND;
    }
    char type[LOOP_DECLARATION_MAX], rows[LOOP_DECLARATION_MAX];
    put_text(type, sizeof type, from, name);
    put_text(rows, sizeof rows, rest, to);
    if (snprintf(a->declaration, sizeof a->declaration, rows[0] ? "%s (*%s)%s" : "%s *%s%s", type,
                 a->name, rows) >= (int)sizeof a->declaration)
        return tell(r, from, "the declaration of %s is too long", a->name);
    return LOOP_FOUND;
}

static enum loop_form read_argument(const struct reading *r, const char *from, const char *to,
                                    struct loop_argument *a)
{
    const char *name;
    size_t length;
    find_name(from, to, &name, &length);
    snprintf(a->name, sizeof a->name, "%.*s", (int)length, name);
    if (strncmp(from, "...", 3) == 0)
        return tell(r, from, "... stands for any arguments; write each as TYPE NAME");
    if (length == 0 || length >= sizeof a->name || (size_t)(to - from) >= sizeof a->declaration)
        return tell(r, from, "an argument has no name, or too long a one");
    if (memchr(from, '*', (size_t)(to - from)) || memchr(from, '[', (size_t)(to - from)))
        return read_array(r, from, to, a);
    if (memchr(from, '&', (size_t)(to - from)))
        return tell(r, from, "%s is a reference, which only C++ has; write a pointer to an array",
                    a->name);
    put_text(a->declaration, sizeof a->declaration, from, name);
    if (has_word(from, name, "float") || has_word(from, name, "double")) {
        a->kind = LOOP_NUMBER;
        return LOOP_FOUND;
    }
    a->kind = LOOP_PARAMETER;
    if (is_integer(from, name))
        return LOOP_FOUND;
    return tell(r, from, "%s is %s; an argument is a pointer to an array, an integer or a float",
                a->name, a->declaration);
}

/* Our declarations of the arrays have none of the other arguments. */
static enum loop_form refuse_variable_rows(const struct reading *r, const struct function *f,
                                           const struct loop_argument *a)
{
    const char *bracket = strchr(a->declaration, '['), *at = f->open + 1, *from, *to, *name;
    size_t length;
    while (bracket && next_argument(&at, f->close - 1, &from, &to)) {
        char word[LOOP_NAME_MAX];
        find_name(from, to, &name, &length);
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        if (length && has_word(bracket, bracket + strlen(bracket), word))
            return tell(r, find_word(f->open, f->close, a->name),
                        "the rows of %s have a length that changes, %s; make it a constant, or "
                        "write %s as a pointer to single elements",
                        a->name, word, a->name);
    }
    return LOOP_FOUND;
}

static enum loop_form read_arguments(const struct reading *r, const struct function *f,
                                     struct loop_signature *s)
{
    const char *at = f->open + 1, *end = f->close - 1, *from, *to;
    for (int i = 0; next_argument(&at, end, &from, &to); i++) {
        if (i < 2)
            continue;
        struct loop_argument *a = &s->arguments[s->count];
        if (s->count == LOOP_ARGUMENTS_MAX)
            return tell(r, from, "more than %d arguments after n; use fewer", LOOP_ARGUMENTS_MAX);
        if (read_argument(r, from, to, a) != LOOP_FOUND)
            return LOOP_WRONG;
        if (a->kind == LOOP_ARRAY && refuse_variable_rows(r, f, a) != LOOP_FOUND)
            return LOOP_WRONG;
        if (a->kind != LOOP_NUMBER)
            a->number = a->kind == LOOP_ARRAY ? s->arrays++ : s->parameters++;
        if (s->arrays > LOOP_ARRAYS_MAX)
            return tell(r, from, "%s is array number %d; a loop has at most %d arrays", a->name,
                        s->arrays, LOOP_ARRAYS_MAX);
        if (s->parameters > PARAMETERS_MAX)
            return tell(r, from,
                        "%s is parameter number %d; a loop has at most %d, so make it a constant",
                        a->name, s->parameters, PARAMETERS_MAX);
        s->count++;
    }
    for (int i = 0; i < s->count; i++)
        if (s->arguments[i].kind == LOOP_ARRAY && s->arguments[i].written)
            return LOOP_FOUND;
    return tell(r, f->start,
                "all arrays of %s are const, so the loop stores nothing; the array that it writes "
                "must not be const",
                s->name);
}

/* Why a function with the file's name is no iteration. */
static enum loop_form tell_form(const struct reading *r, const struct function *f,
                                const struct loop_signature *s)
{
    return tell(r, f->start,
                "%s %s; write void %s(long i, long n, float *out, const float *in): the iteration, "
                "their number, then the arrays",
                s->name,
                is_old(skip_blanks(f->close)) ? "declares its arguments after their list"
                                              : "takes other arguments than an iteration does",
                s->name);
}

/* Whether that place is in the braces of an enum. */
static bool is_in_enum(const struct reading *r, const char *at)
{
    while (at > r->text && !strchr("{};()", *at))
        at--;
    const char *before = at;
    while (before > r->text && !strchr("{};()", before[-1]))
        before--;
    return *at == '{' && has_word(before, at, "enum");
}

/* Sets the value of a parameter that nobody sets: the constant of its name in `enum { stride = 8
 * };`. A kernel's parameters are from 0 to 2^31 - 1 (narrow in loop_module.h). */
static enum loop_form read_standard(const struct reading *r, struct loop_argument *a)
{
    const char *text_end = r->text + strlen(r->text);
    const size_t length = strlen(a->name);
    a->standard = 1;
    for (const char *at = r->text; (at = find_word(at, text_end, a->name)); at += length) {
        const char *next = at + length + strspn(at + length, " \t\n");
        char *end = NULL;
        const long long value = *next == '=' ? strtoll(next + 1, &end, 0) : 0;
        if (*next != '=' || end == next + 1 || !is_in_enum(r, at))
            continue;
        if (value < 0 || value > INT32_MAX)
            return tell(r, at,
                        "%s = %lld; a parameter is from 0 to 2147483647, so let the loop subtract "
                        "it, or add a constant",
                        a->name, value);
        a->standard = value;
        break;
    }
    return LOOP_FOUND;
}

static enum loop_form read_function(const struct reading *r, const struct function *f,
                                    struct loop_signature *s)
{
    snprintf(s->name, sizeof s->name, "%.*s", (int)f->name_length, f->name);
    put_text(s->form, sizeof s->form, f->start, f->close);
    s->line = line_at(r, f->name);
    if (f->name_length >= sizeof s->name)
        return tell(r, f->name, "the name %s... is too long", s->name);
    if (!is_iteration(f))
        return tell_form(r, f, s);
    if (!has_word(f->start, f->name, "void") || memchr(f->start, '*', (size_t)(f->name - f->start)))
        return tell(r, f->start,
                    "%s returns a value, which nobody would get; make it void, and store the value "
                    "in an array",
                    s->name);
    enum loop_form form = read_arguments(r, f, s);
    for (int i = 0; i < s->count && form == LOOP_FOUND; i++)
        if (s->arguments[i].kind == LOOP_PARAMETER)
            form = read_standard(r, &s->arguments[i]);
    return form;
}

static int arguments_of(const struct function *f)
{
    const char *at = f->open + 1, *from, *to;
    int count = 0;
    while (next_argument(&at, f->close - 1, &from, &to))
        count++;
    return count;
}

/* The function that is an iteration, and `init`, which is removed from the text: it runs on the
 * host, so its loops say nothing of the iteration. */
static enum loop_form choose(const struct reading *r, struct loop_signature *s)
{
    struct function f, chosen = {0}, init = {0};
    int found = 0;
    bool named = false;
    for (const char *at = r->text; next_function(at, &f); at = f.close) {
        const bool is_own = is_named(&f, r->stem, r->stem_length);
        if (is_named(&f, "init", 4) && !is_own) {
            init = f;
            continue;
        }
        const bool fits = is_iteration(&f) && !has_word(f.start, f.name, "static");
        found += fits;
        if (is_own || (fits && !named))
            chosen = f;
        named = named || is_own;
    }
    if (!chosen.name)
        return LOOP_NONE;
    if (found > 1 && !named)
        return tell(r, chosen.name,
                    "%d functions have the form of an iteration; make the helpers static, or give "
                    "one the name of the file, %.*s",
                    found, (int)r->stem_length, r->stem);
    const enum loop_form form = read_function(r, &chosen, s);
    s->has_init = init.name != NULL;
    if (s->has_init) {
        s->init[0] = line_at(r, init.name);
        s->init[1] = line_at(r, behind(strchr(init.close, '{')));
    }
    if (form == LOOP_FOUND && s->has_init && arguments_of(&init) != arguments_of(&chosen) - 1)
        return tell(r, init.name,
                    "init takes %d arguments; it must take the same as %s without its first: n, "
                    "then all arrays and numbers",
                    arguments_of(&init), s->name);
    if (s->has_init)
        memset(r->text + (init.start - r->text), ' ',
               (size_t)(behind(strchr(init.close, '{')) - init.start));
    return form;
}

/* Whether a name stands for a constant: an enumerator, or a macro, whose line is not read. */
static bool is_constant_name(const struct reading *r, const char *name, size_t length)
{
    const char *end = r->text + strlen(r->text);
    char word[LOOP_NAME_MAX];
    put_text(word, sizeof word, name, name + length);
    for (const char *at = r->text; (at = find_word(at, end, word)); at += length) {
        const char *before = at, *next = skip_blanks(at + length);
        while (before > r->text && isspace((unsigned char)before[-1]))
            before--;
        const bool declared = before > r->text && is_word(before[-1]);
        if ((declared || (next[0] == '=' && next[1] != '=')) && !is_in_enum(r, at))
            return false;
    }
    return true;
}

/* Whether there are constants only, besides the name of `but` letters. */
static bool is_constant(const struct reading *r, const char *from, const char *to, const char *name,
                        size_t but)
{
    for (const char *at = from; at < to; at++) {
        const char *word = at;
        while (at + 1 < to && is_word(at[0]) && is_word(at[1]))
            at++;
        const size_t length = (size_t)(at + 1 - word);
        const bool is_name = is_word(*word) && !isdigit((unsigned char)*word) &&
                             (length != but || strncmp(word, name, but) != 0);
        if (*word == '[' || (is_name && !is_constant_name(r, word, length)))
            return false;
    }
    return true;
}

/* Whether a loop's head, from its parenthesis on, is that of a fixed number of iterations: `(int k
 * = 0; k < 9; k++)`. */
static bool is_fixed(const struct reading *r, const char *head)
{
    const char *is = head + strcspn(head, "=;"), *first = head + strcspn(head, ";");
    const char *limit = *first ? first + 1 + strcspn(first + 1, ";") : first;
    if (!*limit || *is != '=')
        return false;
    const char *name = is;
    while (name > head && isspace((unsigned char)name[-1]))
        name--;
    const char *name_end = name;
    while (name > head && is_word(name[-1]))
        name--;
    const size_t length = (size_t)(name_end - name);
    return is_constant(r, is, first, name, 0) && is_constant(r, first, limit, name, length) &&
           is_constant(r, limit, limit + strcspn(limit, ")"), name, length);
}

/* How its iterations branch: not at all, by conditions, in loops of a fixed number of iterations
 * (and by conditions), or in others. */
static enum branches {
    BRANCHES_NONE,
    BRANCHES_IF,
    BRANCHES_FIXED,
    BRANCHES_VARY
} branches_of(const struct reading *r)
{
    static const char *const words[] = {"while", "switch", "goto"};
    const char *end = r->text + strlen(r->text);
    enum branches found = has_word(r->text, end, "if") ? BRANCHES_IF : BRANCHES_NONE;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has_word(r->text, end, words[i]))
            return BRANCHES_VARY;
    for (const char *at = r->text; (at = find_word(at, end, "for")); at++) {
        const char *head = skip_blanks(at + strlen("for"));
        if (*head != '(' || !is_fixed(r, head + 1))
            return BRANCHES_VARY;
        found = BRANCHES_FIXED;
    }
    return found;
}

/* Whether it divides numbers that may be floats: not in an index, nor in a statement that begins
 * with a whole number's type. */
static bool has_division(const char *text)
{
    int brackets = 0;
    bool whole = false;
    for (const char *c = text; *c; c++) {
        brackets += (*c == '[') - (*c == ']');
        if (*c == '/' && brackets == 0 && !whole)
            return true;
        if (*c != ';' && *c != '{' && *c != '}')
            continue;
        const char *from = c + 1, *to = from + strcspn(from, "=;{}");
        whole = has_word(from, to, "int") || has_word(from, to, "long");
    }
    return false;
}

/* Whether an iteration may return early, as on a border. */
static bool has_guard(const char *text)
{
    const char *end = text + strlen(text);
    for (const char *at = text; (at = find_word(at, end, "return")); at++)
        if (*skip_blanks(at + strlen("return")) == ';')
            return true;
    return false;
}

/* The warps that a GPU's multiprocessor has of the loop, which may use the more registers the fewer
 * they are (all figures: H200). Where an iteration branches, also in a function of the math library
 * or a division of floats, the loads of several iterations are not in flight together, and only
 * more warps help: 64 instead of 32 took 0.62 of the time in a stencil with a border, 0.86 with
 * inner loops of varying length, 0.63 with sinf, 0.79 with sin, 0.72 with a division. Else they
 * evict each other's lines, and take longer: 1.30 for two halves. 32 registers are too few for the
 * addresses of many arrays (sparse rows: 48 warps take 0.86 of the time of 64), for divisions of
 * doubles (32 warps take 0.85 of it), and for an inner loop of a fixed length, which the compiler
 * unrolls: 32 warps take 0.45 of the time of 64 for a matrix of 8 x 8, 0.59 for four complex
 * numbers, 0.38 for a collision of nine directions. A mean of nine within a border takes 1.34 times
 * in 512 MiB and 0.67 in 32: it gets 48. */
static int warps_of(const struct loop_signature *s, const struct reading *r, bool functions)
{
    enum { FEW = 32, SOME = 48, MANY = 64, MANY_ARRAYS = 4 };
    const enum branches branches = branches_of(r);
    bool doubles = false, floats = false;
    for (int i = 0; i < s->count; i++) {
        doubles = doubles || strstr(s->arguments[i].declaration, "double");
        floats = floats || strstr(s->arguments[i].declaration, "float");
    }
    if (branches == BRANCHES_FIXED)
        return has_guard(r->text) ? SOME : FEW;
    if (!functions && branches != BRANCHES_NONE)
        return s->arrays >= MANY_ARRAYS ? SOME : MANY;
    return functions || (floats && !doubles && has_division(r->text)) ? MANY : FEW;
}

enum loop_form loop_signature_read(const char *file, const char *shown,
                                   struct loop_signature *signature, char *problem,
                                   size_t problem_size)
{
    struct reading r = {.shown = shown,
                        .text = source_code(file),
                        .problem = problem,
                        .problem_size = problem_size};
    const char *base = strrchr(file, '/');
    r.stem = base ? base + 1 : file;
    r.stem_length = strcspn(r.stem, ".");
    memset(signature, 0, sizeof *signature);
    if (!r.text || line_of_macro(file, "NAME") > 0 || strstr(r.text, "patterns/kernel/")) {
        free(r.text);
        return LOOP_NONE;
    }
    enum loop_form form = refuse_threads(&r);
    form = form == LOOP_FOUND ? refuse_assembly(&r) : form;
    if (form == LOOP_FOUND) {
        const bool functions = strstr(r.text, "math.h");
        blank(r.text);
        form = choose(&r, signature);
        signature->warps = warps_of(signature, &r, functions);
    }
    free(r.text);
    return form;
}
