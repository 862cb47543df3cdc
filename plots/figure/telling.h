/* What a report is told of a study, by whoever knows the studies: this is the contract.
 *
 * plots/ knows result files alone. The question of a study, how its figure is drawn and what its
 * caption says come in a `struct telling` for each study. Studies without one get a general figure
 * and caption.
 */
#ifndef PLOTS_TELLING_H
#define PLOTS_TELLING_H

#include "plots/figure/quantity.h"

#include <stdbool.h>
#include <stddef.h>

struct dataset;

enum { AXES = 2, PANELS = 2, SENTENCES_MAX = 2 };

enum across {
    ACROSS_LINEAR,
    ACROSS_LOG,      /* to base 2 */
    ACROSS_BY_RANGE, /* logarithmic where the values are above zero and span a wide range */
};

/* How the values on a logarithmic axis are written. */
enum tics {
    TICS_NUMBERS,
    TICS_COUNTS, /* 64 Ki */
    TICS_SIZES,  /* 64 KiB */
};

/* Which targets' caches stand as lines over a panel, and where. */
enum cache_marks {
    CACHES_UNMARKED,
    CACHES_AT_BYTES,    /* the axis counts bytes */
    CACHES_AT_ELEMENTS, /* the axis counts elements */
};

/* The axis across: the parameter that is swept. */
struct axis {
    const char *label; /* % is the number of bytes of an element; NULL: the parameter's name */
    const char *words; /* of the values 1, 2, 3..., with `|` between, where they are no amounts */
    bool bytes;        /* the values count bytes */
    enum across scale;
    enum tics tics;
    const char *tics_at;           /* "1, 2, 4"; NULL: everywhere that is round */
    int tics_every;                /* 0: as gnuplot likes */
    int tics_between;              /* small ones, from one to the next; 0: none */
    const char *parameter;         /* whose axis it is, where a study sweeps two */
    const char *start_is, *end_is; /* what the first and the last value mean; NULL: nothing */
    enum cache_marks caches;
    bool every_worker;  /* visits all of what the axis counts: one worker's caches are the marks */
    bool listed;        /* the values are cases: between two of them there is no line */
    bool element_added; /* where a point stands is the value and the bytes of an element */
};

/* The axis up. */
enum up {
    UP_BY_RANGE,        /* logarithmic where the values span a wide range; linear for fractions */
    UP_BY_RANGE_ALWAYS, /* for fractions too */
    UP_LINEAR,
    UP_LOG,
    UP_BY_FACTORS, /* logarithmic from a factor of 3 on: for costs that double and double again */
};

struct shown_quantity {
    const struct quantity *quantity; /* NULL: no panel */
    enum up up;
};

/* What a pattern's lesson leads one to expect. */
enum lesson {
    LESSON_NONE,
    LESSON_EQUAL,   /* no difference of more than a tenth */
    LESSON_RISING,  /* the larger the value the faster */
    LESSON_FALLING, /* the smaller the value the faster */
    LESSON_FASTER,  /* the first of a pair is faster than the second */
    LESSON_SLOWER,
};

/* What a sentence of a caption states; caption/caption.h says how each is worked out. */
enum remark {
    REMARK_NONE,
    REMARK_RANKING,  /* the fastest and the slowest points */
    REMARK_BEST,     /* the fastest alone */
    REMARK_CONTRAST, /* what one target's best choice costs the other */
    REMARK_PAIRS,    /* how many times as fast one pattern is as another */
    REMARK_COURSE,   /* the first and the last point of each series */
    REMARK_HALF,     /* where the speed falls below half of the best */
    REMARK_ENOUGH,   /* the smallest value that reaches nine tenths of the best */
    REMARK_FREE,     /* the largest value that adds at most a tenth to the time */
    REMARK_LEVELS,   /* the amounts in each level of memory */
    REMARK_JOURNEY,  /* after how many passes the transfers have paid off */
    REMARKS
};

/* One sentence of a caption: what it states, of which points. */
struct sentence {
    enum remark remark;
    const char *place; /* of a point: as write_place (caption/wording.h) has it; NULL: "at $ %" */
    const char *of;    /* its patterns: "soa aos"; of pairs "cyclic order, soa aos"; NULL: all */
    int sign;          /* of the value that it is about: 1 the largest, -1 the smallest, 0 all */
    enum lesson on_cpu, on_gpu;
};

/* How a study is shown. */
struct presentation {
    struct axis axes[AXES];               /* the second where it sweeps two parameters */
    struct shown_quantity panels[PANELS]; /* left and right; without a right one: one wide panel */
    const struct quantity *told;          /* in sentences; NULL: the left panel's */
    bool apart;         /* a panel for CPUs and one for GPUs, however few the lines are */
    bool together;      /* both kinds of target in one panel, however many */
    const char *groups; /* of patterns, a panel each: "aos soa|aos_write soa_write"; NULL: one */
    struct sentence sentences[SENTENCES_MAX];
};

struct telling {
    const char *study;    /* its name; NULL ends a list */
    const char *group;    /* what the list of studies puts it under: neighbours in a list */
    const char *question; /* title of the figure and of the section */
    bool alone;           /* one worker makes all accesses: the caches are those that it can use */
    const struct presentation *shown;
};

/* What the results themselves say of a study. */
struct told_by_header {
    struct telling telling;
    struct presentation shown;
};

/* The telling of a study of which the header of its results has the lines `# STUDY_question: `,
 * `# STUDY_axis: ` and, where the axis counts bytes, `# STUDY_unit: bytes`: it stands in `told` and
 * refers to `set`. The general one where there are none. */
const struct telling *telling_by_header(const struct dataset *set, const char *study,
                                        struct told_by_header *told);

/* What is told of studies that nobody knows. */
extern const struct telling telling_general;

/* The telling of that study in a list (or NULL), else the general one. */
const struct telling *telling_of(const struct telling *list, const char *study);

/* The axis of that parameter. */
const struct axis *telling_axis(const struct telling *telling, const char *parameter);

/* The value of a point's parameter: bytes with their unit, a case by its word. */
void telling_value(char *text, size_t size, const struct telling *telling, const struct row *point);

/* The same of where it stands on its axis, which may count the element's bytes too. */
void telling_place(char *text, size_t size, const struct telling *telling, const struct row *point);

/* The quantity that sentences are about: one that every point drawn has. Looks at all of them: a
 * chart keeps it as `told`. */
const struct quantity *told_quantity(const struct chart *chart);

/* "64 KiB". */
void telling_bytes(char *text, size_t size, double bytes);

/* Which of `groups` a pattern is in, from 0; the first where none names it. */
int telling_group(const char *groups, const char *pattern);

/* Writes value number `value` of `words` ("a|b|c", from 1) into `text`. False if there is none. */
bool telling_word(const char *words, double value, char *text, size_t size);

#endif
