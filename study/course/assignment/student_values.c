#include "study/course/assignment/student_values.h"

#include "patterns/random.h"
#include "plots/data/text_digest.h"
#include "plots/figure/quantity.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

const char *student_problem(const char *id)
{
    const size_t length = strlen(id);
    if (length == 0)
        return "is empty";
    if (length >= STUDENT_ID_MAX)
        return "is longer than 127 bytes";
    for (size_t i = 0; i < length; i++)
        if (iscntrl((unsigned char)id[i]))
            return "has a control character";
    if (not_plain(id))
        return "has a character that is not plain UTF-8";
    if (!is_visible(id))
        return "has an invisible character or an unusual blank";
    return isspace((unsigned char)id[0]) || isspace((unsigned char)id[length - 1])
               ? "has a blank at an end"
               : NULL;
}

static uint64_t add_line(uint64_t digest, const char *text)
{
    return digest_add(digest_add(digest, text, strlen(text)), "\n", 1);
}

struct student_values student_values_of(const struct assignment *assignment, const char *student)
{
    struct student_values values;
    snprintf(values.student, sizeof values.student, "%s", student);
    const uint64_t both = add_line(add_line(digest_begin, assignment->name), student);
    for (int i = 0; i < assignment->value_count; i++) {
        const struct value_choices *own = &assignment->values[i];
        const uint64_t hash = random_word(digest_add(both, own->name, strlen(own->name)));
        values.of[i] = own->choices[hash % (uint64_t)own->count];
    }
    return values;
}

static int64_t amount_of(const struct assignment *assignment, const struct student_values *values,
                         const struct amount *amount)
{
    return amount->own ? values->of[amount->own - assignment->values] : amount->number;
}

/* Keeps the values in ascending order. */
static void add_swept(struct student_question *own, int64_t value)
{
    int at = own->swept_count;
    for (int i = 0; i < own->swept_count; i++)
        if (own->swept[i] == value)
            return;
    for (; at > 0 && own->swept[at - 1] > value; at--)
        own->swept[at] = own->swept[at - 1];
    own->swept[at] = value;
    own->swept_count++;
}

struct student_question student_question_of(const struct assignment *assignment,
                                            const struct student_values *values,
                                            const struct question *question)
{
    struct student_question own = {.question = question};
    for (int i = 0; i < question->set_count; i++)
        own.set[i] = amount_of(assignment, values, &question->set[i].amount);
    for (int i = 0; i < question->swept_count; i++)
        add_swept(&own, amount_of(assignment, values, &question->swept[i]));
    return own;
}

/* The value whose name is in braces at `text`; -1: none. */
static int braced(const struct assignment *assignment, const char *text)
{
    for (int i = 0; i < assignment->value_count; i++) {
        const size_t length = strlen(assignment->values[i].name);
        if (text[0] == '{' && strncmp(text + 1, assignment->values[i].name, length) == 0 &&
            text[length + 1] == '}')
            return i;
    }
    return -1;
}

const char *student_text(const struct assignment *assignment, const struct student_values *values,
                         const char *text, char *filled, size_t size)
{
    size_t used = 0;
    while (*text && used + 32 < size) {
        const int value = braced(assignment, text);
        if (value < 0) {
            filled[used++] = *text++;
            continue;
        }
        used += (size_t)snprintf(filled + used, size - used, "%lld", (long long)values->of[value]);
        text += strlen(assignment->values[value].name) + 2;
    }
    filled[used] = '\0';
    return filled;
}

const char *student_values_text(const struct assignment *assignment,
                                const struct student_values *values, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < assignment->value_count; i++)
        text_add(text, size, "%s%s=%lld", i ? " " : "", assignment->values[i].name,
                 (long long)values->of[i]);
    return text;
}

const char *question_about(const struct student_question *own, char *text, size_t size)
{
    const struct question *question = own->question;
    snprintf(text, size, "%s%s%s on %s",
             question->pattern ? question->pattern->name : question->file,
             question->against ? " and " : "", question->against ? question->against->name : "",
             question->on);
    for (int i = 0; i < question->set_count; i++)
        text_add(text, size, ", %s = %lld", question->set[i].name, (long long)own->set[i]);
    for (int i = 0; i < own->swept_count; i++)
        text_add(text, size, ", %lld", (long long)own->swept[i]);
    if (own->swept_count)
        text_add(text, size, " (%s)", question->sweep);
    return text;
}

const char *question_wants(const struct question *question, char *text, size_t size)
{
    const char *shape = shapes[question->shape].words;
    const char *what =
        question->kind == KIND_MEASURED ? question->quantity->title : counts[question->count].words;
    if (!question_kinds[question->kind].has_number)
        snprintf(text, size, "Wanted: a correct result");
    else if (question->expects)
        snprintf(text, size, "Expected: %s%s, from %s to %s", shape, what, DIGITS(question->low, 4),
                 DIGITS(question->high, 4));
    else
        snprintf(text, size, "Your number: %s%s; right within %.3g %%", shape, what,
                 100 * question->tolerance);
    return text;
}
