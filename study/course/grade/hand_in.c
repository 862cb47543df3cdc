#include "study/course/grade/hand_in.h"

#include "plots/verify/follows.h"
#include "study/base/file.h"
#include "study/base/text.h"
#include "study/course/grade/evidence.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

__attribute__((format(printf, 2, 3))) static void say(char *text, const char *format, ...)
{
    char raw[HAND_IN_TEXT_MAX];
    va_list arguments;
    if (text[0])
        return; /* keep the first reason */
    va_start(arguments, format);
    vsnprintf(raw, sizeof raw, format, arguments);
    va_end(arguments);
    quote_plain(raw, text, HAND_IN_TEXT_MAX);
}

enum { WORK_FILES = 4 };
static const char *const work_files[WORK_FILES] = {"results.csv", "predictions.csv", "samples.csv",
                                                   "ceilings.csv"};

static bool has_work(const char *folder)
{
    char path[PATH_TEXT_MAX + 32];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, work_files[i]);
        if (access(path, F_OK) == 0)
            return true;
    }
    return false;
}

/* A link would show the work of others, or the teacher's files. */
static void refuse_links(struct hand_in *hand_in)
{
    char path[PATH_TEXT_MAX + 32];
    for (int i = 0; i < WORK_FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", hand_in->work, work_files[i]);
        if (path_is_link(path)) {
            say(hand_in->not_measured, "%s is a link; hand in the file itself", work_files[i]);
            say(hand_in->not_predicted, "%s is a link; hand in the file itself", work_files[i]);
        }
    }
}

/* Archives often contain the folder in another folder: if exactly one subfolder of the hand-in
 * contains the work, that one is read. */
static void find_work(struct hand_in *hand_in)
{
    char path[PATH_TEXT_MAX];
    int found = 0;
    const struct dirent *entry;
    snprintf(hand_in->work, sizeof hand_in->work, "%s", hand_in->folder);
    DIR *entries = has_work(hand_in->folder) ? NULL : opendir(hand_in->folder);
    while (entries && (entry = readdir(entries))) {
        if (entry->d_name[0] != '.' &&
            snprintf(path, sizeof path, "%s/%s", hand_in->folder, entry->d_name) <
                (int)sizeof path &&
            !path_is_link(path) && has_work(path) && found++ == 0)
            snprintf(hand_in->work, sizeof hand_in->work, "%s", path);
    }
    if (entries)
        closedir(entries);
    if (found <= 1)
        return;
    snprintf(hand_in->work, sizeof hand_in->work, "%s", hand_in->folder);
    say(hand_in->not_measured, "there are %d folders with work; hand in one", found);
    say(hand_in->not_predicted, "there are %d folders with work; hand in one", found);
}

/* Keeps the first doubt. */
static void take_doubt(void *context, const struct doubt *doubt)
{
    struct hand_in *hand_in = context;
    if (doubt->line)
        say(hand_in->not_measured, "results do not follow from their samples: line %d: %s",
            doubt->line, doubt->text);
    else
        say(hand_in->not_measured, "results do not follow from their samples: %s", doubt->text);
}

static void check_results(struct hand_in *hand_in, int number, struct copy_search *copies)
{
    struct follows follows;
    char problem[PATH_MAX + 256];
    const struct follows_options options = {.interval = evidence_interval,
                                            .bytes = evidence_bytes,
                                            .copies = copies,
                                            .owner = number,
                                            .tell = take_doubt,
                                            .context = hand_in};
    const int code =
        follows_check(&hand_in->set, hand_in->work, &options, &follows, problem, sizeof problem);
    if (code)
        say(hand_in->not_measured, "results cannot be read: %s", problem);
}

/* Reads whose results these are, and of which assignment. */
static void take_names(struct hand_in *hand_in, const struct assignment *assignment)
{
    const char *student = table_header_value(&hand_in->set.table, "student");
    const char *of = table_header_value(&hand_in->set.table, "assignment");
    if (!student || !of) {
        say(hand_in->not_measured, "results.csv names no student and assignment; measure with "
                                   "warpline course run");
    } else if (strcmp(of, assignment->name) != 0) {
        say(hand_in->not_measured, "results.csv is of assignment %.48s", of);
    } else if (student_problem(student)) {
        say(hand_in->not_measured, "the student in results.csv %s", student_problem(student));
    } else {
        snprintf(hand_in->student, sizeof hand_in->student, "%s", student);
        hand_in->measured = true;
    }
}

/* Reads results.csv and samples.csv, if they exist. */
static void read_results(struct hand_in *hand_in, const struct assignment *assignment, int number,
                         struct copy_search *copies)
{
    char problem[PATH_MAX + 256];
    const int code = dataset_read(&hand_in->set, hand_in->work, NULL, problem, sizeof problem);
    if (code == -ENOENT)
        say(hand_in->not_measured, "there is no results.csv");
    else if (code)
        say(hand_in->not_measured, "results cannot be read: %s", problem);
    if (code)
        return;
    take_names(hand_in, assignment);
    check_results(hand_in, number, copies);
}

/* Predictions of another student do not count. */
static void take_predictions(struct hand_in *hand_in, const struct assignment *assignment)
{
    struct predictions *given = &hand_in->predictions;
    const char *began = hand_in->measured ? table_header_value(&hand_in->set.table, "date") : NULL;
    char problem[PATH_MAX + 256];
    const int code = predictions_read(given, assignment, hand_in->work, began ? began : "", problem,
                                      sizeof problem);
    if (code)
        say(hand_in->not_predicted, "predictions cannot be read: %s", problem);
    else if (!given->there)
        say(hand_in->not_predicted, "there is no predictions.csv");
    else if (strcmp(given->assignment, assignment->name) != 0)
        say(hand_in->not_predicted, "predictions.csv is of assignment %.48s", given->assignment);
    else if (student_problem(given->student))
        say(hand_in->not_predicted, "the student in predictions.csv %s",
            student_problem(given->student));
    else if (!hand_in->student[0])
        snprintf(hand_in->student, sizeof hand_in->student, "%s", given->student);
    else if (strcmp(given->student, hand_in->student) != 0)
        say(hand_in->not_predicted, "predictions.csv is of another student, %.96s", given->student);
}

void hand_in_read(struct hand_in *hand_in, const struct assignment *assignment, const char *folder,
                  int number, struct copy_search *copies)
{
    struct stat stat_of;
    *hand_in = (struct hand_in){.folder = folder};
    const char *why = stat(folder, &stat_of) != 0 ? strerror(errno)
                      : !S_ISDIR(stat_of.st_mode) ? "it is no folder"
                                                  : NULL;
    hand_in->there = !why;
    if (why) {
        say(hand_in->not_measured, "there is no such folder: %s", why);
        say(hand_in->not_predicted, "there is no such folder: %s", why);
        return;
    }
    find_work(hand_in);
    refuse_links(hand_in);
    if (hand_in->not_measured[0])
        return;
    read_results(hand_in, assignment, number, copies);
    take_predictions(hand_in, assignment);
    hand_in->values = student_values_of(assignment, hand_in->student);
}

void hand_in_free(struct hand_in *hand_in)
{
    dataset_free(&hand_in->set);
}
