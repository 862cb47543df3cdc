#include "study/course/grade/grade.h"

#include "study/base/text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Writes a field in quotes. If a spreadsheet would take it for a formula, an apostrophe precedes
 * it. */
static void put_field(FILE *out, const char *text)
{
    fputc('"', out);
    if (*text && strchr("=+-@", *text))
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void put_names(FILE *out, const struct assignment *assignment)
{
    fputs("student,folder,points,of,passes,points_predicted,points_measured,points_correct", out);
    for (int i = 0; i < assignment->question_count; i++)
        fprintf(out, ",%s", assignment->questions[i].id);
    fputs(",note,why\n", out);
}

static void put_points(FILE *out, double points)
{
    fprintf(out, ",%.6g", points);
}

enum { SENTENCE_MAX = WHY_MAX + 96 };

/* What is not graded has no points, which a teacher would take for the student's. */
static const char *sentence(const struct question *question, const struct mark *mark,
                            char text[SENTENCE_MAX])
{
    if (mark->ungraded)
        snprintf(text, SENTENCE_MAX, "%s: %s", question->id, mark->why);
    else
        snprintf(text, SENTENCE_MAX, "%s: %.6g of %.6g: %s", question->id, mark->points,
                 question->points, mark->why);
    return text;
}

/* Writes all sentences into one field. */
static void put_whys(FILE *out, const struct assignment *assignment, const struct grade *grade)
{
    char text[QUESTIONS_MAX * SENTENCE_MAX], one[SENTENCE_MAX];
    text[0] = '\0';
    for (int i = 0; i < assignment->question_count; i++)
        text_add(text, sizeof text, "%s%s", i ? "; " : "",
                 sentence(&assignment->questions[i], &grade->marks[i], one));
    put_field(out, text);
}

static void put_row(FILE *out, const struct assignment *assignment, const struct grade *grade)
{
    char folder[512];
    put_field(out, grade->student);
    fputc(',', out);
    put_field(out, quote_plain(grade->folder, folder, sizeof folder));
    put_points(out, grade->points);
    put_points(out, assignment->points);
    fputs(grade_passes(assignment, grade) ? ",yes" : ",no", out);
    for (int i = 0; i < QUESTION_KINDS; i++)
        put_points(out, grade->parts[i]);
    for (int i = 0; i < assignment->question_count; i++)
        if (grade->marks[i].ungraded)
            fputs(",-", out);
        else
            put_points(out, grade->marks[i].points);
    fputc(',', out);
    put_field(out, grade->note);
    fputc(',', out);
    put_whys(out, assignment, grade);
    fputc('\n', out);
}

void grades_csv(FILE *out, const struct grades *grades)
{
    put_names(out, grades->assignment);
    for (int i = 0; i < grades->count; i++)
        put_row(out, grades->assignment, &grades->of[i]);
}

/* A text of a hand-in may be invalid UTF-8, which JSON must not contain. */
static json_t *text_value(const char *text)
{
    char ascii[1024];
    size_t length = 0;
    json_t *value = json_string(text);
    if (value)
        return value;
    for (; text[length] && length + 1 < sizeof ascii; length++)
        ascii[length] = (char)((unsigned char)text[length] < 0x80 ? text[length] : '?');
    ascii[length] = '\0';
    return json_string(ascii);
}

/* One test of Gradescope's format; what is not graded has neither score nor status there. */
static json_t *test_value(const struct question *question, const struct mark *mark, int number)
{
    char place[16];
    const bool full = mark->points >= question->points;
    snprintf(place, sizeof place, "%d", number + 1);
    json_t *value =
        json_pack("{s:o, s:s, s:o, s:s, s:[s], s:s}", "name", text_value(question->id), "number",
                  place, "output", text_value(mark->why), "output_format", "text", "tags",
                  question_kinds[question->kind].name, "visibility", "visible");
    if (mark->ungraded)
        return value;
    json_object_set_new(value, "score", json_real(mark->points));
    json_object_set_new(value, "max_score", json_real(question->points));
    json_object_set_new(value, "status", json_string(full ? "passed" : "failed"));
    return value;
}

static json_t *gradescope_value(const struct assignment *assignment, const struct grade *grade)
{
    json_t *tests = json_array();
    for (int i = 0; tests && i < assignment->question_count; i++)
        if (json_array_append_new(tests,
                                  test_value(&assignment->questions[i], &grade->marks[i], i)))
            break;
    return json_pack("{s:f, s:o, s:s, s:s, s:o, s:{s:s, s:o, s:b}}", "score", grade->points,
                     "output", text_value(grade->note), "output_format", "text", "visibility",
                     "visible", "tests", tests, "extra_data", "assignment", assignment->name,
                     "student", text_value(grade->student), "passes",
                     (int)grade_passes(assignment, grade));
}

/* Prints the value with a newline, and frees it. */
static void put_value(FILE *out, json_t *value, size_t flags)
{
    json_dumpf(value, out, flags | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(9));
    fputc('\n', out);
    json_decref(value);
}

void grades_gradescope(FILE *out, const struct grades *grades)
{
    const size_t flags = grades->count == 1 ? JSON_INDENT(2) : JSON_COMPACT;
    for (int i = 0; i < grades->count; i++)
        put_value(out, gradescope_value(grades->assignment, &grades->of[i]), flags);
}

static void put_sentences(FILE *why, const struct assignment *assignment, const struct grade *grade)
{
    char text[SENTENCE_MAX];
    for (int i = 0; i < assignment->question_count; i++)
        fprintf(why, "%s\n", sentence(&assignment->questions[i], &grade->marks[i], text));
    if (grade->note[0])
        fprintf(why, "%s\n", grade->note);
    fflush(why);
}

void grades_autolab(FILE *out, FILE *why, const struct grades *grades)
{
    const struct assignment *assignment = grades->assignment;
    for (int i = 0; i < grades->count; i++) {
        json_t *scores = json_object();
        put_sentences(why, assignment, &grades->of[i]);
        for (int j = 0; j < assignment->question_count; j++)
            if (!grades->of[i].marks[j].ungraded)
                json_object_set_new(scores, assignment->questions[j].id,
                                    json_real(grades->of[i].marks[j].points));
        put_value(out, json_pack("{s:o}", "scores", scores), JSON_COMPACT);
    }
}
