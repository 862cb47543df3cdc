#include "study/base/text.h"
#include "study/base/units.h"
#include "study/loop/loop_state.h"
#include "study/own/compile/source_lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "./mine.c:5: "; without a line where it is in another file. */
static int put_place(const struct loop *loop, uint32_t code, char *text, size_t size)
{
    const int line = loop_line_of(loop, code);
    return line > 0 ? snprintf(text, size, "%s:%d: ", loop->shown, line)
                    : snprintf(text, size, "%s: ", loop->shown);
}

static const char *verb(int kind)
{
    return kind == RECORD_LOAD ? "reads" : kind == RECORD_STORE ? "writes" : "updates";
}

/* What a loop may do besides wrong accesses to its arrays. */
static const char *const done[] = {
    [RECORD_STACK] = ("needs more stack than there is; use smaller local arrays, or let its "
                      "recursion end earlier"),
    [RECORD_WILD] = "accesses memory that is in no array, or more than 64 GiB after its start",
    [RECORD_DIVISION] = "divides by zero",
    [RECORD_INSTRUCTION] = ("divides by zero, calls __builtin_trap, or needs an instruction that "
                            "this processor lacks"),
    [RECORD_ABORT] = "aborts",
    [RECORD_EXIT] = "calls exit, which would end the program; remove that",
    [RECORD_PRINT] = "prints, which would be measured, too; remove that",
    [RECORD_ENDLESS] = "does not end, or makes too many accesses; let its inner loop end earlier",
    [RECORD_LARGE] = "reaches more than 16 GiB of memory; use a smaller --footprint",
};

#define VARYING(type, name)    #name,
#define UNSEEN(name, pointers) #name,
static const char *const varying[] = {
#include "patterns/loop/varying.def"
};
#undef VARYING
#undef UNSEEN

/* What the loop did, as the end of a sentence. */
static void put_trouble(const struct loop *loop, const struct record *r, char *text, size_t size)
{
    const char *array = loop_array_name(loop, (int)(r->place >> PLACE_BITS));
    const unsigned long long bytes = r->place & ((UINT64_C(1) << PLACE_BITS) - 1);
    char reach[SIZE_TEXT_MAX];
    if (r->kind == RECORD_BELOW)
        snprintf(text, size, "%s %s before its start (%llu byte%s before)", verb(r->made), array,
                 bytes, bytes == 1 ? "" : "s");
    else if (r->kind == RECORD_BEYOND)
        snprintf(text, size, "%s %s more than %s after its start", verb(r->made), array,
                 rounded_size_text((int64_t)bytes, reach));
    else if (r->kind == RECORD_CONST)
        snprintf(text, size, "%s %s, which the loop declares const", verb(r->made), array);
    else if (r->kind == RECORD_SHARED)
        snprintf(text, size,
                 "%s a global or static variable, which iterations at the same time share; let "
                 "each write separate places of an array",
                 verb(r->made));
    else if (r->kind == RECORD_VARYING && r->place >= VARYING_memcmp &&
             r->place < VARYING_FUNCTIONS)
        snprintf(text, size,
                 "calls %s, whose accesses to the arrays cannot be followed; write them as a loop",
                 varying[r->place]);
    else if (r->kind == RECORD_VARYING && r->place < VARYING_memcmp)
        snprintf(text, size,
                 "calls %s, whose result does not depend on i and the arrays alone; take a hash of "
                 "i, or numbers that init stores in an array",
                 varying[r->place]);
    else
        snprintf(text, size, "%s",
                 r->kind <= RECORD_LARGE && done[r->kind] ? done[r->kind] : done[RECORD_WILD]);
}

/* The element of an array at a byte: "out[5]". */
static void put_element(const struct loop *loop, int array, int64_t byte, char *text, size_t size)
{
    const int each = loop->element_bytes[array] ? loop->element_bytes[array] : 1;
    const int used =
        snprintf(text, size, "%s[%lld]", loop_array_name(loop, array), (long long)(byte / each));
    if (byte % each && used > 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, " (byte %lld of it)", (long long)(byte % each));
}

void loop_tell_trouble(struct loop *loop, const struct shape *shape, const struct records *records)
{
    const struct record *r = records->count ? &records->of[records->count - 1] : NULL;
    if (!r || r->kind <= RECORD_END) {
        snprintf(loop->trouble, sizeof loop->trouble,
                 "%s: the process that runs the loop has ended without a word", loop->shown);
        return;
    }
    const int used = put_place(loop, r->code, loop->trouble, sizeof loop->trouble);
    const uint64_t iteration =
        records->count > 1 && r[-1].kind == RECORD_ITERATION ? r[-1].place : 0;
    char what[256];
    put_trouble(loop, r, what, sizeof what);
    if (iteration == IN_INIT)
        snprintf(loop->trouble + used, sizeof loop->trouble - (size_t)used, "init %s (n = %lld)",
                 what, (long long)shape->elements);
    else
        snprintf(loop->trouble + used, sizeof loop->trouble - (size_t)used,
                 "iteration %llu of %lld %s", (unsigned long long)iteration,
                 (long long)shape->elements, what);
}

void loop_tell_race(struct loop *loop, const struct shape *shape, const struct record *r)
{
    const struct record *before = &r[1], *after = &r[3];
    const int array = (int)(before->place >> PLACE_BITS);
    const int64_t byte = (int64_t)(before->place & ((UINT64_C(1) << PLACE_BITS) - 1));
    const int lines[2] = {loop_line_of(loop, before->code), loop_line_of(loop, after->code)};
    const int used = put_place(loop, after->code, loop->trouble, sizeof loop->trouble);
    char element[96];
    put_element(loop, array, byte, element, sizeof element);
    snprintf(
        loop->trouble + used, sizeof loop->trouble - (size_t)used,
        "iterations %lld and %lld of %lld race: %lld %s %s (line %d), and %lld %s it (line %d); "
        "iterations run at the same time, so let each write separate places, or use "
        "#pragma omp atomic",
        (long long)r[0].place, (long long)r[2].place, (long long)shape->elements,
        (long long)r[0].place, verb(before->made), element, lines[0], (long long)r[2].place,
        verb(after->made), lines[1]);
}

/* Whether iterations get numbers that others change at the same time. */
static bool captures(const struct loop *loop)
{
    char *text = source_code(loop->file);
    const bool found = text && strstr(text, "atomic capture");
    free(text);
    return found;
}

bool loop_explain(const struct shape *shape, int64_t element, char *text, size_t text_size)
{
    const struct loop *loop = shape->loop;
    int64_t byte;
    char name[96];
    if (loop->trouble[0]) {
        snprintf(text, text_size, "%s", loop->trouble);
        return true;
    }
    const struct loop_argument *a = loop_argument_at(shape, element, &byte);
    if (!a)
        return false;
    put_element(loop, a->number, byte, name, sizeof name);
    snprintf(text, text_size,
             "that is %s of the loop, which has another value after its iterations one by one",
             name);
    if (captures(loop))
        text_add(
            text, text_size,
            "; a number from #pragma omp atomic capture depends on the order of the iterations, "
            "so such results may differ");
    const int line = loop_unset(loop, name);
    if (line > 0)
        text_add(text, text_size, "; line %d may read %s before it has a value", line, name);
    else if (shape->elements > LOOP_RACES_MOST)
        text_add(text, text_size, "; only its first %d iterations were searched for races",
                 LOOP_RACES_MOST);
    return true;
}
