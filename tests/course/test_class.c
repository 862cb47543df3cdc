/* A class of 60 made-up hand-ins for the shipped assignment about coalescing: right, wrong, late,
 * forged, copied, without a GPU, cut off, and of students with names that mean harm. Each is drawn,
 * written, and graded as expected; right answers come from formulas on paper. */
#include "patterns/random.h"
#include "plots/data/text_digest.h"
#include "study/course/grade/answers.h"
#include "study/course/grade/evidence.h"
#include "study/course/grade/grade.h"
#include "tests/assertions.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STUDENTS = 60, SAMPLES = 10, ROWS_MOST = 8, PATH_LONG = 256 };

/* What a hand-in is. */
enum kind {
    RIGHT,
    WRONG,   /* every number is */
    LATE,    /* every number was given after the run */
    CHANGED, /* numbers were made right in predictions.csv afterwards */
    FORGED,  /* times by a third, samples as they were */
    RENAMED, /* another student's id in the header */
    COPIED,  /* the samples of the student before */
    SCALED,  /* the same, times 0.9 */
    UNMEASURED,
    CUT,       /* samples.csv ends in the middle */
    PLAIN_RUN, /* the header names no student */
    GARBAGE,
    EMPTY,
    NOISY,   /* times of a busy machine */
    INVALID, /* a time that other load made invalid, with a right result */
    OUTSIDE, /* on CPUs that the process did not have */
    HOSTILE,
    KINDS
};

/* Which students are of it, and what they get: numbers (65 in all) and measurements (35). */
static const struct expected {
    int students;
    double numbers, measured;
    const char *why; /* in the sentence for `cpu_falls`, or for `sectors` if that is full */
} expected[KINDS] = {
    [RIGHT] = {13, 65, 35, "as measured (median) is within 2 to 40"},
    [WRONG] = {8, 0, 35, "is not "},
    [LATE] = {4, 0, 35, "was given after the run"},
    [CHANGED] = {2, 0, 35, "is not as it was written"},
    [FORGED] = {5, 65, 0, "results do not follow from their samples: line"},
    [RENAMED] = {2, 0, 0, "predictions.csv is of another student"},
    /* Each with the one before, who loses the same. */
    [COPIED] = {4, 65, 0, "rows are those of the hand-in of"},
    [SCALED] = {4, 65, 0, "rows are those of the hand-in of"},
    [UNMEASURED] = {4, 65, 0, "there is no results.csv"},
    [CUT] = {3, 65, 0, "results do not follow from their samples"},
    [PLAIN_RUN] = {1, 65, 0, "names no student and assignment"},
    [GARBAGE] = {1, 65, 0, "results cannot be read"},
    [EMPTY] = {1, 0, 0, "nothing names the student"},
    [NOISY] = {2, 65, 25, "measure again, the interval is wide: 0.6"},
    [INVALID] = {2, 65, 20, "not measured: the row of stride on cpu at stride=16 is not valid"},
    [OUTSIDE] = {2, 65, 0, "but the process was given the CPUs 4-7"},
    [HOSTILE] = {2, 65, 35, "as measured (median) is within 2 to 40"},
};

static const char *const hostile[] = {"<script>alert('x')</script>\";`touch pwned`;../../$(id)",
                                      "=cmd|' /C calc'!A0,\"a\",\\n & <b> \xc3\xbc"};

struct student {
    enum kind kind;
    char id[STUDENT_ID_MAX], folder[PATH_LONG];
    struct student_values values;
};

struct class_of_60 {
    char folder[64];
    struct assignment assignment;
    struct student students[STUDENTS];
};

static FILE *file_in(const struct student *student, const char *name, const char *mode)
{
    char path[PATH_LONG + 32];
    snprintf(path, sizeof path, "%s/%s", student->folder, name);
    FILE *file = fopen(path, mode);
    assert_non_null(file);
    return file;
}

static int64_t value_of(const struct class_of_60 *all, const struct student *student,
                        const char *name)
{
    for (int i = 0; i < all->assignment.value_count; i++)
        if (strcmp(all->assignment.values[i].name, name) == 0)
            return student->values.of[i];
    fail_msg("the assignment has no value %s", name);
    return 0;
}

/* On paper: a load touches 4 sectors times the stride (below 8), a store 4; the CPU reads a line of
 * 16 elements for 16 / stride of them, and writes whole ones. */
static double right_number(const struct class_of_60 *all, const struct student *student,
                           const char *id)
{
    const double stride = (double)value_of(all, student, "stride");
    const double members = (double)value_of(all, student, "members");
    const struct {
        const char *id;
        double number;
    } numbers[] = {{"sectors", (4 * stride + 4) / 2},
                   {"lines", (stride + 1) / 2},
                   {"shifted", (5 + 4) / 2.0},
                   {"struct", (4 * members + 4) / 8},
                   {"fraction", 2 / (stride + 1)},
                   {"floor", (32 + 4) / 8.0},
                   {"cpu_lines", 1000 * (stride + 1) / 32}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].id, id) == 0)
            return numbers[i].number;
    fail_msg("no number on paper for %s", id);
    return 0;
}

static void give_numbers(const struct class_of_60 *all, const struct student *student)
{
    struct new_number answers[QUESTIONS_MAX];
    int count = 0;
    for (int i = 0; i < all->assignment.question_count; i++) {
        const struct question *question = &all->assignment.questions[i];
        if (!question_asks(question))
            continue;
        const double right = right_number(all, student, question->id);
        answers[count++] = (struct new_number){
            question, student->kind == WRONG || student->kind == CHANGED ? 3 * right : right};
    }
    assert_int_equal(count, 7);
    assert_int_equal(predictions_add(student->folder, &all->assignment, student->id, answers, count,
                                     student->kind == LATE),
                     0);
}

/* Edits a row: ",N," becomes ",M,". */
static void change_numbers(const struct class_of_60 *all, const struct student *student)
{
    char text[4096], changed[4096] = "";
    FILE *file = file_in(student, "predictions.csv", "r");
    const size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    for (char *rest = text, *line; (line = strsep(&rest, "\n")) && *line;) {
        const size_t used = strlen(changed);
        const char *comma = strchr(line, ','), *more = comma ? strchr(comma + 1, ',') : NULL;
        char id[32];
        snprintf(id, sizeof id, "%.*s", comma ? (int)(comma - line) : 0, line);
        if (*line == '#' || strcmp(id, "question") == 0)
            snprintf(changed + used, sizeof changed - used, "%s\n", line);
        else
            snprintf(changed + used, sizeof changed - used, "%s,%.10g%s\n", id,
                     right_number(all, student, id), more);
    }
    file = file_in(student, "predictions.csv", "w");
    fputs(changed, file);
    fclose(file);
}

/* The header, with the digest of its lines unless somebody has renamed it since. */
static void write_header(FILE *out, const struct student *student, const char *id)
{
    char lines[1024], named[512] = "";
    if (student->kind != PLAIN_RUN)
        snprintf(named, sizeof named, "# assignment: coalescing\n# student: %s\n", student->id);
    snprintf(lines, sizeof lines,
             "# warpline: 0.1.0\n# host: node7\n# command: warpline run --on cpu --seed 1\n"
             "# date: 2099-01-01T00:00:00Z\n%s# points: 8 of 1 bytes\n# cpu: a processor\n"
             "# cpu_binding: by hwloc, over all CPUs that the process was given: %s\n",
             named, student->kind == OUTSIDE ? "4-7" : "0-1,3");
    const uint64_t digest = digest_add(digest_begin, lines, strlen(lines));
    const char *at = strstr(lines, "# student: ");
    if (at && strcmp(id, student->id) != 0)
        fprintf(out, "%.*s# student: %s%s", (int)(at - lines), lines, id, strchr(at, '\n'));
    else
        fputs(lines, out);
    fprintf(out, "# header_digest: %016llx\n", (unsigned long long)digest);
}

/* A point of a student's CPU. */
struct drawn {
    const char *study, *pattern, *parameter;
    int64_t value;
    double ns, samples[SAMPLES]; /* about so long */
    bool invalid;
};

/* Ten samples within 2 %, or half of them far above the others, with two decimals as the file has
 * them. */
static void draw_samples(struct drawn *drawn, uint64_t *state, double factor, bool noisy)
{
    for (int i = 0; i < SAMPLES; i++) {
        const double share = (double)(random_next(state) >> 40) / (1 << 24);
        const double load = noisy ? i % 2 ? 0.44 : -0.44 : 0;
        drawn->samples[i] =
            round(100 * factor * round(100 * drawn->ns * (0.99 + load + 0.02 * share)) / 100) / 100;
    }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* For a million steps on elements of 4 bytes. */
static int64_t footprint_of(const struct drawn *drawn)
{
    const int64_t steps = 1000000;
    const int64_t read = strcmp(drawn->pattern, "stride") == 0   ? (steps - 1) * drawn->value + 1
                         : strcmp(drawn->pattern, "offset") == 0 ? steps + drawn->value
                                                                 : steps;
    return (4 * read + 7) / 8 * 8 + 4 * steps; /* arrays are made of words of 8 bytes */
}

static void write_row(FILE *rows, FILE *samples, const struct drawn *drawn, int number,
                      double copy_gbps, double forged)
{
    const double useful_bytes = 8e6;
    double ordered[SAMPLES], low, high;
    memcpy(ordered, drawn->samples, sizeof ordered);
    qsort(ordered, SAMPLES, sizeof *ordered, by_size);
    evidence_interval(drawn->samples, SAMPLES, 1, &low, &high);
    const double median = forged * (ordered[SAMPLES / 2 - 1] + ordered[SAMPLES / 2]) / 2;
    const double gbps = useful_bytes / median;
    char value[24] = "-";
    if (strcmp(drawn->parameter, "-") != 0)
        snprintf(value, sizeof value, "%lld", (long long)drawn->value);
    fprintf(rows, "%s,%s,cpu,4,%s,%s,%lld,1000000,%.0f,%d,", drawn->study, drawn->pattern,
            drawn->parameter, value, (long long)footprint_of(drawn), useful_bytes, SAMPLES);
    if (drawn->invalid)
        fprintf(rows, "-,-,-,-,-,-,-,memory,-,no: other load,2,CPUs 0-1\n");
    else
        fprintf(rows, "%.2f,%.2f,%.2f,%.2f,%.2f,%.6g,%.4f,memory,-,yes,2,CPUs 0-1\n", median,
                forged * ordered[0], forged * ordered[SAMPLES - 1], forged * low, forged * high,
                gbps, gbps / copy_gbps);
    for (int i = 0; i < SAMPLES; i++)
        fprintf(samples, "%d,%d,%.2f\n", number, i, drawn->samples[i]);
}

/* The points that the assignment asks of a CPU. */
static int points_of(const struct class_of_60 *all, const struct student *student,
                     struct drawn points[ROWS_MOST])
{
    static const int64_t strides[] = {1, 2, 4, 8, 16};
    int count = 0;
    points[count++] = (struct drawn){"stride_by_stride", "copy", "-", 0, 1e6, {0}, false};
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++)
        points[count++] = (struct drawn){"stride_by_stride",
                                         "stride",
                                         "stride",
                                         strides[i],
                                         1e6 * (double)(1 + strides[i]) / 2,
                                         {0},
                                         student->kind == INVALID && strides[i] == 16};
    points[count++] = (struct drawn){"offset_by_offset", "copy", "-", 0, 1e6, {0}, false};
    points[count++] = (struct drawn){"offset_by_offset",
                                     "offset",
                                     "offset",
                                     value_of(all, student, "offset"),
                                     1.01e6,
                                     {0},
                                     false};
    return count;
}

/* `seed` says which run it was. */
static void write_results(const struct class_of_60 *all, const struct student *student,
                          uint64_t seed, double factor, const char *id)
{
    struct drawn points[ROWS_MOST];
    const int count = points_of(all, student, points);
    const double forged = student->kind == FORGED ? 1.0 / 3 : 1;
    double copies[2] = {0, 0};
    FILE *rows = file_in(student, "results.csv", "w"),
         *samples = file_in(student, "samples.csv", "w");
    write_header(rows, student, id);
    fputs(
        "study,pattern,target,element_bytes,parameter,value,footprint_bytes,elements,useful_bytes,"
        "samples,time_ns,time_min_ns,time_max_ns,ci_low_ns,ci_high_ns,bandwidth_gbps,"
        "fraction_of_copy,level,marks,valid,workers,ran_on\n",
        rows);
    fputs("# a sample is the time of one pass\npoint,sample,time_ns\n", samples);
    for (int i = 0; i < count; i++)
        draw_samples(&points[i], &seed, factor, student->kind == NOISY);
    /* Both studies have one copy, measured twice. */
    for (int i = 0; i < count; i++) {
        double sorted[SAMPLES];
        memcpy(sorted, points[i].samples, sizeof sorted);
        qsort(sorted, SAMPLES, sizeof *sorted, by_size);
        const double gbps = 8e6 / (forged * (sorted[SAMPLES / 2 - 1] + sorted[SAMPLES / 2]) / 2);
        if (strcmp(points[i].parameter, "-") == 0)
            copies[copies[0] > 0] = gbps;
        const double copy = copies[1] > 0 ? (copies[0] + copies[1]) / 2 : copies[0];
        write_row(rows, samples, &points[i], i, copy, forged);
    }
    fclose(rows);
    fclose(samples);
}

static void cut_samples(const struct student *student)
{
    char path[PATH_LONG + 32];
    snprintf(path, sizeof path, "%s/samples.csv", student->folder);
    assert_int_equal(truncate(path, 600), 0);
}

static void write_garbage(const struct student *student)
{
    FILE *file = file_in(student, "results.csv", "w");
    fputs("study,pattern\n<script>,\x01\x02;rm -rf .\n", file);
    fclose(file);
}

static void measure(const struct class_of_60 *all, int number)
{
    const struct student *student = &all->students[number];
    const bool copies = student->kind == COPIED || student->kind == SCALED;
    /* Every second of them has copied from the one before. */
    const bool copier = copies && number % 2;
    const uint64_t seed = 1000 * (uint64_t)(copier ? number - 1 : number) + 7;
    const double factor = student->kind == SCALED && copier ? 0.9 : 1;
    if (student->kind == UNMEASURED || student->kind == EMPTY)
        return;
    if (student->kind == GARBAGE)
        write_garbage(student);
    else
        write_results(all, student, seed, factor,
                      student->kind == RENAMED ? "somebody" : student->id);
    if (student->kind == CUT)
        cut_samples(student);
}

/* Kinds one after the other. */
static enum kind kind_of(int number)
{
    int kind = 0;
    for (int end = expected[0].students; number >= end; end += expected[++kind].students)
        assert_true(kind + 1 < KINDS);
    return (enum kind)kind;
}

static void make_student(struct class_of_60 *all, int number)
{
    struct student *student = &all->students[number];
    student->kind = kind_of(number);
    snprintf(student->id, sizeof student->id, "student%02d", number);
    if (student->kind == HOSTILE)
        snprintf(student->id, sizeof student->id, "%s", hostile[number - (STUDENTS - 2)]);
    snprintf(student->folder, sizeof student->folder, "%s/%02d%s", all->folder, number,
             student->kind == HOSTILE ? " <b>;`touch pwned` '\n\"," : "");
    assert_null(student_problem(student->id));
    assert_non_null(
        student_problem("m\xfcller")); /* a header holds plain text: values would differ */
    assert_int_equal(mkdir(student->folder, 0777), 0);
    student->values = student_values_of(&all->assignment, student->id);
    if (student->kind != EMPTY)
        give_numbers(all, student);
    if (student->kind == CHANGED)
        change_numbers(all, student);
    measure(all, number);
}

static int make_class(void **state)
{
    static struct class_of_60 all;
    snprintf(all.folder, sizeof all.folder, "/tmp/warpline-class-XXXXXX");
    assert_non_null(mkdtemp(all.folder));
    assert_int_equal(assignment_read(&all.assignment, "coalescing"), 0);
    for (int i = 0; i < STUDENTS; i++)
        make_student(&all, i);
    *state = &all;
    return 0;
}

static int remove_class(void **state)
{
    static const char *const names[] = {"results.csv", "samples.csv", "predictions.csv"};
    struct class_of_60 *all = *state;
    char path[PATH_LONG + 32];
    for (int i = 0; i < STUDENTS; i++) {
        for (int j = 0; j < 3; j++) {
            snprintf(path, sizeof path, "%s/%s", all->students[i].folder, names[j]);
            (void)unlink(path);
        }
        (void)rmdir(all->students[i].folder);
    }
    (void)rmdir(all->folder);
    assignment_free(&all->assignment);
    return 0;
}

static struct grades graded(const struct class_of_60 *all)
{
    const char *folders[STUDENTS];
    struct grades grades;
    for (int i = 0; i < STUDENTS; i++)
        folders[i] = all->students[i].folder;
    grades_make(&grades, &all->assignment, folders, STUDENTS, GRADING);
    return grades;
}

static bool says(const struct grade *grade, int questions, const char *why)
{
    for (int i = 0; i < questions; i++)
        if (strstr(grade->marks[i].why, why))
            return true;
    return false;
}

static void test_points(void **state)
{
    const struct class_of_60 *all = *state;
    struct grades grades = graded(all);
    for (int i = 0; i < STUDENTS; i++) {
        const struct grade *grade = &grades.of[i];
        const struct expected *wanted = &expected[all->students[i].kind];
        double measured = 0;
        for (int j = 0; j < all->assignment.question_count; j++) {
            assert_true(grade->marks[j].why[0]);
            measured += question_asks(&all->assignment.questions[j]) ? 0 : grade->marks[j].points;
        }
        if (fabs(measured - wanted->measured) > 1e-9 ||
            fabs(grade->points - measured - wanted->numbers) > 1e-9 ||
            !says(grade, all->assignment.question_count, wanted->why))
            fail_msg("student %d of kind %d has %g + %g points, not %g + %g: %s; %s", i,
                     all->students[i].kind, grade->points - measured, measured, wanted->numbers,
                     wanted->measured, grade->marks[0].why, grade->marks[7].why);
    }
    grades_free(&grades);
}

/* Line ends and byte order mark of a Windows editor. */
static void save_on_windows(const struct student *student, const char *folder, const char *name)
{
    char path[2 * PATH_LONG], *line = NULL;
    size_t room = 0;
    ssize_t length;
    FILE *in = file_in(student, name, "r");
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("\xEF\xBB\xBF", out);
    while ((length = getline(&line, &room, in)) > 0)
        fprintf(out, "%.*s\r\n", (int)length - 1, line);
    free(line);
    fclose(in);
    fclose(out);
}

/* CRLF, byte order marks, and a folder in a folder change nothing. */
static void test_transferred(void **state)
{
    static const char *const names[] = {"results.csv", "samples.csv", "predictions.csv"};
    const struct class_of_60 *all = *state;
    char outer[PATH_LONG], inner[PATH_LONG + 16], path[2 * PATH_LONG];
    const char *const folders[] = {outer};
    struct grades grades;
    snprintf(outer, sizeof outer, "%s/transferred", all->folder);
    snprintf(inner, sizeof inner, "%s/results", outer);
    assert_int_equal(mkdir(outer, 0777), 0);
    assert_int_equal(mkdir(inner, 0777), 0);
    for (int i = 0; i < 3; i++)
        save_on_windows(&all->students[0], inner, names[i]);
    grades_make(&grades, &all->assignment, folders, 1, GRADING);
    assert_string_equal(grades.of[0].note, "");
    assert_string_equal(grades.of[0].student, all->students[0].id);
    assert_true(fabs(grades.of[0].points - 100) < 1e-9);
    grades_free(&grades);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", inner, names[i]);
        (void)unlink(path);
    }
    (void)rmdir(inner);
    (void)rmdir(outer);
}

/* The text that a form of output is; the caller frees. */
static char *written(const struct class_of_60 *all, bool json)
{
    char *text = NULL;
    size_t size;
    struct grades grades = graded(all);
    FILE *out = open_memstream(&text, &size);
    if (json)
        grades_gradescope(out, &grades);
    else
        grades_csv(out, &grades);
    fclose(out);
    grades_free(&grades);
    return text;
}

static int fields_of(const char *line)
{
    int fields = 1;
    bool quoted = false;
    for (; *line; line++) {
        quoted ^= *line == '"';
        fields += *line == ',' && !quoted;
    }
    assert_false(quoted);
    return fields;
}

/* A line for each folder, each with as many fields, whatever its name holds. */
static void test_csv(void **state)
{
    const struct class_of_60 *all = *state;
    char *text = written(all, false), *rest = text, *line;
    int lines = 0;
    while ((line = strsep(&rest, "\n")) && *line) {
        assert_int_equal(fields_of(line), 8 + all->assignment.question_count + 2);
        lines++;
    }
    assert_int_equal(lines, STUDENTS + 1);
    free(text);
    text = written(all, false);
    assert_non_null(strstr(text, "\"'=cmd|"));
    assert_null(strstr(text, "\n\"=cmd"));
    free(text);
}

/* A key that Gradescope's specification of results.json names, and its possible values. */
struct documented {
    const char *key;
    json_type type;
    const char *const *values; /* NULL: any */
};
static const char *const formats[] = {"text", "html", "simple_format", "md", "ansi", NULL};
static const char *const visibilities[] = {"hidden", "after_due_date", "after_published", "visible",
                                           NULL};
static const char *const statuses[] = {"passed", "failed", NULL};
static const struct documented of_document[] = {{"score", JSON_REAL, NULL},
                                                {"execution_time", JSON_REAL, NULL},
                                                {"output", JSON_STRING, NULL},
                                                {"output_format", JSON_STRING, formats},
                                                {"test_output_format", JSON_STRING, formats},
                                                {"test_name_format", JSON_STRING, formats},
                                                {"visibility", JSON_STRING, visibilities},
                                                {"stdout_visibility", JSON_STRING, visibilities},
                                                {"extra_data", JSON_OBJECT, NULL},
                                                {"tests", JSON_ARRAY, NULL},
                                                {"leaderboard", JSON_ARRAY, NULL},
                                                {NULL, JSON_NULL, NULL}};
static const struct documented of_test[] = {{"score", JSON_REAL, NULL},
                                            {"max_score", JSON_REAL, NULL},
                                            {"status", JSON_STRING, statuses},
                                            {"name", JSON_STRING, NULL},
                                            {"name_format", JSON_STRING, formats},
                                            {"number", JSON_STRING, NULL},
                                            {"output", JSON_STRING, NULL},
                                            {"output_format", JSON_STRING, formats},
                                            {"tags", JSON_ARRAY, NULL},
                                            {"visibility", JSON_STRING, visibilities},
                                            {"extra_data", JSON_OBJECT, NULL},
                                            {NULL, JSON_NULL, NULL}};

static void assert_documented(json_t *object, const struct documented *known)
{
    const char *key;
    json_t *value;
    assert_true(json_is_object(object));
    json_object_foreach(object, key, value)
    {
        const struct documented *d = known;
        while (d->key && strcmp(d->key, key) != 0)
            d++;
        if (!d->key || json_typeof(value) != d->type)
            fail_msg("results.json has no %s of this kind", key);
        bool allowed = !d->values;
        for (int i = 0; !allowed && d->values[i]; i++)
            allowed = strcmp(d->values[i], json_string_value(value)) == 0;
        if (!allowed)
            fail_msg("%s may not be %s", key, json_string_value(value));
    }
}

/* Each line is a document with Gradescope's keys, and texts are data in it. The score is the sum of
 * the tests' (it would count more than they do), and none is above its most. */
static void assert_gradescope(json_t *value)
{
    double sum = 0;
    json_t *tests = json_object_get(value, "tests");
    assert_documented(value, of_document);
    for (size_t i = 0; i < json_array_size(tests); i++) {
        json_t *test = json_array_get(tests, i);
        const double score = json_number_value(json_object_get(test, "score"));
        const double most = json_number_value(json_object_get(test, "max_score"));
        assert_documented(test, of_test);
        assert_true(score >= 0 && score <= most);
        assert_int_equal(strcmp(json_string_value(json_object_get(test, "status")), "passed") == 0,
                         score >= most);
        sum += score;
    }
    assert_true(fabs(sum - json_number_value(json_object_get(value, "score"))) < 1e-6);
}

/* Autolab reads the last line: a document with the points of each problem, by its name there. */
static void test_autolab(void **state)
{
    const struct class_of_60 *all = *state;
    char *text = NULL, *rest, *why = NULL, *line;
    size_t size, why_size;
    struct grades grades = graded(all);
    FILE *out = open_memstream(&text, &size), *whys = open_memstream(&why, &why_size);
    grades_autolab(out, whys, &grades);
    fclose(out);
    fclose(whys);
    rest = text;
    for (int i = 0; i < STUDENTS; i++) {
        line = strsep(&rest, "\n");
        json_t *value = json_loads(line, 0, NULL), *scores = json_object_get(value, "scores");
        assert_int_equal(json_object_size(value), 1);
        assert_int_equal(json_object_size(scores), all->assignment.question_count);
        for (int q = 0; q < all->assignment.question_count; q++)
            assert_true(json_is_number(json_object_get(scores, all->assignment.questions[q].id)));
        json_decref(value);
    }
    assert_string_equal(rest, "");
    grades_free(&grades);
    free(text);
    free(why);
}

static void test_gradescope(void **state)
{
    const struct class_of_60 *all = *state;
    char *text = written(all, true), *rest = text, *line;
    for (int i = 0; i < STUDENTS; i++) {
        json_error_t error;
        line = strsep(&rest, "\n");
        json_t *value = json_loads(line, 0, &error);
        assert_non_null(value);
        json_t *tests = json_object_get(value, "tests"), *first = json_array_get(tests, 0);
        assert_int_equal(json_array_size(tests), all->assignment.question_count);
        assert_string_equal(json_string_value(json_object_get(first, "name")), "sectors");
        assert_string_equal(json_string_value(json_object_get(first, "output_format")), "text");
        assert_gradescope(value);
        const json_t *student = json_object_get(json_object_get(value, "extra_data"), "student");
        if (i == STUDENTS - 2)
            assert_string_equal(json_string_value(student), hostile[0]);
        json_decref(value);
    }
    free(text);
}

/* The hash is documented: it may never become another. */
static void test_own_values(void **state)
{
    const struct class_of_60 *all = *state;
    char text[256];
    int strides[8] = {0};
    const struct student_values first = student_values_of(&all->assignment, "alice");
    assert_string_equal(student_values_text(&all->assignment, &first, text, sizeof text),
                        "stride=7 offset=1 members=4");
    for (int i = 0; i < STUDENTS; i++)
        strides[value_of(all, &all->students[i], "stride")]++;
    /* Sixty students share four strides: none of them is rare. */
    assert_true(strides[3] > 5 && strides[5] > 5 && strides[6] > 5 && strides[7] > 5);
}

/* Places along 1, 2, 4, 8: the largest step, or where `other` is crossed; open where the intervals
 * of the values next to it overlap. */
static void test_places(void **state)
{
    enum { COUNT = 4 };
    static const struct {
        enum shape_kind shape;
        double of[COUNT], other[COUNT], half; /* of the width of all intervals */
        double low;                           /* of the place; NAN: none */
        bool open;
    } cases[] = {
        {SHAPE_KNEE, {1, 1, 3, 3}, {0}, 0, 2, false},
        {SHAPE_KNEE, {1, 1, 3, 3}, {0}, 0.9, 2, false},
        {SHAPE_KNEE, {1, 1.02, 1.01, 1.03}, {0}, 0.05, 1, true},
        {SHAPE_KNEE, {1, 1, 1, 1}, {0}, 0, NAN, false},
        {SHAPE_CROSSES, {1, 2, 3, 4}, {4, 3, 2, 1}, 0.1, 2, false},
        {SHAPE_CROSSES, {1, 2, 3, 4}, {4, 3, 2, 1}, 0.4, 2, false},
        {SHAPE_CROSSES, {1, 2, 3, 4}, {1.1, 2.1, 2.9, 3.9}, 0.2, 2, true},
        {SHAPE_CROSSES, {1, 2, 3, 4}, {2, 3, 4, 5}, 0.1, NAN, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct number_series of = {.count = COUNT}, other = {.count = COUNT};
        for (int k = 0; k < COUNT; k++) {
            const double half = cases[i].half, a = cases[i].of[k], b = cases[i].other[k];
            of.at[k] = other.at[k] = 1 << k;
            of.of[k] = (struct reading_of){a, a - half, a + half, false};
            other.of[k] = (struct reading_of){b, b - half, b + half, false};
        }
        const struct reading_of place = series_shape(cases[i].shape, &of, &other);
        print_message("case %zu\n", i);
        assert_int_equal(place.open, cases[i].open);
        if (isnan(cases[i].low))
            assert_true(isnan(place.value));
        else
            assert_near(place.low, cases[i].low, 0);
    }
}

/* Numbers are rounded by half of a hundredth at most, small ones by less. */
static void test_rounding(void **state)
{
    static const struct {
        double value, number, tolerance;
        bool is;
    } cases[] = {{0.103, 0.098, 0.05, true}, {0.103, 0.094, 0.05, false}, {2, 2.004, 0, true},
                 {2, 2.006, 0, false},       {0, 0.004, 0.1, true},       {17, 17.01, 0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double value = cases[i].value;
        const struct reading_of reading = {value, value, value, false};
        print_message("case %zu\n", i);
        assert_int_equal(reading_is(&reading, cases[i].number, cases[i].tolerance, false),
                         cases[i].is);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),     cmocka_unit_test(test_csv),
        cmocka_unit_test(test_gradescope), cmocka_unit_test(test_autolab),
        cmocka_unit_test(test_own_values), cmocka_unit_test(test_transferred),
        cmocka_unit_test(test_places),     cmocka_unit_test(test_rounding),
    };
    return cmocka_run_group_tests(tests, make_class, remove_class);
}
