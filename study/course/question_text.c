#include "study/course/question_text.h"

#include "plots/figure/quantity.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const count_words[COUNTS] = {
    [COUNT_SECTORS_PER_REQUEST] =
        "how many sectors of 32 bytes a request of a warp touches, the mean "
        "over loads and stores",
    [COUNT_LINES_PER_REQUEST] =
        "how many lines of 128 bytes a request of a warp touches, the mean over "
        "loads and stores",
    [COUNT_CONFLICT_DEGREE] =
        "the bank-conflict degree in shared memory, the mean over its requests",
    [COUNT_L1_MISSES] = "how many accesses of 1000 miss an L1 of 32 KiB",
    [COUNT_L2_MISSES] = "how many accesses of 1000 miss an L2 of 1 MiB",
    [COUNT_L3_MISSES] = "how many accesses of 1000 miss an L3 of 16 MiB",
    [COUNT_TLB_MISSES] = "how many accesses of 1000 miss a TLB of 1536 pages of 4 KiB",
    [COUNT_MOVED_BYTES] = "how many bytes memory moves for each useful byte",
};

static const char *const shape_words[SHAPES] = {
    [SHAPE_VALUE] = "",
    [SHAPE_FALLS_BY] = "by which factor this falls from the first value to the last: ",
    [SHAPE_KNEE] = "at which value this changes most: ",
    [SHAPE_LEVEL] = "the largest over the smallest, less 1, of ",
    [SHAPE_CROSSES] = "at which value the two patterns cross in ",
};

__attribute__((format(printf, 3, 4))) static void add(char *text, size_t size, const char *format,
                                                      ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

const char *question_about(const struct own_question *own, char *text, size_t size)
{
    const struct question *question = own->question;
    snprintf(text, size, "%s%s%s on %s",
             question->pattern ? question->pattern->name : question->file,
             question->against ? " and " : "", question->against ? question->against->name : "",
             question->on);
    for (int i = 0; i < question->set_count; i++)
        add(text, size, ", %s = %lld", question->set[i].name, (long long)own->set[i]);
    for (int i = 0; i < own->swept_count; i++)
        add(text, size, ", %lld", (long long)own->swept[i]);
    if (own->swept_count)
        add(text, size, " (%s)", question->sweep);
    return text;
}

const char *question_wants(const struct question *question, char *text, size_t size)
{
    const char *what =
        question->part == PART_MEASURED ? question->quantity->title : count_words[question->count];
    if (question->part == PART_CORRECT)
        snprintf(text, size, "Wanted: a correct result");
    else if (question->expects)
        snprintf(text, size, "Expected: %s%s, from %.4g to %.4g", shape_words[question->shape],
                 what, question->low, question->high);
    else
        snprintf(text, size, "Your number: %s%s; right within %.3g %%",
                 shape_words[question->shape], what, 100 * question->tolerance);
    return text;
}
