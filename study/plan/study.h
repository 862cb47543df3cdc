/* The catalogue of studies: one row a study, with all that the program knows of it. */
#ifndef WARPLINE_STUDY_H
#define WARPLINE_STUDY_H

#include "plots/figure/telling.h"

#include <stdbool.h>

enum { SWEEPS_MAX = 32 };

/* How the values of a sweep are made. */
enum sweep_kind {
    SWEEP_LISTED,     /* the values below */
    SWEEP_POWERS,     /* powers of two from 1 to the iterations of a thread */
    SWEEP_WINDOWS,    /* powers of two from 1 to all elements */
    SWEEP_THREADS,    /* powers of two from 1, and all logical threads */
    SWEEP_FOOTPRINTS, /* footprints from 8 KiB to memory, by the target's cache levels */
    SWEEP_SIZES,      /* footprints from 8 KiB to 2 GiB, the same on all targets */
    SWEEP_ELEMENTS,   /* the pattern's element sizes, in bytes */
    SWEEP_TEAMS,      /* the values below, where a target has a choice of teams */
    SWEEP_WORKERS,    /* the values below up to the workers of a team, and all of its workers */
    SWEEP_LISTED_ELEMENTS, /* the values below are sizes of elements */
    SWEEP_NODES, /* NUMA nodes of the memory; on a CPU once for each node of its threads */
    SWEEP_PAIRS, /* the second core of a pair; a line for each first one; if there are many cores,
                    some of them */
    SWEEP_LISTED_FOOTPRINTS, /* the values below are sizes of both arrays of a copy */
};

/* One pattern swept over one parameter. */
struct sweep {
    const char *pattern;
    const char *parameter;
    enum sweep_kind kind;
    const char *quick, *full; /* values with blanks between */
    const char *settings;     /* parameters that are fixed: "chains=2 window=64"; NULL: none */
    int element_bytes;        /* 0: those of the other sweeps */
    const char *word;         /* the word that requested it (plan.h); NULL in the catalogue */
};

struct study {
    const char *name;
    const char *group; /* one of study_groups */
    const char *question;
    const char *lesson; /* why, beyond what its patterns' lessons say; NULL: nothing */
    bool no_copy;       /* there is no copy to compare with */
    const char
        *with; /* studies that are measured with it when it is named: its caption reads them */
    struct sweep sweeps[SWEEPS_MAX]; /* ends at the first without a pattern */
    struct presentation shown;       /* its figure and its caption */
};

/* The headings of lists of studies, in order; ended by NULL. */
extern const char *const study_groups[];

/* All studies, ended by a row without name. */
extern const struct study study_catalogue[];

/* The study of that name; NULL if there is none. */
const struct study *study_find(const char *name);

/* Whether the study sweeps the pattern of that name. */
bool study_sweeps(const struct study *study, const char *pattern);

/* The name of pattern number `number` of those that the study sweeps, each named once; NULL if
 * it has no more. */
const char *study_pattern(const struct study *study, int number);

/* The family of a built-in pattern; NULL for any other pattern. */
const char *class_of_pattern(const char *pattern);

#endif
