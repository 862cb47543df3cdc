/* Presentation of a study, supplied by the caller, who knows the studies: this is the contract.
 *
 * plots/ knows only result files. The question of a study, the layout of its figure and the
 * sentences of its caption come in a `struct telling` for each study. Studies without one get a
 * general figure and caption. */
#ifndef PLOTS_TELLING_H
#define PLOTS_TELLING_H

#include "plots/figure/quantity.h"

#include <stdbool.h>
#include <stddef.h>

struct dataset;

enum { AXES = 2, PANELS = 2, SENTENCES_MAX = 3, SIGN_ALL = 2, SIGN_ENDS = 3 };

enum across {
    ACROSS_LINEAR,
    ACROSS_LOG,      /* base 2 */
    ACROSS_BY_RANGE, /* logarithmic if the values are above zero and span a wide range */
};

/* The format of the values on a logarithmic axis. */
enum tics {
    TICS_NUMBERS,
    TICS_COUNTS, /* 64 Ki */
    TICS_SIZES,  /* 64 KiB */
};

/* The targets whose caches are drawn as lines over a panel, and their position. */
enum cache_marks {
    CACHES_UNMARKED,
    CACHES_AT_BYTES,    /* the axis counts bytes */
    CACHES_AT_ELEMENTS, /* the axis counts elements */
};

/* The horizontal axis: the parameter that is swept. */
struct axis {
    const char *label;      /* % is the number of bytes of an element; NULL: the parameter's name */
    const char *counted[2]; /* what its values count, on a CPU and on a GPU; NULL: the parameter */
    const char *words;      /* words for the values 1, 2, 3... ("a|b|c"), if they are not amounts */
    bool bytes;             /* the values count bytes */
    enum across scale;
    enum tics tics;
    const char *tics_at;           /* "1, 2, 4"; NULL: every round value */
    int tics_every;                /* 0: gnuplot decides */
    int tics_between;              /* minor tics between two tics; 0: none */
    const char *parameter;         /* the parameter that it is for, if a study sweeps two */
    const char *start_is, *end_is; /* meaning of the first and the last value; NULL: none */
    enum cache_marks caches;
    bool every_worker;  /* each worker visits all that the axis counts: its own caches are marked */
    bool listed;        /* the values are cases: no line joins them */
    bool element_added; /* a point's position is the value plus the bytes of an element */
};

/* The vertical axis. */
enum up {
    UP_BY_RANGE,        /* logarithmic if the values span a wide range; linear for fractions */
    UP_BY_RANGE_ALWAYS, /* the same for fractions too */
    UP_LINEAR,
    UP_LOG,
    UP_BY_FACTORS, /* logarithmic from a factor of 3 on: for costs that double repeatedly */
};

struct shown_quantity {
    const struct quantity *quantity; /* NULL: no panel */
    enum up up;
};

/* The result that a pattern's lesson predicts. */
enum lesson {
    LESSON_NONE,
    LESSON_EQUAL,   /* no difference of more than 10 % */
    LESSON_RISING,  /* larger values are faster */
    LESSON_FALLING, /* smaller values are faster */
    LESSON_FASTER,  /* the first of a pair is faster than the second */
    LESSON_SLOWER,
};

/* The kinds of statement in a caption; caption/caption.h defines each. */
enum remark {
    REMARK_NONE,
    REMARK_RANKING,   /* the fastest and the slowest points */
    REMARK_BEST,      /* only the fastest point */
    REMARK_CONTRAST,  /* the cost of one target's best choice on the other */
    REMARK_PAIRS,     /* the speed of one pattern divided by that of another */
    REMARK_COURSE,    /* the first and the last point of each series */
    REMARK_HALF,      /* the value at which the speed falls below half of the best */
    REMARK_ENOUGH,    /* the smallest value that reaches 90 % of the best */
    REMARK_FREE,      /* the largest value that adds at most 10 % to the time */
    REMARK_LEVELS,    /* the plateaus in each level of memory */
    REMARK_STEPS,     /* the plateaus of the sweep */
    REMARK_REACH,     /* where a chase of one line in each page leaves the reach of a TLB */
    REMARK_SPAN,      /* the best level of memory against the farthest */
    REMARK_LOST,      /* where another value than `sign` costs more than 10 % */
    REMARK_AGAINST,   /* each value's speed against that of the value `sign` */
    REMARK_OPPOSITE,  /* what both ends of a sweep of chunks mean for a CPU and a GPU */
    REMARK_JOURNEY,   /* the number of passes after which the transfers have paid off */
    REMARK_DISTANCES, /* the median and the range of the pairs of each distance */
    REMARK_CACHES,    /* reported caches against the steps of a chase */
    REMARK_CORES,     /* cores that are reported apart, but are near */
    REMARK_NODES,     /* other NUMA nodes' memory against a core's own */
    REMARKS
};

/* One sentence of a caption: its statement and its points. */
struct sentence {
    enum remark remark;
    const char *place; /* format for write_place (caption/wording.h); NULL: "at $ %" */
    const char *of;    /* its patterns: "soa aos"; for pairs "cyclic order, soa aos"; NULL: all */
    const char *by;    /* the parameter of its series, if the study sweeps two; NULL: any */
    int sign;          /* the value that it is about: 1 the largest, -1 the smallest, 0 all; of
                        * pairs, 0 is the largest, SIGN_ALL all those in its level, and SIGN_ENDS
                        * the smallest and the largest; of values that are compared with one, that
                        * one, which larger ones are compared with, or if negative, all */
    enum lesson on_cpu, on_gpu;
};

/* The presentation of a study. */
struct presentation {
    struct axis axes[AXES]; /* the second is for studies with two parameters */
    struct axis
        down;      /* of a heat map: its second parameter, which points have among their settings */
    bool mirrored; /* a heat map whose two parameters can be exchanged */
    struct shown_quantity panels[PANELS]; /* left and right; without a right one: one wide panel */
    const struct quantity *told;          /* the quantity in sentences; NULL: the left panel's */
    const char *groups; /* patterns of each panel: "aos soa|aos_write soa_write"; NULL: one panel */
    struct sentence sentences[SENTENCES_MAX];
};

struct telling {
    const char *study;    /* its name; NULL ends a list */
    const char *group;    /* heading in the list of studies; members are adjacent in a list */
    const char *question; /* title of the figure and of the section */
    const char *lesson;   /* besides its patterns' own; NULL: none */
    bool alone;           /* one worker makes all accesses: marks show the caches it can use */
    const struct presentation *shown;
};

/* A telling from the header of the results. */
struct told_by_header {
    struct telling telling;
    struct presentation shown;
};

/* The telling of a study from the header lines `# STUDY_question: `, `# STUDY_axis: ` and, if the
 * axis counts bytes, `# STUDY_unit: bytes`. It is stored in `told` and refers to `set`. Without
 * these lines, the general telling. */
const struct telling *telling_by_header(const struct dataset *set, const char *study,
                                        struct told_by_header *told);

/* The telling of unknown studies. */
extern const struct telling telling_general;

/* The telling of that study in a list (or NULL), else the general one. */
const struct telling *telling_of(const struct telling *list, const char *study);

/* The axis of that parameter. */
const struct axis *axis_of(const struct presentation *shown, const char *parameter);

/* The value of a point's parameter: bytes with their unit, or the word of a case. */
void telling_value(char *text, size_t size, const struct telling *telling, const struct row *point);

/* The point's position on its axis, which may include the element's bytes. */
void telling_place(char *text, size_t size, const struct telling *telling, const struct row *point);

/* The quantity that sentences are about: one that every drawn point has. Visits all points, so a
 * chart stores the result as `told`. */
const struct quantity *told_quantity(const struct chart *chart);

/* A value on that axis: bytes with their unit, or the word of a case. */
void telling_amount(char *text, size_t size, const struct axis *axis, double value);

/* "64 KiB". */
void telling_bytes(char *text, size_t size, double bytes);

/* The group of a pattern in `groups`, from 0; the first if none names it. */
int telling_group(const char *groups, const char *pattern);

/* Whether `groups` names the pattern first in its group. */
bool telling_leads(const char *groups, const char *pattern);

/* Writes value number `value` of `words` ("a|b|c", from 1) into `text`. False if there is none. */
bool telling_word(const char *words, double value, char *text, size_t size);

#endif
