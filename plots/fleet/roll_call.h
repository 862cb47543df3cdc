/* A roll call of the nodes in results: whether each has all points that its run planned, the header
 * that the run wrote, and samples that no other node has.
 *
 * For each folder call roll_folder, then roll_row with each of its rows; at the end roll_end. A
 * zeroed struct is empty. */
#ifndef PLOTS_FLEET_ROLL_CALL_H
#define PLOTS_FLEET_ROLL_CALL_H

#include "plots/data/names.h"
#include "plots/data/row_reader.h"

struct roll_node {
    const char *name;
    int folder;       /* the number of the first folder that has it; -1: none has */
    bool merged;      /* one of its folders has merged results */
    bool edited;      /* a line of its header was changed */
    int points;       /* rows */
    int contradicted; /* rows whose samples are missing or say otherwise */
    int planned;      /* 0: unknown, as in older results */
    int digested;     /* rows whose samples were looked at */
    int twin, same;   /* another node with the same samples, and in how many rows; 0 rows: none */
    const char *plan;
    const char *target; /* those of which most rows have no valid time; NULL: there is none */
    int invalid, rows;  /* of these */
};

/* The samples of a row. */
struct roll_samples {
    uint64_t digest;
    int node;
};

struct roll {
    const char *program[2]; /* version and commit in the first folder */
    bool apart;             /* a node in two folders is two runs, not parts of one */
    struct roll_node *of;
    int count, room;
    int joined; /* a node of the last folder that an earlier folder has, too; -1: there is none */
    struct names names;
    struct roll_samples *samples;
    int sample_count, sample_room;
    int last; /* node of the last row */
};

/* Adds the nodes that a folder's header names. */
void roll_folder(struct roll *roll, const struct rows *rows, int folder);

/* Whether all folders are of one program: another has other kernels, so its nodes would seem
 * outliers. If not, -EINVAL with the problem. */
int roll_program(struct roll *roll, const struct rows *rows);

/* Counts a row of these nodes. */
void roll_row(struct roll *roll, const struct measured *row);

/* Notes that of the rows of a node's target most have no valid time. */
void roll_invalid(struct roll *roll, const char *node, const char *target, int invalid, int rows);

/* Adds those of the nodes in `list`, separated by commas, that no folder has. Folders NAME.gpu0 are
 * of node NAME. */
void roll_expect(struct roll *roll, const char *list);

/* Finds nodes with the same samples. Two honest measurements never have them: the first rows are
 * compared, and three must be equal, of a node with few rows half of these. */
void roll_end(struct roll *roll);

enum { ROLL_TEXT_MAX = NODE_NAME_MAX + PATH_MAX + 64 };

/* The name of a node, followed by its folder if `folders` is not NULL. Returns text. */
const char *roll_name(const struct roll *roll, int node, char *const *folders,
                      char text[ROLL_TEXT_MAX]);

/* What is wrong with a node's results, in words ("4 of 11 points"); "" if nothing is. Returns
 * text. */
const char *roll_doubt(const struct roll *roll, int node, char *const *folders,
                       char text[ROLL_TEXT_MAX]);

/* Whether one of these reasons is more than times that other load made invalid. */
bool roll_is_wrong(const struct roll *roll, int number);

/* The number of nodes that lack points, or samples of them. */
int roll_incomplete(const struct roll *roll);

void roll_free(struct roll *roll);

#endif
