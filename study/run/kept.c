#include "study/run/kept.h"

#include "study/message.h"
#include "study/run/header.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { DIFFERENCES_MAX = 1024, VALUE_MAX = 4096 };
static const char first_key[] = "# warpline: ";
static const char advice[] = "name another folder";

static int unreadable(const char *name, int error)
{
    return complain(EXIT_WRONG, "%s: cannot be read: %s; it is left as it is", name,
                    strerror(error));
}

int content_read(int file, const char *name, struct content *content)
{
    const off_t size = lseek(file, 0, SEEK_END);
    if (size < 0)
        return unreadable(name, errno);
    *content = (struct content){.text = malloc((size_t)size + 1)};
    if (!content->text)
        return unreadable(name, ENOMEM);
    while (content->length < (size_t)size) {
        const ssize_t n = pread(file, content->text + content->length,
                                (size_t)size - content->length, (off_t)content->length);
        if (n <= 0) {
            free(content->text);
            content->text = NULL;
            return unreadable(name, n < 0 ? errno : EIO);
        }
        content->length += (size_t)n;
    }
    content->text[content->length] = '\0';
    return 0;
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Whether one is the beginning of the other. */
static bool cut_from(const char *text, const char *whole)
{
    const size_t length = strlen(text) < strlen(whole) ? strlen(text) : strlen(whole);
    return strncmp(text, whole, length) == 0;
}

static const char *after_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

/* The line of names, or what there is of it. */
static const char *after_header(const char *text)
{
    while (*text == '#')
        text = after_line(text);
    return text;
}

const char *kept_first_row(const char *text)
{
    return after_line(after_header(text));
}

const char *kept_field(const char *row, int number)
{
    while (number-- > 0)
        row = strchr(row, ',') + 1;
    return row;
}

int kept_column(const char *columns, const char *name)
{
    const size_t length = strlen(name);
    int number = 0;
    for (const char *at = columns; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL, number++)
        if (strncmp(at, name, length) == 0 && strchr(",\n", at[length]))
            return number;
    return -1;
}

/* Fields of the line that begins there; an empty line has one. */
static int fields(const char *line)
{
    int count = 1;
    for (; *line && *line != '\n'; line++)
        count += *line == ',';
    return count;
}

static int refuse(const char *folder, const char *what)
{
    return complain(EXIT_USAGE, "option --out: %s holds %s; %s", folder, what, advice);
}

/* Whether the header says that the same command would measure the same in the same way. */
static int judge_header(const char *folder, const char *theirs, const char *ours)
{
    char text[DIFFERENCES_MAX], was[VALUE_MAX], is[VALUE_MAX];
    static const struct {
        const char *key, *what;
    } first[] = {{"command", "command"}, {"host", "machine"}};
    for (int i = 0; i < 2; i++)
        if (header_value(theirs, first[i].key, was, sizeof was) &&
            header_value(ours, first[i].key, is, sizeof is) && strcmp(was, is) != 0)
            return complain(EXIT_USAGE,
                            "option --out: %s holds results of another %s (%s); %s or remove it",
                            folder, first[i].what, was, advice);
    if (header_differences(theirs, ours, text, sizeof text)[0])
        return complain(EXIT_USAGE,
                        "option --out: %s holds results measured with other settings: %s; %s, "
                        "remove this one, or use those settings",
                        folder, text, advice);
    return 0;
}

/* Rows from `row` on: how many are whole and where they end. */
static int judge_rows(const char *folder, const char *text, const char *columns, struct kept *kept)
{
    const char *row = kept_first_row(text);
    const int wanted = fields(columns);
    kept->rows = 0;
    for (; strchr(row, '\n'); row = after_line(row)) {
        if (fields(row) != wanted)
            return complain(EXIT_USAGE,
                            "option --out: %s/results.csv: row %d has %d fields instead of %d; "
                            "correct it, or %s",
                            folder, kept->rows + 1, fields(row), wanted, advice);
        kept->rows++;
    }
    kept->rows_bytes = (size_t)(row - text);
    return 0;
}

/* Goes over the samples of a point, numbered `point`: how many there are. */
static int samples_of(const char **line, int point)
{
    int count = 0;
    char *end;
    while (strchr(*line, '\n') && strtol(*line, &end, 10) == point && *end == ',') {
        *line = after_line(*line);
        count++;
    }
    return count;
}

/* Samples are written before their row: each row has as many as it says, and those that follow are
 * of a point that got none. */
static int judge_samples(const char *folder, const char *rows, const struct content *samples,
                         const struct kept_form *form, struct kept *kept)
{
    if (!begins_with(samples->text, form->samples_head) && kept->rows == 0)
        return 0; /* cut off before the first point was finished */
    if (!begins_with(samples->text, form->samples_head))
        return complain(EXIT_USAGE,
                        "option --out: %s/samples.csv is not that of results.csv beside it: put it "
                        "back, or %s",
                        folder, advice);
    const char *line = samples->text + strlen(form->samples_head), *row = kept_first_row(rows);
    const int column = kept_column(form->columns, "samples");
    for (int i = 0; i < kept->rows; i++, row = after_line(row))
        if (samples_of(&line, i) != atoi(kept_field(row, column)))
            return complain(EXIT_USAGE,
                            "option --out: %s/samples.csv has not the samples of row %d of "
                            "results.csv: put it back, or %s",
                            folder, i + 1, advice);
    kept->samples_bytes = (size_t)(line - samples->text);
    return 0;
}

/* Results of which not even the header is whole hold nothing. */
static bool is_header_cut(const char *text, const char *columns)
{
    const char *line = after_header(text);
    return !*line || (!strchr(line, '\n') && cut_from(line, columns));
}

/* Whether warpline can have written it. Zeros are what a crash of the machine leaves in a file, and
 * other line ends what an editor does. */
static bool is_ours(const struct content *content, const char *start)
{
    return cut_from(content->text, start) && strlen(content->text) == content->length &&
           !strchr(content->text, '\r');
}

int kept_judge(const char *folder, const struct content *results, const struct content *samples,
               const char *header, const struct kept_form *form, struct kept *kept)
{
    *kept = (struct kept){.rows = 0};
    if (!is_ours(results, first_key))
        return refuse(folder, "a results.csv that is not as warpline wrote it");
    if (!is_ours(samples, form->samples_head))
        return refuse(folder, "a samples.csv that is not as warpline wrote it");
    int status = judge_header(folder, results->text, header);
    if (status || is_header_cut(results->text, form->columns))
        return status;
    if (!begins_with(after_header(results->text), form->columns))
        return refuse(folder, "results with the columns of another version of warpline");
    status = judge_rows(folder, results->text, form->columns, kept);
    return status ? status : judge_samples(folder, results->text, samples, form, kept);
}
