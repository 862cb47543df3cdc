/* `warpline show PATTERN` or STUDY: what to know before measuring. */
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/base/units.h"
#include "study/code/listing.h"
#include "study/commands/commands.h"
#include "study/commands/look/forecast.h"
#include "study/loop/loop.h"
#include "study/own/compile/source_lines.h"
#include "study/own/own.h"
#include "study/plan/parameter.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"

#include <stdio.h>
#include <string.h>

enum {
    LABEL_WIDTH = 11,
    SERIES_WIDTH = 24,
    ADDRESSES_SHOWN = 8,
    LOADS_MOST = 4,
    ELEMENTS_SHOWN = 1 << 20
};

static const char *value_text(const struct parameter *parameter, int64_t value,
                              char text[SIZE_TEXT_MAX])
{
    if (parameter_is_size(parameter))
        return size_text(value, text);
    snprintf(text, SIZE_TEXT_MAX, "%lld", (long long)value);
    return text;
}

static void print_parameters(const struct pattern *pattern, const struct shape *shape)
{
    char text[TEXT_MAX], value[SIZE_TEXT_MAX], low[SIZE_TEXT_MAX], high[SIZE_TEXT_MAX];
    for (int i = 0; i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        snprintf(text, sizeof text, "%s = %s: %s (%s to %s%s)", p->name,
                 value_text(p, shape->value[i], value), p->help, value_text(p, p->low, low),
                 value_text(p, p->high, high), p->power_of_two ? ", powers of two" : "");
        printf("%-*s", LABEL_WIDTH, "parameter");
        print_wrapped(text, LABEL_WIDTH);
    }
}

/* Which eight accesses are shown together. */
enum shown {
    NEIGHBOURS, /* the first step of the first eight threads: lanes of one row, of one block */
    SUCCESSORS, /* the first eight steps of one thread */
};

static struct step shown_step(const struct pattern *pattern, const struct shape *shape,
                              enum shown shown, int load, int i)
{
    const bool neighbours = shown == NEIGHBOURS;
    return (struct step){.index = i,
                         .thread = neighbours ? i % shape->threads : 0,
                         .iteration = neighbours ? 0 : i,
                         .row_iteration = neighbours ? 0 : i,
                         .rows = 1,
                         .lane = i,
                         .load = load,
                         .variant = (int)pattern->variant(shape)};
}

/* The addresses of eight accesses, -1 for an access that is not made: load number `load` of each,
 * or the store if `load` is negative. */
static void find_addresses(const struct pattern *pattern, const struct shape *shape,
                           enum shown shown, int load, int64_t found[ADDRESSES_SHOWN])
{
    int64_t loaded, stored;
    for (int i = 0; i < ADDRESSES_SHOWN; i++) {
        const struct step e = shown_step(pattern, shape, shown, load < 0 ? 0 : load, i);
        pattern->addresses(shape, e, 1, &loaded, &stored);
        found[i] = load < 0 ? pattern->store(shape, e) : pattern->load(shape, e);
        if (stored < 0 || (load >= 0 && loaded < 0))
            found[i] = -1;
    }
}

static void print_addresses(const char *what, const int64_t addresses[ADDRESSES_SHOWN])
{
    printf("%s ", what);
    for (int i = 0; i < ADDRESSES_SHOWN; i++)
        if (addresses[i] < 0)
            printf(" -");
        else
            printf(" %lld", (long long)addresses[i]);
    printf(" ...\n");
}

/* Prints all loads of a step that differ from the one before. */
static void print_loads(const struct pattern *pattern, const struct shape *shape, enum shown shown)
{
    int64_t last[ADDRESSES_SHOWN] = {0}, found[ADDRESSES_SHOWN];
    const struct own_pattern *own = own_description(pattern);
    const int loads = own ? own->loads : LOADS_MOST;
    if (pattern->loads == 0)
        printf("reads       nothing\n");
    for (int load = 0; pattern->loads > 0 && load < loads; load++) {
        find_addresses(pattern, shape, shown, load, found);
        if (load > 0 && memcmp(found, last, sizeof found) == 0)
            return;
        print_addresses(load == 0 ? "reads     " : "    and   ", found);
        memcpy(last, found, sizeof last);
    }
}

static void print_steps(const struct pattern *pattern, const struct shape *shape, enum shown shown,
                        const char *whose)
{
    int64_t stores[ADDRESSES_SHOWN];
    printf("elements of %s%s:\n", whose,
           pattern->fields(shape) > 1 ? ", the first field of each" : "");
    print_loads(pattern, shape, shown);
    find_addresses(pattern, shape, shown, -1, stores);
    print_addresses("writes    ", stores);
}

/* Prints the order of accesses. A pattern that stores no elements has its own order. If each thread
 * has its own steps, there are two orders: that of a warp's lanes and that of a core. */
static void print_order(const struct pattern *pattern, const struct shape *shape)
{
    if (pattern->stores == 0) {
        printf("addresses  as the formula says\n");
        return;
    }
    print_steps(pattern, shape, NEIGHBOURS, "the first eight neighbouring threads");
    if (pattern->rounding == WHOLE_TURNS)
        print_steps(pattern, shape, SUCCESSORS, "the first thread, step after step");
}

/* Warns of divisions in the addresses of a user's own pattern, or in a user's loop. */
static void print_divisions(const struct pattern *pattern)
{
    char lines[TEXT_MAX], text[2 * TEXT_MAX];
    const char *file = own_file(pattern);
    if (pattern->loop)
        loop_divisions(pattern->loop, lines, sizeof lines);
    else if (file)
        lines_that_divide_by_values(file, lines, sizeof lines);
    if (!file || !*lines)
        return;
    snprintf(
        text, sizeof text,
        "%s divided by a value in line%s %s. On an H200 two such divisions leave "
        "2050 of a copy's 4210 GB/s, 480 if a number has more than 32 bits; on a core they "
        "take 8 times as long as shifts, which are vectorised. Divide by a constant, or shift.",
        pattern->loop ? "a whole number is" : "an address is",
        strchr(lines, ',') || strstr(lines, " and ") ? "s" : "", lines);
    printf("%-*s", LABEL_WIDTH, "division");
    print_wrapped(text, LABEL_WIDTH);
}

static void print_sizes(const struct pattern *pattern)
{
    printf("elements   of");
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
        if (pattern->sizes & bytes)
            printf("%s %d", pattern->sizes & (bytes - 1) ? "," : "", bytes);
    printf(" bytes\n");
}

static void print_pattern(const struct pattern *pattern, const struct shape *shape)
{
    printf("%s: %s\n\n    %s\n\n", pattern->name, pattern->help, pattern->formula);
    print_wrapped(pattern->lesson, 0);
    printf("\nsource     %s\n", pattern->source);
    if (pattern->no_cpu)
        printf("no CPU counterpart: %s\n", pattern->no_cpu);
    if (pattern->no_gpu)
        printf("no GPU counterpart: %s\n", pattern->no_gpu);
    if (!pattern->loop)
        print_sizes(pattern);
    print_parameters(pattern, shape);
    if (!pattern->loop)
        print_order(pattern, shape);
    print_divisions(pattern);
}

/* The studies that measure the pattern. */
static void print_studies(const struct pattern *pattern)
{
    char text[TEXT_MAX] = "";
    for (const struct study *s = study_catalogue; s->name; s++)
        if (study_sweeps(s, pattern->name))
            text_add(text, sizeof text, "%s%s", *text ? ", " : "", s->name);
    if (!*text)
        return;
    printf("%-*s", LABEL_WIDTH, "studies");
    print_wrapped(text, LABEL_WIDTH);
}

static int show_code(const struct pattern *pattern, const struct options *options)
{
    if (options->json)
        return complain(EXIT_USAGE, "option --code: it is text; leave --json out");
    return code_print(pattern, options->element_bytes ? (int)options->element_bytes
                                                      : element_bytes_near(pattern, 4));
}

static int show_pattern(const struct pattern *pattern, const struct options *options)
{
    struct shape shape = shape_standard(pattern, ELEMENTS_SHOWN, WARP_LANES);
    const struct plan_request request = options_request(options);
    int status = set_parameters(&shape, pattern, options);
    if (!status)
        status = forecast_check(pattern, &shape, &request, options->with);
    if (status)
        return status;
    shape.workers = 1; /* one warp */
    shape.elements = point_elements(pattern, &shape, ELEMENTS_SHOWN);
    if (options->code)
        return show_code(pattern, options);
    if (options->json)
        return document_pattern(pattern, &shape, &request, options->with);
    print_pattern(pattern, &shape);
    print_studies(pattern);
    return forecast_print(pattern, &shape, &request, options->with);
}

/* Prints the values of a sweep. */
static void print_sweep(const struct sweep *sweep)
{
    static const char *const kinds[] = {
        [SWEEP_POWERS] = "powers of two, up to a thread's elements",
        [SWEEP_WINDOWS] = "powers of two, up to all elements",
        [SWEEP_THREADS] = "powers of two, up to all threads",
        [SWEEP_FOOTPRINTS] = "8 KiB to memory, by the target's caches",
        [SWEEP_SIZES] = "8 KiB to 2 GiB",
        [SWEEP_ELEMENTS] = "the element sizes, in bytes",
        [SWEEP_TEAMS] = "numbers of teams",
        [SWEEP_WORKERS] = "up to a team's workers",
        [SWEEP_NODES] = "the NUMA nodes",
        [SWEEP_PAIRS] = "each pair of cores; a sample if there are many"};
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%s%s%s: %s", sweep->parameter, sweep->settings ? ", " : "",
             sweep->settings ? sweep->settings : "",
             sweep->full ? sweep->full : kinds[sweep->kind]);
    printf("  %-*s", SERIES_WIDTH - 2, sweep->pattern);
    print_wrapped(text, SERIES_WIDTH);
}

static void print_study(const struct study *study)
{
    const char *name;
    printf("study %s: ", study->name);
    print_wrapped(study->question, (int)strlen(study->name) + 8);
    if (study->lesson) {
        putchar('\n');
        print_wrapped(study->lesson, 0);
    }
    printf("\npatterns, and what is swept:\n");
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++)
        print_sweep(&study->sweeps[i]);
    printf("\nmeasure it:     warpline run %s\n", study->name);
    for (int i = 0; (name = study_pattern(study, i)); i++)
        printf("%swarpline show %s\n", i == 0 ? "see a pattern:  " : "                ", name);
}

/* A study takes no options, which say how a pattern is shown. */
static int show_study(const struct study *study, const struct options *options)
{
    if (options->code || options->setting_count || options->on || options->footprint_bytes ||
        options->with || options->element_bytes)
        return complain(EXIT_USAGE,
                        "argument %s: a study is shown without options; they are for a pattern, "
                        "such as %s",
                        study->name, study->sweeps[0].pattern);
    if (options->json)
        document_study(study);
    else
        print_study(study);
    return EXIT_DONE;
}

int show_command(const struct options *options)
{
    const struct pattern *pattern = pattern_find(options->names[0]);
    const struct study *study = study_find(options->names[0]);
    if (pattern)
        return show_pattern(pattern, options);
    return study ? show_study(study, options) : plan_unknown_name(options->names[0]);
}
