#include "study/loop/loop.h"

#include "study/base/array.h"
#include "study/base/file.h"
#include "study/base/text.h"
#include "study/loop/loop_state.h"
#include "study/own/compile/source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MACRO_MAX = 4096, MACROS = 6, LINES_MOST = 256 << 20, VALUE_MOST = INT32_MAX };

static void put_each(const struct loop_signature *s, char text[MACRO_MAX])
{
    size_t used = (size_t)snprintf(text, MACRO_MAX, "-DLOOP_EACH(LOOP_A,LOOP_P,LOOP_S)=");
    for (int i = 0; i < s->count && used < MACRO_MAX; i++) {
        const struct loop_argument *a = &s->arguments[i];
        if (a->kind == LOOP_ARRAY)
            used += (size_t)snprintf(text + used, MACRO_MAX - used, "LOOP_A(%d,%s,%s,%d) ",
                                     a->number, a->name, a->declaration, a->written);
        else if (a->kind == LOOP_PARAMETER)
            used += (size_t)snprintf(text + used, MACRO_MAX - used, "LOOP_P(%d,%s) ", a->number,
                                     a->name);
        else
            used += (size_t)snprintf(text + used, MACRO_MAX - used, "LOOP_S(%d,%s,%s) ", a->number,
                                     a->name, a->declaration);
    }
}

char **loop_macros(const struct loop_signature *s, const char *file)
{
    char text[MACRO_MAX];
    char **macros = needed(calloc(MACROS, sizeof *macros));
    int count = 0;
    put_each(s, text);
    macros[count++] = needed(strdup(text));
    snprintf(text, sizeof text, "-DLOOP_NAME=%s", s->name);
    macros[count++] = needed(strdup(text));
    snprintf(text, sizeof text, "-DLOOP_FILE=\"%s\"", file);
    macros[count++] = needed(strdup(text));
    if (s->has_init)
        macros[count++] = needed(strdup("-DLOOP_INIT"));
    snprintf(text, sizeof text, "-DLOOP_WARPS=%d", s->warps);
    macros[count++] = needed(strdup(text));
    return macros;
}

static int by_code(const void *a, const void *b)
{
    const struct loop_line *x = a, *y = b;
    return x->code < y->code ? -1 : x->code > y->code;
}

/* Whether the file's lines could be read. */
static bool read_lines(struct loop *loop, const char *folder)
{
    char path[PATH_TEXT_MAX + 16], name[PATH_TEXT_MAX], *text, *rest, *line;
    const char *base = strrchr(loop->file, '/') + 1;
    snprintf(path, sizeof path, "%s/lines", folder);
    if (file_read(path, LINES_MOST, &text, NULL, NULL, 0))
        return false;
    for (rest = text; (line = strsep(&rest, "\n"));) {
        struct loop_line found;
        if (sscanf(line, "%1023s %d 0x%x", name, &found.line, &found.code) != 3)
            continue;
        array_make_room(loop->lines, loop->line_count, loop->line_room);
        found.line = strcmp(name, base) == 0 ? found.line : 0;
        loop->lines[loop->line_count++] = found;
    }
    free(text);
    qsort(loop->lines, (size_t)loop->line_count, sizeof *loop->lines, by_code);
    return loop->line_count > 0;
}

int loop_line_of(const struct loop *loop, uint32_t code)
{
    int line = 0;
    for (int i = 0; i < loop->line_count && loop->lines[i].code < code; i++)
        line = loop->lines[i].line;
    return line;
}

/* Adds a number to a rising list, unless it is there. */
static int add_once(int list[LOOP_SITES_MAX], int count, int number)
{
    int at = 0;
    while (at < count && list[at] < number)
        at++;
    if (count == LOOP_SITES_MAX || (at < count && list[at] == number))
        return count;
    memmove(list + at + 1, list + at, (size_t)(count - at) * sizeof *list);
    list[at] = number;
    return count + 1;
}

/* What was printed of the loop's program when it was compiled, from the file of that name; NULL: it
 * cannot be read. The caller frees it. */
static char *read_printed(const struct loop *loop, const char *name)
{
    char path[PATH_TEXT_MAX + 32], *printed = NULL;
    snprintf(path, sizeof path, "%.*s/%s", (int)(strrchr(loop->program, '/') - loop->program),
             loop->program, name);
    (void)file_read(path, LINES_MOST, &printed, NULL, NULL, 0);
    return printed;
}

const char *loop_divisions(const struct loop *loop, char *text, size_t text_size)
{
    char *printed = read_printed(loop, "divisions"), *rest = printed, *line;
    const struct loop_signature *s = &loop->signature;
    int lines[LOOP_SITES_MAX], count = 0;
    text[0] = '\0';
    while ((line = strsep(&rest, "\n"))) {
        uint32_t code;
        const int number = sscanf(line, " %x:", &code) == 1 ? loop_line_of(loop, code + 1) : 0;
        if (number > 0 && (number < s->init[0] || number > s->init[1]))
            count = add_once(lines, count, number);
    }
    free(printed);
    for (int i = 0; i < count; i++)
        text_add(text, text_size, "%s%d", i == 0 ? "" : i + 1 < count ? ", " : " and ", lines[i]);
    return text;
}

int loop_unset(const struct loop *loop, char name[LOOP_NAME_MAX])
{
    char *printed = read_printed(loop, "model.warnings"), *rest = printed, *line;
    const char *base = strrchr(loop->file, '/') + 1;
    int number = 0;
    while (number == 0 && (line = strsep(&rest, "\n"))) {
        const char *at = strstr(line, "' may be used uninit") ? strstr(line, base) : NULL;
        if (at &&
            sscanf(at + strlen(base), ":%d:%*d: warning: '%63[A-Za-z0-9_]", &number, name) < 2)
            number = 0;
    }
    free(printed);
    return number;
}

const struct loop_argument *loop_array(const struct loop *loop, int number)
{
    const struct loop_signature *s = &loop->signature;
    for (int i = 0; i < s->count; i++)
        if (s->arguments[i].kind == LOOP_ARRAY && s->arguments[i].number == number)
            return &s->arguments[i];
    return NULL;
}

const char *loop_array_name(const struct loop *loop, int array)
{
    const struct loop_argument *a = loop_array(loop, array);
    return a ? a->name : "?";
}

/* Whether an atomic load at that line is all of its directive: gcc begins an addition of floats
 * with one, too. */
static bool only_reads(const struct loop *loop, int line)
{
    char *text = source_code(loop->file), *rest = text, *one;
    bool reads = false;
    for (int i = 0; i < line && (one = strsep(&rest, "\n")); i++)
        if (strstr(one, "atomic"))
            reads = strstr(one, "omp atomic") ? strstr(one, " read") : strstr(one, "atomic_load");
    free(text);
    return reads;
}

static enum access access_of(const struct loop *loop, const struct record *record)
{
    if (record->kind == RECORD_LOAD)
        return ACCESS_LOAD;
    if (record->kind == RECORD_STORE || record->made == MADE_WRITE)
        return ACCESS_STORE;
    return record->made == MADE_READ && only_reads(loop, loop_line_of(loop, record->code))
               ? ACCESS_LOAD
               : ACCESS_ATOMIC;
}

int loop_site_of(struct loop *loop, const struct record *record)
{
    const int array = (int)(record->place >> PLACE_BITS);
    for (int i = 0; i < loop->site_count; i++) {
        struct loop_site *site = &loop->sites[i];
        if (site->code != record->code || site->array != array || site->kind != record->kind)
            continue; /* memcpy reads and writes at one place */
        site->one_sum &= record->place == site->place && record->made == site->added;
        return i;
    }
    if (loop->site_count == LOOP_SITES_MAX)
        return LOOP_SITES_MAX - 1;
    loop->sites[loop->site_count] = (struct loop_site){
        .line = loop_line_of(loop, record->code),
        .code = record->code,
        .array = array,
        .kind = record->kind,
        .access = access_of(loop, record),
        .bytes = record->bytes,
        .one_sum = record->made > 0 && record->made <= ADDED_MOST && record->bytes == 4,
        .place = record->place,
        .added = record->made};
    return loop->site_count++;
}

struct loop *loop_open(const struct loop_signature *signature, const char *file, const char *shown,
                       const char *folder, char *problem, size_t problem_size)
{
    struct loop *loop = needed(calloc(1, sizeof *loop));
    loop->signature = *signature;
    loop->file = file;
    loop->shown = shown;
    snprintf(loop->program, sizeof loop->program, "%s/model.so", folder);
    if (read_lines(loop, folder))
        return loop;
    snprintf(problem, problem_size, "%s: the lines of its code cannot be read from %s/lines", shown,
             folder);
    free(loop);
    return NULL;
}

static int64_t none(const struct shape *shape)
{
    (void)shape;
    return 0;
}

static int64_t one(const struct shape *shape)
{
    (void)shape;
    return 1;
}

/* Rows of a block: one, so that lanes and their requests are those of a warp. */
static int one_row(const struct shape *shape, int element_bytes, bool lanes_are_threads)
{
    (void)shape, (void)element_bytes, (void)lanes_are_threads;
    return 1;
}

static int64_t rows_of(const struct shape *shape, int rows)
{
    return shape->elements / ((int64_t)WARP_LANES * rows);
}

enum { ELEMENT_BYTES = 4 };

/* Bytes of the arrays in the output, or in the index array, in elements. */
static int64_t length_of(const struct shape *shape, bool written)
{
    struct loop_place place[LOOP_ARRAYS_MAX];
    const struct loop_signature *s = &shape->loop->signature;
    int64_t end = 0;
    loop_places(shape, place);
    for (int i = 0; i < s->count; i++) {
        const struct loop_argument *a = &s->arguments[i];
        if (a->kind != LOOP_ARRAY || a->written != written)
            continue;
        const int64_t its_end = place[a->number].offset + place[a->number].bytes;
        end = its_end > end ? its_end : end;
    }
    return end / ELEMENT_BYTES;
}

static int64_t out_length(const struct shape *shape)
{
    return length_of(shape, true);
}

static int64_t index_length(const struct shape *shape)
{
    return length_of(shape, false);
}

/* Accesses of 4 bytes that move as many bytes. */
static int64_t accesses(const struct shape *shape)
{
    const int64_t bytes = loop_extent(shape->loop, shape).bytes;
    return bytes >= ELEMENT_BYTES ? bytes / ELEMENT_BYTES : 1;
}

static int lane_rows(const struct shape *shape)
{
    return shape->loop->lane_rows ? shape->loop->lane_rows : LOOP_ROWS;
}

struct pattern loop_pattern(struct loop *loop)
{
    const struct loop_signature *s = &loop->signature;
    struct pattern pattern = {
        .name = s->name,
        .help = "a loop of your own",
        .formula = s->form,
        .lesson = "The counts below are those of its iterations, which ran once on the host. The "
                  "times are those of its accesses; `warpline time` also measures what it "
                  "computes.",
        .source = loop->shown,
        .loads = 1,
        .stores = 1,
        .sizes = ELEMENT_BYTES,
        .has_tail = true,
        .rows = one_row,
        .tiles = rows_of,
        .walk = loop_walk,
        .variant = one,
        .fields = one,
        .accesses = accesses,
        .multiply_adds = none,
        .in_length = none,
        .out_length = out_length,
        .index_length = index_length,
        .expect = loop_expect,
        .close = loop_close,
        .loop = loop,
        .places = loop_places,
        .iterations = loop_elements,
        .warps = s->warps,
        .lane_rows = lane_rows,
    };
    for (int i = 0, k = 0; i < s->count; i++)
        if (s->arguments[i].kind == LOOP_PARAMETER)
            pattern.parameters[k++] = (struct parameter){.name = loop->signature.arguments[i].name,
                                                         .help = "an argument of the loop",
                                                         .low = 0,
                                                         .high = VALUE_MOST,
                                                         .standard = s->arguments[i].standard};
    return pattern;
}
