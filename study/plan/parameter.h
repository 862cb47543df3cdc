/* Values of a pattern's parameters, read from the texts of a command line. */
#ifndef WARPLINE_PARAMETER_H
#define WARPLINE_PARAMETER_H

#include "patterns/pattern.h"

#include <stdbool.h>

enum { PARAMETER_NAME_MAX = 64, VALUE_LIST_MAX = 96 };

/* The pattern's parameter of that name; NULL if it has none. */
const struct parameter *parameter_find(const struct pattern *pattern, const char *name);

/* Places that are parameters of every pattern: the NUMA node of a CPU's threads, and that of their
 * memory or of the host's end of transfers. */
enum { CPU_NODE = PARAMETERS_MAX, MEMORY_NODE, PARAMETER_NUMBERS };

/* The number of a pattern's parameter or of one of these; -1: it has none of that name. */
int parameter_number(const struct pattern *pattern, const char *name);

/* The parameter of that number; NULL if the pattern has fewer. */
const struct parameter *parameter_numbered(const struct pattern *pattern, int number);

/* The same by name, or the size of elements or of the copy: what every pattern can be swept over.
 */
const struct parameter *parameter_any(const struct pattern *pattern, const char *name);

/* The value that the pattern's parameter of that name has in the shape; 0 if it has none. */
int64_t parameter_value(const struct pattern *pattern, const struct shape *shape, const char *name);

/* Whether a parameter can have the value. */
bool parameter_allows(const struct parameter *parameter, int64_t value);

/* Whether its values are sizes, which may have units: its help then mentions bytes. */
bool parameter_is_size(const struct parameter *parameter);

/* Reads one value. Returns 0, or EXIT_USAGE after a message that names `option` ("option --set"),
 * the value and what would work. */
int parameter_read(const char *option, const struct parameter *parameter, const char *text,
                   int64_t *value);

/* Splits "name=value": returns the value's text, or NULL after a message if it has another form. */
const char *parameter_split(const char *option, const char *setting, char name[PARAMETER_NAME_MAX]);

/* Returns EXIT_USAGE after a message that the pattern has no parameter `name`, and which it has. */
int parameter_unknown(const char *option, const struct pattern *pattern, const char *name);

/* Reads "name=value" of a parameter that the pattern or every point has: *number is that of
 * parameter_numbered. Returns 0, or EXIT_USAGE after a message. */
int parameter_setting(const char *option, const struct pattern *pattern, const char *setting,
                      int *number, int64_t *value);

/* Checks parameters that limit one another. Returns 0, or EXIT_USAGE after a message. */
int parameter_bounds(const char *option, const struct pattern *pattern, const struct shape *shape);

/* The values of a sweep: "64,256,1024", "1..32" (one by one, or by powers where only powers of two
 * are allowed), "1..9+2" (two by two), "1..1024*2" (times two), or several of these with commas
 * between. */
struct value_list {
    int64_t value[VALUE_LIST_MAX]; /* in rising order, each once */
    int count;
};

/* Reads a list of a parameter's values, each of which must be valid for it. Returns 0, or
 * EXIT_USAGE after a message that names `option`. */
int value_list_read(const char *option, const struct parameter *parameter, const char *text,
                    struct value_list *list);

#endif
