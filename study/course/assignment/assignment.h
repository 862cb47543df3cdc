/* An assignment: a teacher's questions, from a YAML file; warpline-course(5) describes every field
 * for teachers. Reading it checks the whole file: a student never meets a mistake of the file. */
#ifndef WARPLINE_ASSIGNMENT_H
#define WARPLINE_ASSIGNMENT_H

#include "patterns/pattern.h"
#include "study/course/assignment/yaml_tree.h"

#include <stdbool.h>
#include <stdint.h>

struct quantity;

enum {
    ASSIGNMENT_NAME_MAX = 48,
    QUESTIONS_MAX = 40,
    VALUES_MAX = 16,
    CHOICES_MAX = 64,
    SWEPT_MAX_POINTS = 32,
    EXAMPLES_MAX = 16,
};

/* A value that differs between students: each gets one of these. */
struct value_choices {
    const char *name;
    int64_t choices[CHOICES_MAX];
    int count;
};

/* A number of the file: a literal, or one of the student's values. */
struct amount {
    const struct value_choices *own; /* NULL: `number` */
    int64_t number;
};

/* The kinds of questions; the score has a part for each. */
enum question_kind {
    KIND_PREDICTED, /* by the models, on a machine that is the same for everybody */
    KIND_MEASURED,  /* on the student's machine, or on the recorded one */
    KIND_CORRECT,   /* measured as requested, or computed right */
    QUESTION_KINDS
};

extern const struct question_kind_row {
    const char *name; /* in files, on sheets and in grades */
    bool has_number;  /* the answer is a quantity, from the student or from the teacher */
} question_kinds[QUESTION_KINDS];

/* The number that a question asks for. */
enum shape_kind {
    SHAPE_VALUE,    /* the quantity at one point */
    SHAPE_FALLS_BY, /* the quantity at the sweep's first value, divided by that at its last */
    SHAPE_KNEE,     /* where the quantity changes most from one value of the sweep to the next */
    SHAPE_LEVEL,    /* maximum divided by minimum, minus 1 */
    SHAPE_CROSSES,  /* the sweep's value at which it crosses that of another pattern */
    SHAPES
};

extern const struct shape_row {
    const char *name;  /* in files */
    bool is_place;     /* a value of the sweep; the other shapes are quantities */
    const char *words; /* words before those of the quantity */
} shapes[SHAPES];

/* The counts of the models. */
enum count_kind {
    COUNT_SECTORS_PER_REQUEST,
    COUNT_LINES_PER_REQUEST,
    COUNT_CONFLICT_DEGREE,
    COUNT_L1_MISSES, /* for each 1000 accesses */
    COUNT_L2_MISSES,
    COUNT_L3_MISSES,
    COUNT_TLB_MISSES,
    COUNT_MOVED_BYTES, /* for each useful byte */
    COUNTS
};

extern const struct count_row {
    const char *name;    /* in files */
    bool of_cpu, of_gpu; /* which side's models count it */
    const char *words;   /* on sheets */
} counts[COUNTS];

/* An example of what a student's plain loop computes. Mappings from its arguments to numbers, which
 * have been checked: parameters to one, arrays to lists. */
struct loop_example {
    int64_t n;                      /* iterations */
    const yaml_item *given, *gives; /* `given`: NULL for nothing */
};

struct question {
    const char *id, *text;
    const char *hint; /* what to look at again; NULL: the question's subject */
    enum question_kind kind;
    const struct pattern *pattern; /* NULL: the student's own */
    const char *file;              /* of the student's own pattern; NULL: there is none */
    /* What a file of KIND_CORRECT has to compute: the same as a pattern, or NULL and examples. */
    const struct pattern *like;
    struct loop_example examples[EXAMPLES_MAX];
    int example_count;
    const struct pattern *against; /* of SHAPE_CROSSES; NULL elsewhere */
    const char *on;                /* "cpu" or "gpu0" */
    struct {
        const char *name;
        struct amount amount;
    } set[PARAMETERS_MAX];
    int set_count;
    const char *sweep; /* its parameter; NULL: one point */
    struct amount swept[SWEPT_MAX_POINTS];
    int swept_count;
    enum shape_kind shape;
    enum count_kind count;           /* of KIND_PREDICTED */
    const struct quantity *quantity; /* of KIND_MEASURED */
    const char *quantity_name;
    bool expects; /* the number must be from `low` to `high`; else the student gives it */
    double low, high;
    double tolerance; /* of the student's number, as a fraction */
    double points;
};

struct assignment {
    struct yaml_tree tree; /* owns the texts below */
    char *bytes;
    char name[ASSIGNMENT_NAME_MAX];
    const char *title, *about;
    const char *explain; /* a question to answer in words; NULL: none */
    int64_t minutes;
    int64_t element_bytes, footprint_bytes; /* 0: the run's default */
    bool full;                              /* measured in the full form, not the quick one */
    double late;                            /* credit for a number given after the run, 0 to 1 */
    double pass;                            /* fraction of all points that passes */
    double points;                          /* total */
    struct value_choices values[VALUES_MAX];
    int value_count;
    struct question questions[QUESTIONS_MAX];
    int question_count;
    uint64_t digest; /* of the file's bytes */
};

/* Reads the file with that path, or the course of that name that came with the program. 0, or
 * EXIT_USAGE after a message with file and line. assignment_free in both cases. */
int assignment_read(struct assignment *assignment, const char *name);

void assignment_free(struct assignment *assignment);

/* The question with that id; NULL if there is none. */
const struct question *assignment_question(const struct assignment *assignment, const char *id);

/* Reads a mapping of the file as the next question; the values must have been read. False with the
 * problem in the assignment's tree. */
bool question_read(struct assignment *assignment, const yaml_item *item);

/* Reads a text that may have students' values in braces, as yaml_key has it. */
bool read_prose(struct yaml_tree *tree, const yaml_item *value, void *object);

/* Read keys of a question, as yaml_key has it: `examples` (examples.c), `set` and `sweep`
 * (set_and_sweep.c); and whether parameters stay within each other's bounds. */
bool examples_read(struct yaml_tree *tree, const yaml_item *item, void *object);
bool question_settings(struct yaml_tree *tree, const yaml_item *item, void *object);
bool question_sweep(struct yaml_tree *tree, const yaml_item *item, void *object);
bool question_bounds(struct yaml_tree *tree, const yaml_item *item, void *object);

/* Whether the student has to give a number for the question. */
bool question_asks(const struct question *question);

/* Whether `course run` measures something for it. */
bool question_is_run(const struct question *question);

#endif
