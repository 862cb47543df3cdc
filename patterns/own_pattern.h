/* The data that a user's own pattern exports besides its row, under the name warpline_own. */
#ifndef WARPLINE_OWN_PATTERN_H
#define WARPLINE_OWN_PATTERN_H

#include "patterns/pattern.h"

struct own_pattern {
    const struct pattern *pattern; /* NULL: the file has no row */
    const char *name;              /* the value of NAME; "NAME" if it is not defined */
    const char *meaning_text;      /* the same for MEANING */
    enum where where;
    int loads;    /* of one step */
    int variants; /* loop bodies */
    int64_t (*meaning)(const struct shape *shape, int64_t i, int k);
    expectation *expect;                            /* by MEANING */
    step_result *result;                            /* NULL: the value of its first load */
    bool (*uses)(const struct shape *shape, int k); /* whether the result depends on load k */
    const char *body;                               /* the file of the loop body */
    struct example {
        int64_t step, load, store; /* step and elements; -1: the step makes no such access */
    } const *examples;
    int example_count;
    /* The entry of the index array that a load or store reads, or NO_ENTRY, SEVERAL_ENTRIES. */
    int64_t (*entry)(const struct shape *shape, struct step step, bool store);
    count_expression *index_count; /* entries that are written; NULL: no index array */
    int64_t (*index_place)(const struct shape *shape, int64_t i); /* the place of entry number i */
};

/* That of most patterns. */
#define OWN_USUAL_BODY "patterns/kernel/load_store.h"

/* The symbol's name in a module, and that of the version for which the module was built. */
#define OWN_SYMBOL   "warpline_own"
#define STAMP_SYMBOL "warpline_stamp"

#endif
