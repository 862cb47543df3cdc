#include "study/code/loop_text.h"

#include "patterns/pattern.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CODE_MAX = 2048, MEMBER_MAX = 32 };

/* What an expression says of a step beside its number, and how that follows from it. */
static const struct step_name {
    const char *name, *declaration;
    const char *needs; /* another of these */
} step_names[] = {
    {"iteration", "iteration = i % (elements / threads)", NULL},
    {"row_iteration", "row_iteration = iteration - iteration % 32", "iteration"},
    {"thread", "thread = i / (elements / threads)", NULL},
    {"row_index", "row_index = i - i % 32", NULL},
    {"lane", "lane = i % 32", NULL},
    {"row", "row = i / 32 % rows", NULL},
    {"tile", "tile = i / (32 * rows)", NULL},
    {"workers", "workers = threads", NULL}, /* as on a CPU */
};
enum { STEP_NAMES = sizeof step_names / sizeof *step_names };

/* An expression in words of the loop. */
struct code {
    char text[CODE_MAX];
    size_t length;
    bool uses[STEP_NAMES];
};

static void put(struct code *code, const char *text, size_t length)
{
    for (size_t i = 0; i < length && code->length + 1 < sizeof code->text; i++)
        code->text[code->length++] = text[i];
    code->text[code->length] = '\0';
}

static void use(struct code *code, const char *name)
{
    for (int i = 0; i < STEP_NAMES; i++)
        if (strcmp(step_names[i].name, name) == 0 && !code->uses[i]) {
            code->uses[i] = true;
            if (step_names[i].needs)
                use(code, step_names[i].needs);
        }
}

/* A parameter's name, where that is no word of C or of the loop. */
static const char *parameter_word(const char *name)
{
    static const char *const taken[][2] = {
        {"case", "case_"}, {"threads", "threads_"}, {"elements", "elements_"}};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(taken[i][0], name) == 0)
            return taken[i][1];
    return name;
}

/* Behind "s." or "e.": puts the loop's word for the member, returns how much of `text` it was. */
static size_t put_member(struct code *code, const struct pattern *pattern, const char *text)
{
    char name[MEMBER_MAX];
    size_t length = 0;
    while (isalnum((unsigned char)text[2 + length]) || text[2 + length] == '_')
        length++;
    snprintf(name, sizeof name, "%.*s", (int)length, text + 2);
    if (*text == 's' && strcmp(name, "value") == 0 && text[7] == '[' && text[9] == ']') {
        const char *parameter = pattern->parameters[(text[8] - '0') % PARAMETERS_MAX].name;
        parameter = parameter_word(parameter ? parameter : "?");
        put(code, parameter, strlen(parameter));
        return 10;
    }
    const char *word = *text == 'e' && strcmp(name, "index") == 0 ? "i" : name;
    put(code, word, strlen(word));
    use(code, name);
    return 2 + length;
}

/* The same behind "(s)" or "(e)", as macros have it. */
static size_t put_member_of(struct code *code, const struct pattern *pattern, char of,
                            const char *dot)
{
    char plain[2 * MEMBER_MAX];
    snprintf(plain, sizeof plain, "%c%s", of, dot);
    return put_member(code, pattern, plain);
}

/* Words that mean something to the kernels' compiler alone. */
static const char *word_for(const char *word)
{
    static const char *const words[][2] = {{"WARP_LANES", "32"}, {"LANES", "32"}, {"opaque", ""}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], word) == 0)
            return words[i][1];
    return word;
}

static size_t put_word(struct code *code, const char *text)
{
    char word[2 * MEMBER_MAX];
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    if (length >= sizeof word) {
        put(code, text, length);
        return length;
    }
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    put(code, word_for(word), strlen(word_for(word)));
    return length;
}

static void translate(struct code *code, const struct pattern *pattern, const char *text)
{
    code->length = 0;
    code->text[0] = '\0';
    while (*text) {
        if ((*text == 's' || *text == 'e') && text[1] == '.')
            text += put_member(code, pattern, text);
        else if (strncmp(text, "(s).", 4) == 0 || strncmp(text, "(e).", 4) == 0)
            text += 2 + put_member_of(code, pattern, text[1], text + 3);
        else if (isalnum((unsigned char)*text) || *text == '_')
            text += put_word(code, text);
        else
            put(code, text++, 1);
    }
}

static const char *type_of(const struct pattern *pattern, int element_bytes)
{
    if (pattern->data == DATA_NUMBERS)
        return element_bytes == 8 ? "double" : "float";
    switch (element_bytes) {
    case 1:
        return "uint8_t";
    case 2:
        return "uint16_t";
    case 4:
        return "uint32_t";
    case 8:
        return "uint64_t";
    default:
        return "unsigned __int128";
    }
}

static void print_head(const struct pattern *pattern, const char *type)
{
    printf("void %s(%s *restrict out, const %s *restrict in, int64_t elements, int64_t threads",
           pattern->name, type, type);
    if (pattern->index_length)
        printf(", const uint32_t *index");
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        printf(", int64_t %s", parameter_word(pattern->parameters[i].name));
    printf(")\n{\n#pragma omp parallel for simd num_threads(threads)\n"
           "    for (int64_t i = 0; i < elements; i++) {\n");
}

/* The declarations of what the expressions say of a step. */
static void print_step(const struct code *const codes[], int count)
{
    for (int i = 0; i < STEP_NAMES; i++) {
        bool used = false;
        for (int c = 0; c < count; c++)
            used |= codes[c]->uses[i];
        if (used)
            printf("        const int64_t %s;\n", step_names[i].declaration);
    }
}

static bool mentions_constants(const struct code *const codes[], int count)
{
    for (int i = 0; i < count; i++)
        if (strstr(codes[i]->text, "variant") || strstr(codes[i]->text, "field") ||
            strstr(codes[i]->text, "row") || strstr(codes[i]->text, "tile"))
            return true;
    return false;
}

static void print_store(const struct pattern *pattern, const struct kernel_texts *texts,
                        const struct code *load, const struct code *store,
                        const struct code *result, const char *indent)
{
    if (pattern->adds)
        printf("#pragma omp atomic\n%sout[%s] += 1;\n", indent, store->text);
    else if (texts->loads > 1) {
        printf("%sfor (int load = 0; load < %d; load++)\n%s    value[load] = in[%s];\n", indent,
               texts->loads, indent, load->text);
        printf("%sout[%s] = %s;\n", indent, store->text, result->text);
    } else if (texts->as_loaded)
        printf("%sout[%s] = in[%s];\n", indent, store->text, load->text);
    else if (texts->loads == 0)
        printf("%sout[%s] = 0;\n", indent, store->text);
    else
        printf("%svalue[0] = in[%s];\n%sout[%s] = %s;\n", indent, load->text, indent, store->text,
               result->text);
}

/* Numbers that the kernels' compiler knows. */
static void print_constants(const struct pattern *pattern, const struct shape *shape,
                            int element_bytes)
{
    const int rows = pattern->rows ? pattern->rows(shape, element_bytes, false) : 1;
    printf("enum { variant = %lld, fields = %lld, rows = %d };\n\n",
           (long long)pattern->variant(shape), (long long)pattern->fields(shape), rows);
}

bool loop_text_print(const struct pattern *pattern, const struct kernel_texts *texts,
                     const struct shape *shape, int element_bytes)
{
    static struct code load, store, active, result;
    const struct code *const codes[] = {&load, &store, &active};
    const char *type = type_of(pattern, element_bytes), *indent = "        ";
    if (!strstr(texts->body, "/load_store.h") || pattern->stores == 0)
        return false;
    load = store = active = result = (struct code){.length = 0};
    translate(&load, pattern, texts->load);
    translate(&store, pattern, texts->store);
    translate(&active, pattern, texts->active);
    translate(&result, pattern, texts->result);
    if (mentions_constants(codes, 3))
        print_constants(pattern, shape, element_bytes);
    print_head(pattern, type);
    print_step(codes, 3);
    if (!texts->as_loaded && texts->loads > 0)
        printf("        %s value[%d];\n", type, texts->loads);
    if (strcmp(active.text, "ACTIVE") != 0)
        printf("        if (!(%s))\n            continue;\n", active.text);
    if (strstr(load.text, "field") || strstr(store.text, "field")) {
        printf("        for (int field = 0; field < fields; field++)\n");
        indent = "            ";
    }
    print_store(pattern, texts, &load, &store, &result, indent);
    printf("    }\n}\n");
    return true;
}
