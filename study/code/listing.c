#include "study/code/listing.h"

#include "study/base/array.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHARE_LEAST = 8 };

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* The name of the function that begins at a line; NULL if none does. */
static const char *function_at(enum language language, const char *line)
{
    const char *bracket = strchr(line, '<');
    switch (language) {
    case X86: /* 0000000000005800 <kernel_4._omp_fn.1>: */
        return isxdigit((unsigned char)*line) && bracket && strstr(bracket, ">:") ? bracket + 1
                                                                                  : NULL;
    case PTX:
        return begins_with(line, "// BEGIN FUNCTION DE") ? strchr(line, ':') + 2 : NULL;
    default:
        line = strstr(line, "Function : ");
        return line ? line + strlen("Function : ") : NULL;
    }
}

static bool is_ours(const char *function, const char *name)
{
    return begins_with(function, name) && !isdigit((unsigned char)function[strlen(name)]);
}

static void copy_word(char word[LABEL_MAX], const char *text, const char *ends)
{
    snprintf(word, LABEL_MAX, "%.*s", (int)strcspn(text, ends), text);
}

/* Bytes of a memory operand, by the word before it. */
static int x86_bytes(const char *operand)
{
    static const struct {
        const char *word;
        int bytes;
    } sizes[] = {{"ZMMWORD", 64}, {"YMMWORD", 32}, {"XMMWORD", 16}, {"QWORD", 8},
                 {"DWORD", 4},    {"WORD", 2},     {"BYTE", 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (begins_with(operand, sizes[i].word))
            return sizes[i].bytes;
    return 0;
}

/* A gather or scatter moves as many elements as its vector register holds. */
static int x86_spread_bytes(const char *operands)
{
    const char *behind = strstr(operands, "],");
    const char *data = behind ? behind + 2 : operands;
    return *data == 'z' ? 64 : *data == 'y' ? 32 : 16;
}

/* Instructions whose memory operand is read although it comes first. */
static bool x86_only_reads(const char *text)
{
    return begins_with(text, "cmp") || begins_with(text, "test") || begins_with(text, "call") ||
           begins_with(text, "jmp") || begins_with(text, "push") || begins_with(text, "vcmp") ||
           begins_with(text, "vptest") || begins_with(text, "idiv") || begins_with(text, "div") ||
           begins_with(text, "mul") || begins_with(text, "imul");
}

/* An instruction that modifies its first operand also reads it. */
static bool x86_overwrites(const char *text)
{
    return begins_with(text, "mov") || begins_with(text, "vmov") || begins_with(text, "vext") ||
           begins_with(text, "vpext") || begins_with(text, "set") || begins_with(text, "pop") ||
           begins_with(text, "vpscatter") || begins_with(text, "vscatter");
}

static void count_x86(struct code_line *line)
{
    const char *text = line->text + (begins_with(line->text, "lock ") ? strlen("lock ") : 0);
    const char *memory = strchr(text, '['), *operands = skip_blanks(text + strcspn(text, " \t"));
    if (*text == 'j' && isxdigit((unsigned char)*operands))
        copy_word(line->target, operands, " \t");
    if (!memory || begins_with(text, "lea") || begins_with(text, "nop") ||
        begins_with(text, "prefetch") || strstr(text, "nop "))
        return;
    const char *comma = strchr(operands, ',');
    const bool first = !comma || memory < comma;
    const char *operand = operands;
    while (operand && operand < memory && strchr(operand, ',') && strchr(operand, ',') < memory)
        operand = strchr(operand, ',') + 1;
    const bool spread = strstr(text, "gather") || strstr(text, "scatter");
    const int bytes = spread ? x86_spread_bytes(operands) : x86_bytes(operand);
    const bool stores = first && !x86_only_reads(text);
    const bool loads = !first || x86_only_reads(text) || !x86_overwrites(text);
    if (begins_with(memory, "[rsp") || begins_with(memory, "[rip") ||
        (line->has_frame && begins_with(memory, "[rbp"))) {
        line->stack = !begins_with(memory, "[rip");
        return;
    }
    line->loads = loads;
    line->stores = stores;
    line->load_bytes = loads ? bytes : 0;
    line->store_bytes = stores ? bytes : 0;
}

/* Bytes of an access of PTX: `.v2` times the last type's bits. */
static int ptx_bytes(const char *text)
{
    const char *end = text + strcspn(text, " \t"), *dot = end;
    while (dot > text && *dot != '.')
        dot--;
    const int bits = atoi(dot + 1 + strcspn(dot + 1, "0123456789"));
    const char *vector = strstr(text, ".v");
    return bits / 8 * (vector && vector < end ? atoi(vector + 2) : 1);
}

/* Skips a predicate: "@ %r34 bra $L5", "@!P0 BRA 0x10". */
static const char *past_predicate(const char *text)
{
    if (*text != '@')
        return text;
    text = skip_blanks(text + 1);
    return skip_blanks(text + strcspn(text, " \t"));
}

static void count_ptx(struct code_line *line)
{
    const char *text = past_predicate(line->text);
    const char *operands = skip_blanks(text + strcspn(text, " \t"));
    if (begins_with(text, "bra"))
        copy_word(line->target, operands, " \t;");
    /* the last two: where the stack of libgomp is, and which lanes execute */
    if (begins_with(text, "ld.param") || begins_with(text, "st.param") ||
        begins_with(text, "ld.const") || strstr(operands, "%stack") || strstr(operands, "%ustmp"))
        return;
    line->stack = begins_with(text, "ld.local") || begins_with(text, "st.local");
    line->loads = (begins_with(text, "ld.") || begins_with(text, "atom")) && !line->stack;
    line->stores =
        (begins_with(text, "st.") || begins_with(text, "atom") || begins_with(text, "red.")) &&
        !line->stack;
    line->load_bytes = line->loads ? ptx_bytes(text) : 0;
    line->store_bytes = line->stores ? ptx_bytes(text) : 0;
}

/* "LDG.E.64 R2, [R4]": 4 bytes if it has no size. */
static int sass_bytes(const char *text)
{
    static const struct {
        const char *word;
        int bytes;
    } sizes[] = {{".128", 16}, {".64", 8}, {".U16", 2}, {".S16", 2}, {".U8", 1}, {".S8", 1}};
    const char *end = text + strcspn(text, " \t");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *found = strstr(text, sizes[i].word);
        if (found && found < end)
            return sizes[i].bytes;
    }
    return 4;
}

static void count_sass(struct code_line *line)
{
    const char *text = past_predicate(line->text);
    const char *operands = skip_blanks(text + strcspn(text, " \t"));
    if (begins_with(text, "BRA") && begins_with(operands, "0x"))
        copy_word(line->target, operands + 2, " \t;");
    line->stack = begins_with(text, "LDL") || begins_with(text, "STL");
    line->loads = begins_with(text, "LDG") || begins_with(text, "LD.") || begins_with(text, "ATOM");
    line->stores = begins_with(text, "STG") || begins_with(text, "ST.") ||
                   begins_with(text, "ATOM") || begins_with(text, "RED");
    line->load_bytes = line->loads ? sass_bytes(text) : 0;
    line->store_bytes = line->stores ? sass_bytes(text) : 0;
}

/* Removes the label before an instruction: an address or a name. */
static void read_label(enum language language, struct code_line *line)
{
    const char *text = skip_blanks(line->text);
    line->text = text;
    const bool before_colon =
        (language == X86 && isxdigit((unsigned char)*text) && strstr(text, ":\t")) ||
        (language == PTX && text[strcspn(text, ": \t")] == ':');
    if (before_colon) {
        copy_word(line->label, text, ":");
        line->text = skip_blanks(strchr(text, ':') + 1);
    } else if (language == SASS && begins_with(text, "/*") && strstr(text, "*/")) {
        text += 2 + strspn(text + 2, "0");
        copy_word(line->label, text, "*");
        line->text = skip_blanks(strstr(text, "*/") + 2);
    }
}

static bool is_code(enum language language, const struct code_line *line)
{
    const char *text = line->text;
    if (language == PTX)
        return (isalpha((unsigned char)*text) || *text == '@') && strchr(text, ';');
    return line->label[0] && (isalpha((unsigned char)*text) || *text == '@');
}

static struct code_line line_of(enum language language, const char *text, bool has_frame)
{
    static void (*const count[])(struct code_line *) = {count_x86, count_ptx, count_sass};
    struct code_line line = {.text = text, .has_frame = has_frame};
    read_label(language, &line);
    line.is_instruction = is_code(language, &line);
    if (line.is_instruction)
        count[language](&line);
    return line;
}

static void add_line(struct listing *listing, const char *text, bool has_frame)
{
    array_make_room(listing->lines, listing->count, listing->room);
    listing->lines[listing->count++] = line_of(listing->language, text, has_frame);
}

/* Whether the line has more than blanks. In SASS the instruction's encoding is removed first:
 * cuobjdump puts one half after the instruction, and the other on a separate line. */
static bool has_text(enum language language, char *line)
{
    char *encoding = language == SASS ? strstr(line, "/* 0x") : NULL;
    if (encoding)
        *encoding = '\0';
    for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);)
        line[--length] = '\0';
    return *skip_blanks(line);
}

void listing_read(struct listing *listing, enum language language, char *text, const char *name)
{
    bool ours = false, has_frame = false;
    *listing = (struct listing){.language = language};
    for (char *line; (line = strsep(&text, "\n"));) {
        const char *function = function_at(language, line);
        has_frame = !function && (has_frame || strstr(line, "rbp,rsp"));
        if (function)
            ours = is_ours(function, name);
        else if (ours && has_text(language, line))
            add_line(listing, line, has_frame);
    }
}

static int line_with_label(const struct listing *listing, const char *label, int before)
{
    for (int i = before; i >= 0; i--)
        if (strcmp(listing->lines[i].label, label) == 0)
            return i;
    return -1;
}

/* Whether a register's name was already seen; otherwise adds it. */
static bool is_seen(char seen[TOUCHED_MAX][LABEL_MAX], int *count, const char *name)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(seen[i], name) == 0)
            return true;
    if (*count < TOUCHED_MAX)
        snprintf(seen[(*count)++], LABEL_MAX, "%s", name);
    return false;
}

/* The register that contains a register of x86: eax, ax and al are rax. "" if the word is none. */
static void x86_register(const char *word, char name[LABEL_MAX])
{
    static const char *const old[] = {"ax", "bx", "cx", "dx", "si", "di", "bp"};
    name[0] = '\0';
    if (strlen(word) > 3 && strcmp(word + 1, "mm") > 0 && begins_with(word + 1, "mm")) {
        snprintf(name, LABEL_MAX, "mm%.4s", word + 3);
        return;
    }
    if (*word == 'r' && isdigit((unsigned char)word[1])) {
        snprintf(name, LABEL_MAX, "r%d", atoi(word + 1));
        return;
    }
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (strcmp(word, old[i]) == 0 ||
            ((*word == 'r' || *word == 'e') && strcmp(word + 1, old[i]) == 0))
            snprintf(name, LABEL_MAX, "r%s", old[i]);
}

static void register_of(enum language language, const char *word, char name[LABEL_MAX])
{
    name[0] = '\0';
    if (language == X86)
        x86_register(word, name);
    else if (language == PTX ? begins_with(word, "%r")
                             : *word == 'R' && isdigit((unsigned char)word[1]))
        snprintf(name, LABEL_MAX, "%.20s", word);
}

static void count_registers(const struct listing *listing, struct loop *loop)
{
    char seen[TOUCHED_MAX][LABEL_MAX], text[256], name[LABEL_MAX];
    int count = 0;
    for (int i = loop->first; i <= loop->last; i++) {
        char *rest = text, *word;
        snprintf(text, sizeof text, "%.*s", (int)strcspn(listing->lines[i].text, "#"),
                 listing->lines[i].text);
        while (listing->lines[i].is_instruction && (word = strsep(&rest, " \t,[]+*-;{}()."))) {
            register_of(listing->language, word, name);
            if (!name[0] || is_seen(seen, &count, name))
                continue;
            loop->registers += !begins_with(name, "mm");
            loop->vector_registers += begins_with(name, "mm");
        }
    }
}

static struct loop loop_of(const struct listing *listing, int first, int last)
{
    struct loop loop = {.first = first, .last = last};
    for (int i = first; i <= last; i++) {
        const struct code_line *line = &listing->lines[i];
        loop.instructions += line->is_instruction;
        loop.loads += line->loads;
        loop.stores += line->stores;
        loop.load_bytes += line->load_bytes;
        loop.store_bytes += line->store_bytes;
        loop.stack += line->stack;
        loop.widest_load =
            line->load_bytes > loop.widest_load ? line->load_bytes : loop.widest_load;
        loop.widest_store =
            line->store_bytes > loop.widest_store ? line->store_bytes : loop.widest_store;
    }
    return loop;
}

static bool touches_memory(const struct loop *loop)
{
    return loop->load_bytes + loop->store_bytes > 0;
}

/* Whether another loop that touches memory is between the two lines. */
static bool has_loop_inside(const struct listing *listing, int first, int last)
{
    for (int i = first; i < last; i++) {
        const char *target = listing->lines[i].target;
        const int at = target[0] ? line_with_label(listing, target, i) : -1;
        if (at < first)
            continue;
        const struct loop inner = loop_of(listing, at, i);
        if (touches_memory(&inner))
            return true;
    }
    return false;
}

/* The loops that start the workers, or give out a plain loop's tiles (patterns/loop/taking.h), must
 * not count as hot loops; nor does a range of x86 code with a return, which is no loop: a block
 * that was moved behind the function's end jumps back. */
static bool is_aside(const struct listing *listing, const struct loop *loop)
{
    static const char *const signs[] = {"GOMP_", "atom.shared", "ATOMS"};
    for (int i = loop->first; i <= loop->last; i++) {
        const char *text = listing->lines[i].text;
        for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
            if (strstr(text, signs[k]))
                return true;
        if (listing->language == X86 && strcmp(text, "ret") == 0)
            return true;
    }
    return false;
}

/* Inserts a loop into the list, which is sorted by the bytes that they move. */
static void keep_loop(struct loop loops[LOOPS_MAX], int *count, const struct loop *loop)
{
    int at = *count;
    while (at > 0 && loops[at - 1].load_bytes + loops[at - 1].store_bytes <
                         loop->load_bytes + loop->store_bytes)
        at--;
    if (at == LOOPS_MAX)
        return;
    *count += *count < LOOPS_MAX;
    memmove(&loops[at + 1], &loops[at], sizeof *loops * (size_t)(*count - at - 1));
    loops[at] = *loop;
}

int listing_loops(const struct listing *listing, struct loop loops[LOOPS_MAX])
{
    int count = 0;
    for (int last = 0; last < listing->count; last++) {
        const char *target = listing->lines[last].target;
        const int first = target[0] ? line_with_label(listing, target, last) : -1;
        if (first < 0 || has_loop_inside(listing, first, last))
            continue;
        const struct loop loop = loop_of(listing, first, last);
        if (touches_memory(&loop) && !is_aside(listing, &loop))
            keep_loop(loops, &count, &loop);
    }
    const int most = count > 0 ? loops[0].load_bytes + loops[0].store_bytes : 0;
    while (count > 0 &&
           SHARE_LEAST * (loops[count - 1].load_bytes + loops[count - 1].store_bytes) < most)
        count--;
    for (int i = 0; i < count; i++)
        count_registers(listing, &loops[i]);
    return count;
}

void listing_free(struct listing *listing)
{
    free(listing->lines);
    *listing = (struct listing){.count = 0};
}
