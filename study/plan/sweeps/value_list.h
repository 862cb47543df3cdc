/* The values of a sweep, as the command line gives them: "64,256,1024", "1..32" (one by one,
 * or from power to power where there are only powers of two), "1..9+2" (two by two), "1..1024*2"
 * (times two), and several of these with commas between. */
#ifndef WARPLINE_VALUE_LIST_H
#define WARPLINE_VALUE_LIST_H

#include "patterns/pattern.h"

enum { VALUES_MAX = 96 };

struct value_list {
    int64_t value[VALUES_MAX]; /* in rising order, each once */
    int count;
};

/* Reads a list of a parameter's values, of which each must be one that it can have. 0, or
 * EXIT_USAGE after a message that names `option`. */
int value_list_read(const char *option, const struct parameter *parameter, const char *text,
                    struct value_list *list);

#endif
