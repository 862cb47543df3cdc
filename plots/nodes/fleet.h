/* A fleet: the speeds of many nodes' targets, and how each compares with those of its kind.
 *
 * A member is one target of one node. Its kind is its target's title (the processor's or GPU's
 * name), and the fleet that it is compared with are the members of that kind. Of each point of each
 * member one number is kept, and nothing of its samples. */
#ifndef PLOTS_NODES_FLEET_H
#define PLOTS_NODES_FLEET_H

#include "plots/compare/verdict.h"
#include "plots/data/names.h"
#include "plots/data/row_reader.h"

#include <stdbool.h>

enum { FLEET_CLASSES_MAX = 16, REASON_MAX = 512 };

struct fleet;

/* A point of whatever target: names as in results.csv. */
struct fleet_point {
    const char *study, *pattern, *element, *parameter, *value, *settings, *class;
    int class_number, number; /* of the class, and of itself */
};

/* What a member says of itself, beside the title: the key, with % for the target, and the value. */
struct member_fact {
    const char *key, *value;
};
enum { FACTS_MAX = 13 };

/* How fast a member is over its kind: the median over the points of a class. */
struct class_speed {
    int points; /* 0: none, and no speed */
    struct estimate ratio;
    double chance;           /* how far from 1 others are by chance, as a logarithm */
    struct comparison speed; /* by an interval that is not narrower than that */
};

/* Whether the whole interval is beyond the threshold; whether the ratio is, and no more is known.
 */
bool is_off(const struct class_speed *of);
bool is_doubtful(const struct fleet *fleet, const struct class_speed *of);

struct member {
    const char *node, *target, *kind;
    float *speed; /* accesses a nanosecond by point number; NAN where there is none */
    int room;
    int rows, invalid, throttled, low_clock, shared, disturbed;
    struct member_fact facts[FACTS_MAX];
    int fact_count;
    struct class_speed all, class[FLEET_CLASSES_MAX]; /* by class number */
    int worst; /* class that is farthest off, or ALL_CLASSES, NO_CLASS */
    int doubt; /* where none is off, the doubtful class that is farthest from 1 */
};

enum { ALL_CLASSES = -1, NO_CLASS = -2 };

/* Of a class or of ALL_CLASSES. */
const struct class_speed *member_speed(const struct member *member, int class);

struct fleet {
    double threshold; /* 0.05 */
    const char *(*class_of)(const char *pattern);
    struct names names;
    void *tree; /* of points */
    struct fleet_point **points;
    int count, room;
    const char *classes[FLEET_CLASSES_MAX];
    int class_count;
    struct member *members;
    int member_count, member_room;
    const char **kinds; /* titles, in the order in which they were met */
    int kind_count;
    int node_count, contradicted;
    const char *version, *commit; /* of the program, as the first folder has them */
};

/* Zeroed but for threshold and class_of, it is empty. Adds all nodes of a folder, of the same
 * program as all others. 0, or a negative errno with the problem. */
int fleet_add(struct fleet *fleet, const char *folder, char *problem, size_t problem_size);

/* Compares all members with their kinds, and puts them in order: the one that is farthest off
 * first, the doubtful ones behind those that are off. 0 or -ENOMEM. */
int fleet_judge(struct fleet *fleet);

/* Whether a member was compared: its kind has enough members, and it has speeds that others have.
 */
bool member_judged(const struct member *member);

/* How a kind does at a point: the median and the tenths of its members; false where no member has
 * it. `room` is for as many numbers as there are members. */
struct band {
    double low, median, high; /* accesses a nanosecond */
    int members;
};
bool fleet_band(const struct fleet *fleet, const char *kind, int point, double *room,
                struct band *band);

/* Why a member may be off, as far as its rows and headers say, or "". Returns text. */
const char *member_reason(const struct fleet *fleet, const struct member *member,
                          char text[REASON_MAX]);

void fleet_free(struct fleet *fleet);

#endif
