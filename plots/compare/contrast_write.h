/* The output formats of a comparison. */
#ifndef PLOTS_COMPARE_CONTRAST_WRITE_H
#define PLOTS_COMPARE_CONTRAST_WRITE_H

#include "plots/compare/contrast.h"

#include <stdio.h>

struct contrast_form {
    const char *name; /* as in --format */
    /* `names` are the labels of A and B. 0 or -ENOMEM. */
    int (*write)(FILE *out, const struct contrast *contrast, const char *const names[2]);
};

/* All formats, the default first, ended by one without a name. */
extern const struct contrast_form contrast_forms[];

#endif
