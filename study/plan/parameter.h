/* Values of a pattern's parameters, read from the texts of a command line. */
#ifndef WARPLINE_PARAMETER_H
#define WARPLINE_PARAMETER_H

#include "patterns/pattern.h"

#include <stdbool.h>

enum { PARAMETER_NAME_MAX = 64, VALUES_MAX = 96 };

/* The pattern's parameter of that name; NULL where it has none. */
const struct parameter *parameter_find(const struct pattern *pattern, const char *name);

/* The same, or the size of elements or of the copy, which every pattern can be swept over. */
const struct parameter *parameter_any(const struct pattern *pattern, const char *name);

/* The value that the pattern's parameter of that name has in the shape; 0 where it has none. */
int64_t parameter_value(const struct pattern *pattern, const struct shape *shape, const char *name);

/* Whether its values are sizes, which may have units: its help then speaks of bytes. */
bool parameter_is_size(const struct parameter *parameter);

/* Reads one value. 0, or EXIT_USAGE after a message that names `option` ("option --set"), the value
 * and what would do. */
int parameter_read(const char *option, const struct parameter *parameter, const char *text,
                   int64_t *value);

/* Takes "name=value" apart: the value's text, NULL after a message where it is no such thing. */
const char *parameter_split(const char *option, const char *setting, char name[PARAMETER_NAME_MAX]);

/* EXIT_USAGE after a message that the pattern has no parameter `name`, and which it has. */
int parameter_unknown(const char *option, const struct pattern *pattern, const char *name);

/* Sets the parameter that "name=value" names. 0, or EXIT_USAGE after a message. */
int parameter_set(const char *option, const struct pattern *pattern, const char *setting,
                  struct shape *shape);

/* Whether parameters that bound one another do: 0, or EXIT_USAGE after a message. */
int parameter_bounds(const char *option, const struct pattern *pattern, const struct shape *shape);

/* The values of a sweep: "64,256,1024", "1..32" (one by one, or from power to power where there are
 * only powers of two), "1..9+2" (two by two), "1..1024*2" (times two), or several of these with
 * commas between. */
struct value_list {
    int64_t value[VALUES_MAX]; /* in rising order, each once */
    int count;
};

/* Reads a list of a parameter's values, of which each must be one that it can have. 0, or
 * EXIT_USAGE after a message that names `option`. */
int value_list_read(const char *option, const struct parameter *parameter, const char *text,
                    struct value_list *list);

#endif
