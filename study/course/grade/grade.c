#include "study/course/grade/grade.h"

#include "patterns/target.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/base/units.h"
#include "study/course/grade/answers.h"
#include "study/course/grade/hand_in.h"
#include "study/course/grade/own_file.h"
#include "study/own/own.h"
#include "study/sandbox/sandbox.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The 95 % interval of a usual measurement has ends by less than this factor apart. */
static const double noise_most = 1.25;

/* The state of one grading of several hand-ins. */
struct grading {
    const struct assignment *assignment;
    struct hand_in *hand_ins;
    int count;
    struct dataset recorded; /* replaces a GPU that is not present */
    bool has_recorded;
    bool answers;    /* sentences have the right ones */
    bool rows_alone; /* no file is graded */
    struct model_answers known;
};

/* One question of one hand-in. */
struct marking {
    struct grading *grading;
    const struct hand_in *hand_in;
    const struct student_question *own;
    const struct question *question;
    const struct pattern *pattern;
    struct own_file *file;       /* NULL: the question is about a pattern of the program */
    struct own_row_facts *facts; /* room for those of the file's pattern */
    struct mark *mark;
};

__attribute__((format(printf, 3, 4))) static void award(const struct marking *marking, double share,
                                                        const char *format, ...)
{
    char raw[WHY_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    quote_plain(raw, marking->mark->why, sizeof marking->mark->why);
    marking->mark->points = share * marking->question->points;
}

/* Writes "17", or "2.1 to 2.3". */
static const char *reading_text(const struct reading_of *reading, char text[64])
{
    if (reading->high - reading->low < 1e-9 * fabs(reading->high))
        snprintf(text, 64, "%s", DIGITS(reading->value, 4));
    else
        snprintf(text, 64, "%s to %s", DIGITS(reading->low, 4), DIGITS(reading->high, 4));
    return text;
}

/* What to look at again: the teacher's hint, or the subject of the question. */
static const char *hint_of(const struct marking *marking, char text[WHY_MAX])
{
    if (marking->question->hint)
        snprintf(text, WHY_MAX, "%s", marking->question->hint);
    else
        question_about(marking->own, text, WHY_MAX);
    return text;
}

/* Marks the student's number. `by` names what it is compared with. */
static void mark_number(const struct marking *marking, const struct reading_of *truth,
                        const char *by)
{
    const struct given *given =
        &marking->hand_in->predictions
             .of[marking->question - marking->grading->assignment->questions];
    char text[WHY_MAX], is[64], right[96] = "";
    if (marking->grading->answers)
        snprintf(right, sizeof right, " (%s %s)", reading_text(truth, is), by);
    if (marking->hand_in->not_predicted[0])
        award(marking, 0, "no number counts: %s", marking->hand_in->not_predicted);
    else if (!given->there)
        award(marking, 0, "no number was given%s", right);
    else if (given->changed)
        award(marking, 0, "the line in predictions.csv is not as it was written");
    else if (!reading_is(truth, given->number, marking->question->tolerance,
                         shapes[marking->question->shape].is_place))
        award(marking, 0, "%s is not right%s; look again at: %s", DIGITS(given->number, 6), right,
              hint_of(marking, text));
    else if (given->late)
        award(marking, marking->grading->assignment->late,
              "%s is right%s, but was given after the run", DIGITS(given->number, 6), right);
    else
        award(marking, 1, "%s is right%s", DIGITS(given->number, 6), right);
}

/* Marks by the teacher's expectation. */
static void mark_expected(const struct marking *marking, const struct reading_of *truth,
                          const char *by)
{
    const struct question *question = marking->question;
    const bool good = truth->value >= question->low && truth->value <= question->high;
    award(marking, good, "%s %s is %swithin %s to %s", DIGITS(truth->value, 4), by,
          good ? "" : "not ", DIGITS(question->low, 4), DIGITS(question->high, 4));
}

/* Whether the measurement is too uncertain for the question: the median decides only if all of its
 * interval says the same, or the interval is as narrow as the question's tolerance; of a place, if
 * the values next to it differ by more than their intervals. */
static bool is_noise(const struct question *question, const struct reading_of *truth)
{
    const bool within = truth->low >= question->low && truth->high <= question->high;
    const double width = truth->high / truth->low;
    if (shapes[question->shape].is_place)
        return truth->open;
    if (question->expects)
        return !within && truth->high >= question->low && truth->low <= question->high &&
               width > noise_most;
    return width > fmax(noise_most, (1 + question->tolerance) * (1 + question->tolerance));
}

/* No points for want of a measurement that counts. */
static void miss(const struct marking *marking, const char *what, const char *why)
{
    award(marking, 0, "%s: %s", what, why);
    marking->mark->unmeasured = true;
}

static void mark_reading(const struct marking *marking, const struct reading_of *truth,
                         const char *by)
{
    char interval[64];
    if (isnan(truth->value))
        award(marking, 0, "there is no such %s %s", shapes[marking->question->shape].name, by);
    else if (is_noise(marking->question, truth))
        miss(marking, "measure again, the interval is wide", reading_text(truth, interval));
    else if (marking->question->expects)
        mark_expected(marking, truth, by);
    else
        mark_number(marking, truth, by);
}

/* The numbers of a pattern along the sweep, from the rows of a data set; NULL: from the models. */
static bool find_series(const struct marking *marking, const struct dataset *set,
                        const struct pattern *pattern, struct number_series *series, char *problem,
                        size_t size)
{
    struct grading *grading = marking->grading;
    const int bytes = (int)grading->assignment->element_bytes;
    if (set)
        return measured_series(set, marking->own, pattern, bytes, false, series, problem, size);
    return pattern
               ? model_series(&grading->known, marking->own, pattern, bytes, series, problem, size)
               : own_file_series(marking->file, marking->own, series, problem, size);
}

/* The question's number. False with a clause. */
static bool find_truth(const struct marking *marking, const struct dataset *set,
                       struct reading_of *truth, char *problem, size_t size)
{
    struct number_series series[2] = {{.count = 0}};
    const struct pattern *against = marking->question->against;
    if (!find_series(marking, set, marking->pattern, &series[0], problem, size) ||
        (against && !find_series(marking, set, against, &series[1], problem, size)))
        return false;
    *truth = series_shape(marking->question->shape, &series[0], &series[1]);
    return true;
}

/* No points, since a teacher has to decide. */
static void leave(const struct marking *marking, const char *why)
{
    char text[WHY_MAX];
    snprintf(text, sizeof text, "%s", why); /* which may be that of the mark */
    award(marking, 0, "not graded: %s", text);
    marking->mark->ungraded = true;
}

static void mark_predicted(const struct marking *marking)
{
    struct reading_of truth;
    char problem[TEXT_MAX] = "";
    if (find_truth(marking, NULL, &truth, problem, sizeof problem))
        mark_reading(marking, &truth, "by the model");
    else if (marking->file)
        award(marking, 0, "cannot be predicted: %s", problem);
    else
        leave(marking, problem);
}

/* If the student has no GPU, the recorded one's rows decide about the student's number. A teacher's
 * expectation of a measurement still needs the student's own measurement. */
static void mark_recorded(const struct marking *marking)
{
    struct reading_of truth;
    const struct grading *grading = marking->grading;
    char problem[TEXT_MAX] = "";
    if (marking->question->expects)
        award(marking, 0, "not measured: these results have no %s", marking->question->on);
    else if (!grading->has_recorded)
        award(marking, 0, "not measured, and there are no recorded results");
    else if (!find_truth(marking, &grading->recorded, &truth, problem, sizeof problem))
        award(marking, 0, "not measured, and in the recorded results of %s: %s", recorded_default,
              problem);
    else
        mark_reading(marking, &truth, "in the recorded results, for want of a GPU");
}

static void mark_measured(const struct marking *marking)
{
    const struct hand_in *hand_in = marking->hand_in;
    const struct question *question = marking->question;
    struct reading_of truth;
    char problem[TEXT_MAX] = "";
    const bool gpu = strcmp(question->on, "cpu") != 0;
    if (gpu && !measured_target(&hand_in->set, question->on))
        mark_recorded(marking);
    else if (hand_in->not_measured[0])
        miss(marking, "no measurement counts", hand_in->not_measured);
    else if (!find_truth(marking, &hand_in->set, &truth, problem, sizeof problem))
        miss(marking, "not measured", problem);
    else
        mark_reading(marking, &truth, "as measured (median)");
}

/* Every run checks a point against the host reference before it measures its time: a row is there
 * only if the result was right, whatever other load did to the time. */
static void mark_correct(const struct marking *marking)
{
    struct number_series series;
    const struct hand_in *hand_in = marking->hand_in;
    const int bytes = (int)marking->grading->assignment->element_bytes;
    char problem[TEXT_MAX] = "";
    if (hand_in->not_measured[0])
        miss(marking, "no measurement counts", hand_in->not_measured);
    else if (!measured_series(&hand_in->set, marking->own, marking->pattern, bytes, true, &series,
                              problem, sizeof problem))
        miss(marking, "not measured", problem);
    else
        award(marking, 1, "%d point%s measured, each with the right result", series.count,
              series.count == 1 ? "" : "s");
}

static void mark_by_part(const struct marking *marking)
{
    static void (*const by_part[QUESTION_KINDS])(const struct marking *) = {
        [KIND_PREDICTED] = mark_predicted,
        [KIND_MEASURED] = mark_measured,
        [KIND_CORRECT] = mark_correct,
    };
    by_part[marking->question->kind](marking);
}

static void mark_own_rows(struct marking *marking)
{
    char problem[WHY_MAX] = "";
    marking->pattern = &marking->facts->pattern;
    if (own_file_row(marking->file, marking->own, &marking->hand_in->set, marking->facts, problem,
                     sizeof problem))
        mark_measured(marking);
    else
        award(marking, 0, "%s", problem);
}

static void mark_own_result(const struct marking *marking)
{
    char problem[WHY_MAX] = "";
    award(marking, own_file_correct(marking->file, marking->own, problem, sizeof problem), "%s",
          problem);
}

/* Marks a question about a student's own pattern. */
static void mark_file(struct marking *marking)
{
    char problem[WHY_MAX] = "";
    struct own_file *file = marking->file;
    if (!own_file_read(file, marking->hand_in->work, problem, sizeof problem))
        award(marking, 0, "%s", problem);
    else if ((file->ungraded = !sandbox_works(problem, sizeof problem)))
        award(marking, 0, "a stranger's program runs only in a sandbox, but %s", problem);
    else if (marking->question->kind == KIND_CORRECT)
        mark_own_result(marking);
    else if (marking->question->kind == KIND_MEASURED)
        mark_own_rows(marking);
    else
        mark_predicted(marking);
    if (file->ungraded)
        leave(marking, marking->mark->why);
    own_file_free(file);
}

/* While a student measures: whether the rows of a file count, which the run has loaded. */
static void mark_loaded_rows(struct marking *marking)
{
    static char problem[OWN_PROBLEM_MAX];
    marking->pattern =
        own_file_load(marking->question, marking->hand_in->work, problem, sizeof problem);
    if (marking->pattern)
        mark_measured(marking);
    else
        award(marking, 0, "%.*s", (int)strcspn(problem, "\n"), problem);
}

static void mark_question(struct grading *grading, const struct hand_in *hand_in,
                          const struct question *question, struct mark *mark)
{
    const struct student_question own =
        student_question_of(grading->assignment, &hand_in->values, question);
    struct own_row_facts facts;
    struct own_file file = {.assignment = grading->assignment,
                            .student = hand_in->student,
                            .name = question->file,
                            .answers = grading->answers};
    struct marking marking = {.grading = grading,
                              .hand_in = hand_in,
                              .own = &own,
                              .question = question,
                              .pattern = question->pattern,
                              .file = question->file ? &file : NULL,
                              .facts = &facts,
                              .mark = mark};
    if (!hand_in->student[0])
        award(&marking, 0, "nothing names the student: %s",
              hand_in->not_measured[0] ? hand_in->not_measured : hand_in->not_predicted);
    else if (question->file && grading->rows_alone && question->kind == KIND_MEASURED)
        mark_loaded_rows(&marking);
    else if (question->file && grading->rows_alone)
        award(&marking, 0, "not graded yet");
    else if (question->file)
        mark_file(&marking);
    else
        mark_by_part(&marking);
}

static void grade_one(struct grading *grading, const struct hand_in *hand_in, struct grade *grade)
{
    const struct assignment *assignment = grading->assignment;
    *grade = (struct grade){.folder = hand_in->folder, .there = hand_in->there};
    snprintf(grade->student, sizeof grade->student, "%s", hand_in->student);
    if (hand_in->set.points && hand_in->not_measured[0])
        snprintf(grade->note, sizeof grade->note, "%.*s", WHY_MAX - 1, hand_in->not_measured);
    for (int i = 0; i < assignment->question_count; i++) {
        const struct question *question = &assignment->questions[i];
        mark_question(grading, hand_in, question, &grade->marks[i]);
        if (grade->marks[i].ungraded && !grade->note[0])
            snprintf(grade->note, sizeof grade->note, "question %s is %.*s", question->id,
                     WHY_MAX - 64, grade->marks[i].why);
        grade->parts[question->kind] += grade->marks[i].points;
        grade->points += grade->marks[i].points;
    }
}

/* Copied results count for neither student. */
static void mark_copy(struct hand_in *hand_in, const struct hand_in *other,
                      const struct copy_pair *pair)
{
    char raw[HAND_IN_TEXT_MAX], name[STUDENT_ID_MAX];
    if (hand_in == other)
        snprintf(raw, sizeof raw, "line %d of results.csv has the samples of line %d, times %.4g",
                 pair->line_b, pair->line_a, pair->scale);
    else
        snprintf(
            raw, sizeof raw, "%d rows are those of %s%s", pair->rows,
            other->folder ? "the hand-in of " : "",
            quote_plain(other->student[0] ? other->student : other->folder, name, sizeof name));
    quote_plain(raw, hand_in->not_measured, sizeof hand_in->not_measured);
}

static void find_copies(struct grading *grading, struct copy_search *copies)
{
    struct copy_pairs pairs;
    copy_search_find(copies, &pairs);
    for (int i = 0; i < pairs.count; i++) {
        struct hand_in *a = &grading->hand_ins[pairs.of[i].a],
                       *b = &grading->hand_ins[pairs.of[i].b];
        if (a == b && !a->folder)
            continue;
        if (a != b && a->student[0] && strcmp(a->student, b->student) == 0)
            continue; /* handed in twice */
        mark_copy(a, b, &pairs.of[i]);
        mark_copy(b, a, &pairs.of[i]);
    }
    free(pairs.of);
}

/* If two folders have the same student, one may belong to somebody else: the teacher has to
 * decide. */
static void note_namesakes(const struct grading *grading, struct grade *grades)
{
    char raw[WHY_MAX];
    for (int i = 0; i < grading->count; i++)
        for (int j = 0; j < grading->count; j++)
            if (i != j && grades[i].student[0] &&
                strcmp(grades[i].student, grades[j].student) == 0) {
                snprintf(raw, sizeof raw, "folder %.256s names the same student", grades[j].folder);
                quote_plain(raw, grades[i].note, sizeof grades[i].note);
            }
}

static void read_recorded(struct grading *grading)
{
    char folder[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + TEXT_MAX];
    grading->has_recorded =
        recorded_results(recorded_default, "results.csv", folder) &&
        dataset_read(&grading->recorded, folder, recorded_default, problem, sizeof problem) == 0;
}

/* The recorded rows are there for everybody to copy: they have the place after the last hand-in. */
static void add_recorded(struct grading *grading, struct copy_search *copies)
{
    struct hand_in *last = &grading->hand_ins[grading->count];
    snprintf(last->student, sizeof last->student, "the program's recorded results");
    for (int i = 0; i < grading->recorded.count; i++)
        copy_search_add(copies, grading->count, &grading->recorded.points[i]);
}

static void read_hand_ins(struct grading *grading, const char *const *folders)
{
    struct copy_search copies = {.of = NULL};
    if (grading->has_recorded)
        add_recorded(grading, &copies);
    for (int i = 0; i < grading->count; i++)
        hand_in_read(&grading->hand_ins[i], grading->assignment, folders[i], i, &copies);
    find_copies(grading, &copies);
    copy_search_free(&copies);
}

void grades_make(struct grades *grades, const struct assignment *assignment,
                 const char *const *folders, int count, enum grading_of of)
{
    struct grading grading = {.assignment = assignment,
                              .count = count,
                              .answers = of == GRADING_WITH_ANSWERS,
                              .rows_alone = of == GRADING_ROWS};
    *grades = (struct grades){.assignment = assignment, .count = count};
    read_recorded(&grading);
    grading.hand_ins = needed(calloc((size_t)count + 1, sizeof *grading.hand_ins));
    grades->of = needed(calloc((size_t)count, sizeof *grades->of));
    read_hand_ins(&grading, folders);
    for (int i = 0; i < count; i++)
        grade_one(&grading, &grading.hand_ins[i], &grades->of[i]);
    note_namesakes(&grading, grades->of);
    for (int i = 0; i < count; i++)
        hand_in_free(&grading.hand_ins[i]);
    dataset_free(&grading.recorded);
    model_answers_free(&grading.known);
    free(grading.hand_ins);
}

void grades_free(struct grades *grades)
{
    free(grades->of);
    grades->of = NULL;
}

bool grade_passes(const struct assignment *assignment, const struct grade *grade)
{
    return grade->points >= assignment->pass * assignment->points - 1e-9;
}
