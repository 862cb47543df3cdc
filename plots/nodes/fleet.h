/* A fleet: the speeds of many nodes' targets, and how each compares with those of its kind.
 *
 * A member is one target of one node. Its kind is its target's title (the name of the processor or
 * GPU), and it is compared with all members of that kind. For each point of each member one number
 * is stored, and no samples. */
#ifndef PLOTS_NODES_FLEET_H
#define PLOTS_NODES_FLEET_H

#include "plots/compare/verdict.h"
#include "plots/data/names.h"
#include "plots/data/row_reader.h"
#include "plots/fleet/roll_call.h"

#include <stdbool.h>
#include <stdio.h>

enum { FLEET_CLASSES_MAX = 1 + 16, REASON_MAX = 512 };

struct fleet;

/* A point on any target: names as in results.csv. */
struct fleet_point {
    const char *study, *pattern, *element, *parameter, *value, *settings, *class;
    int class_number, number; /* of the class, and of the point */
};

/* A fact about a member besides its title: the key, with % for the target, and the value. */
struct member_fact {
    const char *key, *value;
};
enum { FACTS_MAX = 13 };

/* The speed of a member divided by that of its kind: the median over the points of a class. */
struct class_speed {
    int points; /* 0: no speed */
    struct estimate ratio;
    double chance;           /* how far others are from 1 by chance, as a logarithm */
    struct comparison speed; /* verdict with an interval at least as wide as `chance` */
};

/* is_off: the whole interval is beyond the threshold. is_doubtful: only the ratio is. */
bool is_off(const struct class_speed *of);
bool is_doubtful(const struct class_speed *of);

struct member {
    const char *node, *target, *kind;
    float *speed; /* accesses per nanosecond, by point number; NAN if there is none */
    int room;
    int rows, invalid, throttled, low_clock, shared, disturbed, quota;
    struct member_fact facts[FACTS_MAX];
    int fact_count;
    struct class_speed class[FLEET_CLASSES_MAX]; /* by class number */
    int worst; /* the class that deviates most, or ALL_CLASSES, NO_CLASS */
    int doubt; /* if no class is off: the doubtful class that deviates most */
};

/* The first class number is that of all classes together. */
enum { NO_CLASS = -1, ALL_CLASSES };

struct fleet {
    double threshold; /* 0.05 */
    const char *(*class_of)(const char *pattern);
    const struct axis *(*axis_of)(const char *study, const char *parameter);
    struct names names;
    void *tree; /* holds the points */
    struct fleet_point **points;
    int count, room;
    const char *classes[FLEET_CLASSES_MAX]; /* names */
    int class_count;
    struct member *members;
    int member_count, member_room;
    const char **kinds; /* titles, in order of appearance */
    int kind_count, kind_room;
    struct roll roll; /* the nodes */
    int contradicted;
};

/* A fleet that is zeroed except for threshold and class_of is empty. Adds all nodes of a folder,
 * which must be of the same program as all others. 0, or a negative errno with the problem. */
int fleet_add(struct fleet *fleet, const char *folder, char *problem, size_t problem_size);

/* Compares all members with their kinds, and sorts them: first the outliers, with the largest
 * deviation first, then the doubtful ones. */
void fleet_judge(struct fleet *fleet);

/* Whether a member was compared: its kind has enough members, and some of its points are theirs
 * too. */
bool member_judged(const struct member *member);

/* Whether it was not, although its kind has enough members. */
bool member_without_times(const struct fleet *fleet, const struct member *member);

/* The speed of a kind at a point: the median and the outer tenths of its members; false if no
 * member has the point. `room` holds as many numbers as there are members. */
struct band {
    double low, median, high; /* accesses per nanosecond */
    int members;
};
bool fleet_band(const struct fleet *fleet, const char *kind, int point, double *room,
                struct band *band);

/* The likely reason for a member's deviation, from its rows and headers, or "". Returns text. */
const char *member_reason(const struct fleet *fleet, const struct member *member,
                          char text[REASON_MAX]);

void fleet_free(struct fleet *fleet);

/* band_figure.c: the figures, a panel for each pattern and parameter of a study. Each kind has a
 * line, the median of its members, and a band from their lowest tenth to their highest (with fewer
 * than eleven members: all of them). Under the report folder, data/bands.gp has the numbers of all
 * panels; gnuplot draws STUDY-NN.svg from it, also by hand: `cd REPORT && gnuplot data/bands.gp`.
 */

/* The colour of a kind, by its number in fleet->kinds; the colours repeat. */
const char *band_colour(int kind);

/* Writes data/bands.gp, which uses the scripts in `plots_dir`. 0, or a negative errno with a line
 * in `problem`. */
int bands_write(const struct fleet *fleet, const char *report_dir, const char *plots_dir,
                char *problem, size_t problem_size);

/* Writes the panels of a study that gnuplot has drawn, as elements of an HTML page. */
void bands_inline(FILE *out, const struct fleet *fleet, const char *study, const char *report_dir);

#endif
