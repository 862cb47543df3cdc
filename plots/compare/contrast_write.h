/* A comparison, written. */
#ifndef PLOTS_COMPARE_CONTRAST_WRITE_H
#define PLOTS_COMPARE_CONTRAST_WRITE_H

#include "plots/compare/contrast.h"

#include <stdio.h>

struct contrast_form {
    const char *name; /* as --format takes it */
    /* `names` are what A and B were called. 0 or -ENOMEM. */
    int (*write)(FILE *out, const struct contrast *contrast, const char *const names[2]);
};

/* All forms, the first the default, ended by one without a name. */
extern const struct contrast_form contrast_forms[];

#endif
