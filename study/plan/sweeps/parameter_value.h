/* Values of a pattern's parameters, as texts of the command line give them. */
#ifndef WARPLINE_PARAMETER_VALUE_H
#define WARPLINE_PARAMETER_VALUE_H

#include "patterns/pattern.h"

#include <stdbool.h>

enum { PARAMETER_NAME_MAX = 64 };

/* The pattern's parameter of that name; NULL where it has none. */
const struct parameter *parameter_find(const struct pattern *pattern, const char *name);

/* Its value in that shape. */
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

#endif
