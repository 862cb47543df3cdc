/* `warpline course sheet`: a student's sheet, as Markdown or HTML. */
#include "patterns/target.h"
#include "plots/data/draft.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/course/course_command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The output format of a sheet. Texts are plain; each format escapes them. */
struct sheet_form {
    const char *name;
    void (*begin)(FILE *out, const char *title);
    void (*heading)(FILE *out, int level, const char *text);
    void (*prose)(FILE *out, const char *text); /* the teacher's text, in paragraphs */
    void (*item)(FILE *out, const char *text);
    void (*command)(FILE *out, const char *line);
    void (*end)(FILE *out);
};

/* In Markdown a backslash before any punctuation makes it literal. */
static void put_markdown(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (strchr("\\`*[]<>|&~", *text))
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void markdown_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "%.*s ", level, "######");
    put_markdown(out, text);
    fputs("\n\n", out);
}

static void markdown_begin(FILE *out, const char *title)
{
    markdown_heading(out, 1, title);
}

/* A teacher's text may contain Markdown, so it is not escaped. */
static void markdown_prose(FILE *out, const char *text)
{
    fprintf(out, "%s\n", text);
    if (text[0] && text[strlen(text) - 1] != '\n')
        fputc('\n', out);
}

static void markdown_item(FILE *out, const char *text)
{
    fputs("- ", out);
    put_markdown(out, text);
    fputc('\n', out);
}

static void markdown_command(FILE *out, const char *line)
{
    fprintf(out, "\n        %s\n\n", line); /* indented enough to stay a code block within a list
                                               item */
}

static void markdown_end(FILE *out)
{
    (void)out;
}

static void html_begin(FILE *out, const char *title)
{
    quote_form(out,
               "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
               "<title>%</title>\n<style>body{max-width:45em;margin:2em auto;padding:0 1em;"
               "font:1rem/1.5 sans-serif}pre{background:#eee;padding:.5em;overflow:auto}"
               "</style>\n</head>\n<body>\n<h1>%</h1>\n",
               title, title);
}

static void html_heading(FILE *out, int level, const char *text)
{
    fprintf(out, "<h%d>", level);
    quote_html(out, text);
    fprintf(out, "</h%d>\n", level);
}

/* An empty line begins a new paragraph. */
static void html_prose(FILE *out, const char *text)
{
    fputs("<p>", out);
    for (; *text; text++)
        if (text[0] == '\n' && text[1] == '\n' && text[2])
            fputs("</p>\n<p>", out);
        else
            quote_html(out, (char[]){*text, '\0'});
    fputs("</p>\n", out);
}

static void html_item(FILE *out, const char *text)
{
    quote_form(out, "<p>&#8226; %</p>\n", text);
}

static void html_command(FILE *out, const char *line)
{
    quote_form(out, "<pre>%</pre>\n", line);
}

static void html_end(FILE *out)
{
    fputs("</body>\n</html>\n", out);
}

static const struct sheet_form forms[] = {
    {"markdown", markdown_begin, markdown_heading, markdown_prose, markdown_item, markdown_command,
     markdown_end},
    {"html", html_begin, html_heading, html_prose, html_item, html_command, html_end},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

static const struct sheet_form *form_named(const char *name)
{
    for (int i = 0; i < FORMS; i++)
        if (!name || strcmp(forms[i].name, name) == 0)
            return &forms[i];
    complain(EXIT_USAGE, "option --format: %.64s is no form of a sheet; use markdown or html",
             name);
    return NULL;
}

/* A command of warpline course, ready to paste into a shell. */
static void put_command(const struct sheet_form *form, const struct options *options,
                        const char *word)
{
    struct draft draft;
    FILE *out = draft_open(&draft);
    fprintf(out, "warpline course %s ", word);
    quote_shell(out, options->names[0]);
    fputs(" --student ", out);
    quote_shell(out, options->student);
    fputs(" --out results", out);
    char *line = draft_close(&draft);
    form->command(stdout, line);
    free(line);
}

static void put_facts(const struct sheet_form *form, const struct assignment *assignment,
                      const struct student_values *values)
{
    char text[TEXT_MAX + STUDENT_ID_MAX], list[512];
    snprintf(text, sizeof text, "Student: %s", values->student);
    form->item(stdout, text);
    if (assignment->value_count) {
        snprintf(text, sizeof text, "Your values: %s",
                 student_values_text(assignment, values, list, sizeof list));
        form->item(stdout, text);
    }
    snprintf(text, sizeof text, "%.6g points, %.6g of them to pass", assignment->points,
             assignment->pass * assignment->points);
    form->item(stdout, text);
    if (assignment->minutes) {
        snprintf(text, sizeof text, "About %lld minutes", (long long)assignment->minutes);
        form->item(stdout, text);
    }
    putchar('\n');
}

static bool any_question(const struct assignment *assignment,
                         bool (*is)(const struct question *question))
{
    for (int i = 0; i < assignment->question_count; i++)
        if (is(&assignment->questions[i]))
            return true;
    return false;
}

static void put_steps(const struct sheet_form *form, const struct options *options,
                      const struct assignment *assignment)
{
    form->heading(stdout, 2, "What to do");
    for (int i = 0; i < assignment->question_count; i++)
        if (assignment->questions[i].file) {
            form->item(stdout, "Write your own pattern, and put its file into the folder results.");
            form->command(stdout, "warpline new mine");
            break;
        }
    if (any_question(assignment, question_asks)) {
        form->item(stdout,
                   "First give your numbers. They are saved with the time; numbers that are "
                   "given after the run has begun are late.");
        put_command(form, options, "predict");
    }
    if (any_question(assignment, question_is_run)) {
        form->item(stdout,
                   "Then measure. Without a GPU the recorded results of one stand in for it.");
        put_command(form, options, "run");
    }
    form->item(stdout, "Look at the figures, and compare them with your numbers.");
    form->command(stdout, "warpline report results");
    if (assignment->explain)
        form->item(stdout, "Write your answer in words into the file explanation.txt in results.");
    form->item(stdout, "Hand in the folder results as it is.");
    putchar('\n');
}

static void put_question(const struct sheet_form *form, const struct assignment *assignment,
                         const struct student_values *values, int number)
{
    const struct question *question = &assignment->questions[number];
    const struct student_question own = student_question_of(assignment, values, question);
    char text[QUESTION_TEXT_MAX];
    snprintf(text, sizeof text, "%d. %s (%s, %.6g points)", number + 1, question->id,
             question_kinds[question->kind].name, question->points);
    form->heading(stdout, 3, text);
    form->prose(stdout, student_text(assignment, values, question->text, text, sizeof text));
    form->item(stdout, question_about(&own, text, sizeof text));
    form->item(stdout, question_wants(question, text, sizeof text));
    putchar('\n');
}

int course_sheet(const struct options *options)
{
    struct assignment assignment;
    struct student_values values;
    char text[QUESTION_TEXT_MAX];
    const struct sheet_form *form = form_named(options->format);
    if (!form)
        return EXIT_USAGE;
    int status = course_read(options, &assignment, &values);
    if (!status) {
        form->begin(stdout, assignment.title);
        put_facts(form, &assignment, &values);
        form->prose(stdout,
                    student_text(&assignment, &values, assignment.about, text, sizeof text));
        put_steps(form, options, &assignment);
        form->heading(stdout, 2, "Questions");
        for (int i = 0; i < assignment.question_count; i++)
            put_question(form, &assignment, &values, i);
        if (assignment.explain) {
            form->heading(stdout, 3, "In words (your teacher reads it)");
            form->prose(stdout,
                        student_text(&assignment, &values, assignment.explain, text, sizeof text));
        }
        form->end(stdout);
    }
    assignment_free(&assignment);
    return status;
}
