/* `warpline trace PATTERN`: the accesses of a pass in the format of valgrind's lackey
 * (--trace-mem=yes), for other cache simulators; or the misses in warpline's own simulator. */
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/plan/walks.h"
#include "study/trace/trace.h"

#include <stdio.h>

enum { TRACE_LINE_MAX = 48, ADDRESS_DIGITS = 8 };
static const int64_t footprint_standard = 65536;

/* A line that is being written, from its end backwards: a large pass has hundreds of millions of
 * lines. */
struct line {
    char text[TRACE_LINE_MAX];
    char *start;
};

static void put_number(struct line *line, uint64_t number, unsigned base, int digits)
{
    for (; number > 0 || digits > 0; number /= base, digits--)
        *--line->start = "0123456789abcdef"[number % base];
}

/* " L 10000000000,4": lackey's lines of loads, stores, and modifies (both at once). */
static bool print_access(void *with, const struct trace_access *access)
{
    struct line line = {.start = line.text + sizeof line.text};
    *--line.start = '\n';
    put_number(&line, (uint64_t)access->bytes, 10, 1);
    *--line.start = ',';
    put_number(&line, access->address, 16, ADDRESS_DIGITS);
    *--line.start = ' ';
    *--line.start = access->access == ACCESS_LOAD     ? 'L'
                    : access->access == ACCESS_ATOMIC ? 'M'
                                                      : 'S';
    *--line.start = ' ';
    const size_t length = (size_t)(line.text + sizeof line.text - line.start);
    *(bool *)with = true;
    return fwrite_unlocked(line.start, 1, length, stdout) == length;
}

/* A reader that closes the pipe early is no error. */
static int print_trace(const struct trace *trace)
{
    bool any = false;
    struct trace printed = *trace;
    printed.visit = print_access;
    printed.with = &any;
    (void)trace_walk(&printed);
    if (!any)
        return complain(EXIT_USAGE,
                        "pattern %s: all its accesses are in its tile, which no trace "
                        "has",
                        trace->pattern->name);
    return EXIT_DONE;
}

/* The shape of the trace: the pattern on the requested number of cores. */
static int make_shape(const struct pattern *pattern, const struct options *options,
                      int element_bytes, struct shape *shape)
{
    char problem[TEXT_MAX];
    const int64_t footprint =
        options->footprint_bytes ? options->footprint_bytes : footprint_standard;
    *shape = shape_standard(pattern, 1, 1);
    const int status = set_parameters(shape, pattern, options);
    if (status)
        return status;
    shape->workers = shape->threads = options->placing.cores ? options->placing.cores : 1;
    shape->elements = point_elements(pattern, shape, footprint / 2 / element_bytes);
    return fitting_check(pattern, shape, element_bytes, false, problem, sizeof problem)
               ? complain(EXIT_USAGE, "trace: pattern %s: %s", pattern->name, problem)
               : 0;
}

static int check_asked(const struct pattern *pattern, const struct options *options,
                       int element_bytes)
{
    if (pattern->no_cpu || !pattern->walk)
        return complain(EXIT_USAGE, "pattern %s: no CPU accesses to trace: %s", pattern->name,
                        pattern->no_cpu ? pattern->no_cpu
                                        : "it is the runtime or the driver that "
                                          "makes them");
    if (!(pattern->sizes & element_bytes))
        return complain(EXIT_USAGE, "option --element: %s has no elements of %d bytes",
                        pattern->name, element_bytes);
    if (options->cache_count && !options->simulate)
        return complain(EXIT_USAGE, "option --cache: a trace knows no caches; add --simulate");
    return 0;
}

int trace_command(const struct options *options)
{
    const struct pattern *pattern = pattern_named(options->names[0]);
    struct shape shape;
    struct cache_hierarchy caches;
    if (!pattern)
        return EXIT_USAGE;
    const int element_bytes =
        options->element_bytes ? (int)options->element_bytes : element_bytes_near(pattern, 4);
    int status = check_asked(pattern, options, element_bytes);
    if (!status)
        status = make_shape(pattern, options, element_bytes, &shape);
    if (!status && options->simulate)
        status = simulate_caches(options->caches, options->cache_count, &caches);
    if (status)
        return status;
    struct trace trace = {.pattern = pattern,
                          .shape = &shape,
                          .element_bytes = element_bytes,
                          .limit = options->limit};
    status = options->simulate ? simulate_print(&trace, &caches) : print_trace(&trace);
    if (!status && trace_left_out(&trace) > 0)
        complain(EXIT_DONE,
                 "trace: the last %lld of %lld steps are left out, too few for a whole tile",
                 (long long)trace_left_out(&trace), (long long)shape.elements);
    return status;
}
