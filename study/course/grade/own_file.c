#include "study/course/grade/own_file.h"

#include "study/base/file.h"
#include "study/base/message.h"
#include "study/base/process.h"
#include "study/measure/arrays.h"
#include "study/own/own.h"
#include "study/plan/point.h"
#include "study/plan/targets.h"
#include "study/sandbox/sandbox.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The passes by which a student's own pattern is compared with another one. */
/* Fewer than a warp, around whole blocks, and enough for several workers. */
static const int64_t sizes[OWN_SIZES] = {33, 1024, 65537};

int own_bytes(const struct pattern *pattern, const struct assignment *assignment)
{
    return element_bytes_near(pattern, (int)assignment->element_bytes);
}

struct shape own_shape(const struct pattern *pattern, const struct student_question *own,
                       const struct own_case *c)
{
    struct shape shape = shape_standard(pattern, c->elements, 1);
    for (int i = 0; i < own->question->set_count; i++)
        (void)shape_set(&shape, pattern, own->question->set[i].name, own->set[i]);
    if (own->question->sweep)
        (void)shape_set(&shape, pattern, own->question->sweep, c->swept);
    return shape;
}

/* Adds a case unless the one before has as many steps. */
static bool add_case(struct own_cases *cases, const struct student_question *own,
                     const struct own_case *wanted, struct target *target, char *problem,
                     size_t problem_size)
{
    const struct pattern *like = own->question->like;
    const struct own_case *before = cases->count ? &cases->of[cases->count - 1] : NULL;
    struct own_case *c = &cases->of[cases->count];
    *c = *wanted;
    c->shape = own_shape(like, own, c);
    snprintf(problem, problem_size, "pattern %s did not run", like->name);
    const struct kernel *kernel =
        point_kernel(target, like, c->element_bytes, problem, problem_size);
    if (!kernel || point_workers(target, like, kernel, &c->shape))
        return false;
    c->elements = c->shape.elements = point_elements(like, &c->shape, c->elements);
    c->out_bytes = (size_t)(like->out_length(&c->shape) * c->element_bytes);
    if (before && before->swept == c->swept && before->elements == c->elements)
        return true;
    cases->count++;
    cases->out_bytes += c->out_bytes;
    return true;
}

bool own_cases_of(struct own_cases *cases, const struct student_question *own, int element_bytes,
                  struct target *target, char *problem, size_t problem_size)
{
    cases->count = 0;
    cases->out_bytes = 0;
    for (int i = 0; i < (own->swept_count ? own->swept_count : 1); i++)
        for (int size = 0; size < OWN_SIZES; size++) {
            const struct own_case c = {
                .swept = own->swept[i], .elements = sizes[size], .element_bytes = element_bytes};
            if (!add_case(cases, own, &c, target, problem, problem_size))
                return false;
        }
    if (cases->out_bytes <= OWN_OUTPUT_MOST)
        return true;
    snprintf(problem, problem_size,
             "pattern %s writes %zu bytes with these values, and up to %d can be compared",
             own->question->like->name, cases->out_bytes, OWN_OUTPUT_MOST);
    return false;
}

enum { SECONDS_MOST = 60, SAID_MAX = 256, FILE_BYTES_MAX = 1 << 20, TEXT_BYTES_MAX = 4096 };
static const int64_t memory_bytes = INT64_C(4) << 30;

bool own_file_read(struct own_file *file, const char *folder, char *problem, size_t problem_size)
{
    char path[PATH_MAX], why[PATH_MAX + TEXT_MAX];
    struct sha256 digest;
    snprintf(path, sizeof path, "%s/%s", folder, file->name);
    file->text = NULL;
    const int code = path_is_link(path)
                         ? -ELOOP
                         : file_read_text(path, FILE_BYTES_MAX, &file->text, why, sizeof why);
    if (code == -ELOOP)
        snprintf(problem, problem_size, "%s is a link; hand in the file itself", file->name);
    else if (code == -ENOENT)
        snprintf(problem, problem_size, "there is no %s in the folder", file->name);
    else if (code)
        snprintf(problem, problem_size, "%s", why + strlen(folder) + 1);
    if (code)
        return false;
    sha256_begin(&digest);
    sha256_add(&digest, file->text, strlen(file->text));
    sha256_end(&digest, file->digest);
    return true;
}

void own_file_free(struct own_file *file)
{
    free(file->text);
    file->text = NULL;
}

const struct pattern *own_file_load(const struct question *question, const char *folder,
                                    char *problem, size_t problem_size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s/%s", folder[0] == '/' ? "" : "./", folder, question->file);
    return own_load(path, problem, problem_size);
}

/* What a hand-in's process wrote: it must not pass for the grader's words on this question, or for
 * those on the next. */
static void quote_said(const char *said, char *problem, size_t size)
{
    char line[SAID_MAX];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(said, "\n"), said);
    for (char *c = line; *c; c++)
        *c = *c == '"' ? '\'' : *c == ';' ? ',' : *c;
    snprintf(problem, size, "its program said \"%s\"", line);
}

/* Why there is no answer: what the program inside says of the file, or how it ended. */
static void take_reason(const struct process_end *end, char *problem, size_t size)
{
    static const char before[] = "warpline: ";
    const char *said = end->text[PROCESS_ERRORS];
    if (end->late)
        snprintf(problem, size, "its file took longer than %d s", SECONDS_MOST);
    else if (end->passed)
        snprintf(problem, size, "its file %s", end->passed);
    else if (said && strncmp(said, before, strlen(before)) == 0)
        quote_said(said + strlen(before), problem, size);
    else
        snprintf(problem, size, "its file ended the program early");
}

/* Runs `course answer` in a sandbox. False if there is no answer; the caller frees the end. */
static bool answer(const char *assignment, const char *question, const char *name, const char *text,
                   const char *student, size_t bytes_most, struct process_end *end)
{
    const char *const arguments[] = {"course",    "answer", question, name,
                                     "--student", student,  NULL};
    char *input = NULL;
    *end = (struct process_end){.status = -1};
    needed(asprintf(&input, "%zu\n%s%s", strlen(assignment), assignment, text) < 0 ? NULL : input);
    const struct sandbox_order order = {.arguments = arguments,
                                        .input = input,
                                        .seconds_most = SECONDS_MOST,
                                        .memory_bytes = memory_bytes,
                                        .bytes_most = bytes_most + TEXT_BYTES_MAX};
    const int code = sandbox_run(&order, end);
    free(input);
    return code == 0 && process_succeeded(end);
}

/* Whether the grader can answer about a plain copy: compiles, traces, loads and runs it. Tried
 * once, when a file has no answer. Else a clause. */
static bool grader_works(char *problem, size_t size)
{
    static const char copy[] = "void plain(long i, long n, float *out, const float *in)\n"
                               "{\n    out[i] = in[i];\n}\n";
    static const char question[] =
        "assignment: a\ntitle: t\nquestions:\n  - {id: q, text: t, part: correct, file: plain.c, "
        "on: "
        "cpu, points: 1, examples: [{n: 2, given: {in: [3, 4]}, gives: {out: [3, 4]}}]}\n";
    static char why[256];
    static bool tried, works;
    struct process_end end;
    if (!tried) {
        works = answer(question, "q", "plain.c", copy, "a", 0, &end);
        if (!works)
            take_reason(&end, why, sizeof why);
        process_end_free(&end);
    }
    tried = true;
    snprintf(problem, size, "%s", why);
    return works;
}

bool own_file_ask(struct own_file *file, const struct student_question *own, size_t bytes_most,
                  struct process_end *end, char *problem, size_t problem_size)
{
    char why[256];
    char *assignment = own_file_assignment(file, own->question);
    const bool answered = answer(assignment, own->question->id, file->name, file->text,
                                 file->student, bytes_most, end);
    free(assignment);
    if (answered)
        return true;
    take_reason(end, problem, problem_size);
    process_end_free(end);
    file->ungraded = !grader_works(why, sizeof why);
    if (file->ungraded)
        snprintf(problem, problem_size, "the grader cannot run a plain copy either (%s)", why);
    return false;
}

static bool refuse(struct process_end *end, char *problem, size_t size)
{
    snprintf(problem, size, OWN_PRINTED);
    process_end_free(end);
    return false;
}

bool own_file_series(struct own_file *file, const struct student_question *own,
                     struct number_series *series, char *problem, size_t problem_size)
{
    struct process_end end;
    if (!own_file_ask(file, own, 0, &end, problem, problem_size))
        return false;
    char *at = end.text[PROCESS_OUTPUT];
    *series = (struct number_series){.count = own->swept_count ? own->swept_count : 1};
    for (int i = 0; i < series->count; i++) {
        char *const start = at;
        const double number = strtod(start, &at);
        if (at == start || *at++ != '\n' || !isfinite(number) || number < 0)
            return refuse(&end, problem, problem_size);
        series->at[i] = own->swept[i];
        series->of[i] = (struct reading_of){number, number, number, false};
    }
    if (*at)
        return refuse(&end, problem, problem_size);
    process_end_free(&end);
    return true;
}

static bool is_word(const char *text)
{
    return text[0] && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(text);
}

/* Reads "NAME SIZES", and "PARAMETER STANDARD" a line. */
static bool take_facts(char *text, struct own_row_facts *facts)
{
    long long number;
    int count = 0;
    *facts = (struct own_row_facts){.pattern = {.name = facts->names[0]}};
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) && *line; count++) {
        if (count > PARAMETERS_MAX ||
            sscanf(line, "%63s %lld", facts->names[count], &number) != 2 ||
            !is_word(facts->names[count]))
            return false;
        if (count == 0)
            facts->pattern.sizes = (int)number & (2 * ELEMENT_BYTES_MAX - 1);
        else
            facts->pattern.parameters[count - 1] =
                (struct parameter){.name = facts->names[count], .standard = number};
    }
    return count > 0 && facts->pattern.sizes;
}

/* Whether it is the digest of a text whose lines have that end, whatever they have now. */
static bool is_digest_with(const char *digest, const char *text, const char *end)
{
    char made[DIGEST_TEXT_MAX];
    struct sha256 sum;
    sha256_begin(&sum);
    for (size_t length; *text; text += length) {
        length = strcspn(text, "\n");
        const bool ends = text[length] == '\n';
        sha256_add(&sum, text, length - (ends && length > 0 && text[length - 1] == '\r'));
        sha256_add(&sum, end, ends ? strlen(end) : 0);
        length += ends;
    }
    sha256_end(&sum, made);
    return strncmp(digest, made, strlen(made)) == 0;
}

/* Whether the results' header names the very file for the pattern. Between two systems its line
 * ends may have changed. */
static bool is_file_that_ran(const struct own_file *file, const struct dataset *set,
                             const char *name)
{
    char key[OWN_NAME_MAX + 16];
    snprintf(key, sizeof key, "pattern_%s", name);
    const char *said = table_header_value(&set->table, key);
    const char *digest = said ? strstr(said, "SHA-256 ") : NULL;
    if (!digest)
        return false;
    digest += strlen("SHA-256 ");
    return strncmp(digest, file->digest, strlen(file->digest)) == 0 ||
           is_digest_with(digest, file->text, "\n") || is_digest_with(digest, file->text, "\r\n");
}

bool own_file_row(struct own_file *file, const struct student_question *own,
                  const struct dataset *set, struct own_row_facts *facts, char *problem,
                  size_t problem_size)
{
    struct process_end end;
    if (!own_file_ask(file, own, 0, &end, problem, problem_size))
        return false;
    if (!take_facts(end.text[PROCESS_OUTPUT], facts))
        return refuse(&end, problem, problem_size);
    process_end_free(&end);
    if (!pattern_find(facts->pattern.name) && is_file_that_ran(file, set, facts->pattern.name))
        return true;
    snprintf(problem, problem_size,
             "%s is not the file that ran: the header of results.csv has no such digest; measure "
             "again into another folder",
             file->name);
    return false;
}

/* Compares one output with that of the pattern `like`. */
static bool compare(const struct own_case *c, const struct pattern *like, struct arrays *arrays,
                    struct target *target, const void *output, char *problem, size_t size)
{
    char what[TEXT_MAX] = "";
    if (arrays_ready(arrays, target, like, &c->shape, c->element_bytes, problem, size))
        return false;
    memcpy(arrays->out.memory, output, c->out_bytes);
    if (arrays_check(arrays, like, &c->shape, c->element_bytes, what, sizeof what) == 0)
        return true;
    snprintf(problem, size, "with %lld steps it does not compute what %s does: %s",
             (long long)c->elements, like->name, what);
    return false;
}

/* Compares all of them. */
static bool compare_all(const struct own_cases *cases, const struct student_question *own,
                        struct target *target, const struct process_end *end, char *problem,
                        size_t size)
{
    const struct pattern *like = own->question->like;
    const char *output = end->text[PROCESS_OUTPUT];
    struct arrays arrays = {.checks = NULL};
    bool same = end->length[PROCESS_OUTPUT] == cases->out_bytes;
    if (!same)
        snprintf(problem, size, "it writes %zu bytes, where %s writes %zu",
                 end->length[PROCESS_OUTPUT], like->name, cases->out_bytes);
    for (int i = 0; i < cases->count && same; i++) {
        same = compare(&cases->of[i], like, &arrays, target, output, problem, size);
        output += cases->of[i].out_bytes;
    }
    arrays_release(&arrays);
    if (same)
        snprintf(problem, size, "it computes what %s does, in %d passes", like->name, cases->count);
    return same;
}

bool own_file_correct(struct own_file *file, const struct student_question *own, char *problem,
                      size_t problem_size)
{
    static struct own_cases cases;
    struct target_list targets;
    struct process_end end;
    if (own->question->example_count)
        return own_file_examples(file, own, problem, problem_size);
    const int bytes = own_bytes(own->question->like, file->assignment);
    const bool opened = targets_open(&targets, "cpu", NULL) == 0;
    struct target *target = &targets.targets[0];
    snprintf(problem, problem_size, "the grader has no CPU to compare on");
    file->ungraded = !opened || !own_cases_of(&cases, own, bytes, target, problem, problem_size);
    bool same =
        !file->ungraded && own_file_ask(file, own, cases.out_bytes, &end, problem, problem_size);
    if (same) {
        same = compare_all(&cases, own, target, &end, problem, problem_size);
        process_end_free(&end);
    }
    if (opened)
        targets_close(&targets);
    return same;
}
