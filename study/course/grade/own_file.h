/* A student's own pattern: a stranger's program. It is compiled and run in a sandbox only
 * (study/sandbox/), by `warpline course answer`; what that prints decides one question, and is
 * believed as little as possible:
 *
 * - correct: the sandbox prints the output of the pattern for given inputs. The grader itself
 *   compares it with what the pattern `like` makes of them, or with the examples, so only a right
 *   output counts.
 * - measured: the sandbox names the pattern and its parameters. The rows count if the header of the
 *   results has the digest of the very file.
 * - predicted: the sandbox counts, and its numbers are taken. A file that prints numbers itself
 *   gains the points of this question: that is seen by reading it. */
#ifndef WARPLINE_OWN_FILE_H
#define WARPLINE_OWN_FILE_H

#include "patterns/target.h"
#include "study/base/digest.h"
#include "study/base/process.h"
#include "study/course/grade/answers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    OWN_SIZES = 3,
    OWN_CASES_MAX = OWN_SIZES * SWEPT_MAX_POINTS,
    OWN_NAME_MAX = 64,
    OWN_OUTPUT_MOST = 32 << 20 /* bytes that a question's passes may write */
};
#define OWN_ASSIGNMENT "assignment.yaml"
#define OWN_PRINTED    "its file printed something else than an answer"

struct own_file {
    const struct assignment *assignment;
    const char *student;
    const char *name; /* of the file */
    bool answers;     /* clauses have the right numbers */
    bool ungraded;    /* set where the grader, not the file, is the reason for no answer */
    char *text;
    char digest[DIGEST_TEXT_MAX]; /* SHA-256 */
};

/* Reads the file in a hand-in's folder; no link. False with a clause in `problem`; own_file_free in
 * both cases. */
bool own_file_read(struct own_file *file, const char *folder, char *problem, size_t problem_size);

void own_file_free(struct own_file *file);

/* A question's file in a student's folder, loaded as the student's own run does: in no sandbox.
 * NULL with the reason in `problem`. */
const struct pattern *own_file_load(const struct question *question, const char *folder,
                                    char *problem, size_t problem_size);

/* The text of the assignment for a sandbox: that question, without what it is graded by. The caller
 * frees it. */
char *own_file_assignment(const struct own_file *file, const struct question *question);

/* Has a question answered in a sandbox. False with a clause; else the caller frees the end. If the
 * sandbox does not even answer about a plain copy, the file is `ungraded`. */
bool own_file_ask(struct own_file *file, const struct student_question *own, size_t bytes_most,
                  struct process_end *end, char *problem, size_t problem_size);

/* What the models count of it, along the sweep. False with a clause. */
bool own_file_series(struct own_file *file, const struct student_question *own,
                     struct number_series *series, char *problem, size_t problem_size);

/* The name, sizes and parameters of a pattern, for which to look among rows. */
struct own_row_facts {
    struct pattern pattern;
    char names[1 + PARAMETERS_MAX][OWN_NAME_MAX];
};
bool own_file_row(struct own_file *file, const struct student_question *own,
                  const struct dataset *set, struct own_row_facts *facts, char *problem,
                  size_t problem_size);

/* Whether it computes what the pattern `like` of the question does, or what its examples say
 * (own_examples.c); a clause in both cases. */
bool own_file_correct(struct own_file *file, const struct student_question *own, char *problem,
                      size_t problem_size);
bool own_file_examples(struct own_file *file, const struct student_question *own, char *problem,
                       size_t problem_size);

/* A pass whose output is compared: a point of the sweep, and a number of steps. */
struct own_case {
    int64_t swept, elements;
    int element_bytes;
    struct shape shape; /* of the pattern `like` */
    size_t out_bytes;   /* the same */
};
struct own_cases {
    struct own_case of[OWN_CASES_MAX];
    int count;
    size_t out_bytes; /* of all */
};

/* The same cases for the sandbox and for the grader. False with a clause. */
bool own_cases_of(struct own_cases *cases, const struct student_question *own, int element_bytes,
                  struct target *target, char *problem, size_t problem_size);

/* The shape of a case for a pattern: parameters by their names, as many steps. */
struct shape own_shape(const struct pattern *pattern, const struct student_question *own,
                       const struct own_case *c);

/* The assignment's element size, or the smallest that the pattern has. */
int own_bytes(const struct pattern *pattern, const struct assignment *assignment);

#endif
