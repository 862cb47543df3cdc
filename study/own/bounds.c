#include "study/own/bounds.h"

#include "study/base/text.h"
#include "study/loop/loop.h"
#include "study/own/compile/source_lines.h"
#include "study/own/guard.h"
#include "study/own/own.h"
#include "study/plan/point.h"
#include "study/plan/walks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS_ALL = 1 << 17,  /* up to this number, all steps are checked */
    BLOCKS_AT_ENDS = 16,  /* with more steps, the first and the last blocks are checked ... */
    BLOCKS_SAMPLED = 128, /* ... and a sample of the blocks between */
    ENTRIES_ALL = 1 << 20,
    FIELDS_MOST = 8,
    PLACES_MOST = 1 << 22, /* elements of an output for which the storing step is recorded */
    INDEX_BYTES = 4,
    SINGLE_STEPS = 4096,
    FEW_STEPS = 4096,
    STEPS_COUNTED = 1000,
    PLACE_MAX = 512,
    SECONDS = 5, /* all checks of a point normally take a fraction of a second */
    SINGLE_SECONDS = 1
};

struct search {
    const struct bounds_point *point;
    int64_t length[ARRAYS];
    int32_t *stored_by; /* number of a step + 1, for each element of the output; NULL: not
                           recorded */
    bool stores_alone;  /* only stores are checked */
    const char *macro;  /* the macro that is being evaluated; NULL: all of a step */
    struct step single; /* a step that is evaluated by itself */
    int64_t step;       /* the step that was checked last */
    int64_t stores;     /* that the steps make */
    bool found;
    char *problem;
    size_t problem_size;
};

const char *bounds_place(const struct pattern *pattern, const char *macro, char *text, size_t size)
{
    const char *file = own_file(pattern);
    const int line = file ? line_of_macro(file, macro) : 0;
    if (!file)
        snprintf(text, size, "pattern %s: %s: ", pattern->name, macro);
    else if (line > 0)
        snprintf(text, size, "%s:%d: %s: ", file, line, macro);
    else
        snprintf(text, size, "%s: %s: ", file, macro);
    return text;
}

/* " (elements of 4 bytes, stride=2)". */
static void put_values(const struct bounds_point *point, char *text, size_t size)
{
    const struct pattern *pattern = point->pattern;
    snprintf(text, size, " (elements of %d byte%s", point->element_bytes,
             point->element_bytes > 1 ? "s" : "");
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        text_add(text, size, ", %s=%lld", pattern->parameters[i].name,
                 (long long)point->shape->value[i]);
    text_add(text, size, ")");
}

/* Keeps only the first sentence. */
__attribute__((format(printf, 3, 4))) static void tell(struct search *search, const char *macro,
                                                       const char *format, ...)
{
    char place[PLACE_MAX], values[PLACE_MAX], what[PLACE_MAX];
    va_list arguments;
    if (search->found)
        return;
    search->found = true;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    put_values(search->point, values, sizeof values);
    snprintf(search->problem, search->problem_size, "%s%s%s",
             bounds_place(search->point->pattern, macro, place, sizeof place), what, values);
}

static const char *const array_names[ARRAYS] = {"in", "out", "the index array", "the tile"};
static const char *const length_names[ARRAYS] = {"IN_LENGTH", "OUT_LENGTH", "INDEX_LENGTH", ""};

/* The length of an array, in words. */
static const char *extent(const struct search *search, enum request_array array, char text[128])
{
    const long long length = search->length[array];
    if (length == 0)
        snprintf(text, 128, "%s has no elements (%s is 0)", array_names[array],
                 length_names[array]);
    else if (length == 1)
        snprintf(text, 128, "%s has one element, number 0 (%s)", array_names[array],
                 length_names[array]);
    else
        snprintf(text, 128, "%s has %lld elements, 0 to %lld (%s)", array_names[array], length,
                 length - 1, length_names[array]);
    return text;
}

static void check_lengths(struct search *search)
{
    const struct pattern *pattern = search->point->pattern;
    const struct shape *shape = search->point->shape;
    count_expression *const lengths[ARRAYS] = {pattern->in_length, pattern->out_length,
                                               pattern->index_length, NULL};
    if (shape->elements <= 0)
        tell(search, "ELEMENTS", "a pass has %lld steps; it must have at least one",
             (long long)shape->elements);
    for (int i = 0; i < ARRAYS && !search->found; i++) {
        search->macro = length_names[i];
        search->length[i] = lengths[i] ? lengths[i](shape) : 0;
        if (search->length[i] < 0)
            tell(search, length_names[i], "the length is %lld in a pass of %lld steps",
                 (long long)search->length[i], (long long)shape->elements);
    }
    search->macro = "FIELDS";
    const int64_t fields = pattern->fields(shape);
    if (fields < 1 || fields > FIELDS_MOST)
        tell(search, "FIELDS", "a step has %lld fields; it may have 1 to %d", (long long)fields,
             FIELDS_MOST);
    const struct own_pattern *own = own_description(pattern);
    search->macro = "VARIANT";
    const int64_t variant = pattern->variant(shape);
    if (own && (variant < 1 || variant > own->variants))
        tell(search, "VARIANT", "it is %lld; use 1 to VARIANTS, which is %d", (long long)variant,
             own->variants);
}

/* Checks that the entries of an index array are written within it. */
static void check_entries(struct search *search)
{
    const struct own_pattern *own = own_description(search->point->pattern);
    const struct shape *shape = search->point->shape;
    if (!own || !own->index_count)
        return;
    search->macro = "INDEX_PLACE";
    const int64_t count = own->index_count(shape);
    const int64_t step = count > ENTRIES_ALL ? count / ENTRIES_ALL : 1;
    char text[128];
    for (int64_t n = 0; n < count && !search->found; n += step) {
        const int64_t i = n + step < count ? n : count - 1;
        const int64_t place = own->index_place(shape, i);
        if (place < 0 || place >= search->length[ARRAY_INDEX])
            tell(search, "INDEX_PLACE", "entry %lld would be written to place %lld, but %s",
                 (long long)i, (long long)place, extent(search, ARRAY_INDEX, text));
    }
}

static bool is_outside(const struct search *search, const struct request *request, int64_t element)
{
    const int64_t length = search->length[request->array];
    if (request->array == ARRAY_INDEX) /* its elements need not be entries */
        return element < 0 || (element + 1) * request->element_bytes > length * INDEX_BYTES;
    return request->array != ARRAY_TILE && (element < 0 || element >= length);
}

static void tell_outside(struct search *search, const struct request *request, int lane)
{
    const bool stores = request->access != ACCESS_LOAD;
    const int loads = search->point->pattern->loads;
    const char *macro = request->load < 0 ? "STORE" : "LOAD";
    char text[128], which[32] = "";
    if (request->element[lane] == SEVERAL_ENTRIES) {
        tell(search, macro,
             "step %lld reads several entries of the index array for one address; let it read one "
             "INDEX(...), and INDEX_VALUE give what they lead to",
             (long long)request->step + lane);
        return;
    }
    if (request->load >= 0 && loads > 1)
        snprintf(which, sizeof which, " (its load %d)", request->load);
    const int64_t step = request->step + lane;
    tell(search, macro, "step %lld of %lld %s element %lld of %s%s, but %s", (long long)step,
         (long long)search->point->shape->elements, stores ? "writes" : "reads",
         (long long)request->element[lane], array_names[request->array], which,
         extent(search, request->array, text));
}

/* Records which step stores to an element. */
static void note_store(struct search *search, int64_t element, int64_t step)
{
    if (!search->stored_by)
        return;
    const int64_t before = (int64_t)search->stored_by[element] - 1;
    if (before >= 0)
        tell(search, "STORE",
             "steps %lld and %lld both write element %lld of out; let each step write a separate "
             "element, or say what becomes of it: STORE_ACCESS ACCESS_ATOMIC adds, MEANING names "
             "the element that it is",
             (long long)before, (long long)step, (long long)element);
    search->stored_by[element] = (int32_t)step + 1;
}

static void visit(void *with, const struct request *request)
{
    struct search *search = with;
    search->step = request->step;
    for (int lane = 0; lane < WARP_LANES && !search->found; lane++) {
        const int64_t element = request->element[lane];
        const bool asked = request->made ? request->made >> lane & 1 : element >= 0;
        search->stores +=
            request->made && asked && request->load < 0 && request->array == ARRAY_OUT;
        if (asked && is_outside(search, request, element) && search->stores_alone)
            return;
        if (asked && is_outside(search, request, element))
            tell_outside(search, request, lane);
        else if (asked && request->array == ARRAY_OUT && request->access != ACCESS_LOAD)
            note_store(search, element, request->step + lane);
    }
}

/* Checks a load of a step, or its store if `load` is -1, as a request of one lane. */
static void check_single(struct search *search, struct step e, int load)
{
    const struct pattern *pattern = search->point->pattern;
    const struct shape *shape = search->point->shape;
    const struct own_pattern *own = own_description(pattern);
    struct request request = {.made = 1, .step = e.index, .load = load};
    e.load = load < 0 ? 0 : load;
    request.element[0] = own ? own->entry(shape, e, load < 0) : NO_ENTRY;
    request.array = ARRAY_INDEX;
    request.element_bytes = INDEX_BYTES;
    if (request.element[0] != NO_ENTRY)
        visit(search, &request);
    request.element[0] = load < 0 ? pattern->store(shape, e) : pattern->load(shape, e);
    request.array = load < 0 ? ARRAY_OUT : ARRAY_IN;
    request.access = load < 0 ? ACCESS_STORE : ACCESS_LOAD;
    request.element_bytes = search->point->element_bytes;
    visit(search, &request);
}

/* Checks one step after the last whole block. */
static void check_tail_step(struct search *search, struct step e)
{
    const struct pattern *pattern = search->point->pattern;
    const struct own_pattern *own = own_description(pattern);
    const int loads = own ? own->loads : pattern->loads > 0;
    search->step = e.index;
    if (!pattern->active(search->point->shape, e))
        return;
    for (int load = 0; load < loads; load++)
        check_single(search, e, load);
    check_single(search, e, -1);
}

static void check_tail(struct search *search, int64_t first)
{
    const struct shape *shape = search->point->shape;
    const int fields = (int)search->point->pattern->fields(shape);
    struct step e = {.variant = (int)search->point->pattern->variant(shape)};
    for (e.index = first; e.index < shape->elements && !search->found; e.index++) {
        e.lane = (int)(e.index % WARP_LANES);
        e.row_index = e.index - e.lane;
        for (e.field = 0; e.field < fields; e.field++)
            check_tail_step(search, e);
    }
}

/* The block to check after `block`. */
static int64_t next_block(int64_t block, int64_t blocks, int64_t most)
{
    if (blocks <= most || block < BLOCKS_AT_ENDS || block >= blocks - BLOCKS_AT_ENDS)
        return block + 1;
    const int64_t next = block + (blocks - INT64_C(2) * BLOCKS_AT_ENDS) / BLOCKS_SAMPLED + 1;
    return next < blocks - BLOCKS_AT_ENDS ? next : blocks - BLOCKS_AT_ENDS;
}

/* Compares what the steps store with what the pattern says of it, if these are `all` steps. A small
 * pass may have a border that a formula does not count. */
static void check_counts(struct search *search, bool all)
{
    const struct pattern *pattern = search->point->pattern;
    const struct shape *shape = search->point->shape;
    const struct own_pattern *own = own_description(pattern);
    const long long steps = shape->elements, stores = search->stores;
    if (!own || strcmp(own->body, OWN_USUAL_BODY) != 0 || steps < STEPS_COUNTED ||
        search->stores_alone)
        return;
    search->macro = "ACCESSES";
    const long long said = pattern->accesses(shape);
    if (stores == 0)
        tell(search, "ACTIVE", "no step of a pass of %lld is made", steps);
    else if (all && said > stores + stores / 8 && line_of_macro(own_file(pattern), "ACCESSES") > 0)
        tell(search, "ACCESSES", "it is %lld in a pass whose steps store %lld times", said, stores);
    else if (all && said > stores + stores / 8)
        tell(search, "ACTIVE",
             "only %lld of %lld stores are made; define ACCESSES, which says how many, over s",
             stores, said);
}

static void check_steps(struct search *search)
{
    const struct bounds_point *point = search->point;
    const struct pattern *pattern = point->pattern;
    const bool gpu = point->side == SIDE_GPU;
    const int rows = pattern->rows(point->shape, point->element_bytes, gpu);
    const int64_t blocks = pattern->tiles(point->shape, rows);
    const int64_t steps = (int64_t)rows * WARP_LANES;
    const int64_t most = STEPS_ALL / steps + INT64_C(2) * BLOCKS_AT_ENDS + BLOCKS_SAMPLED;
    struct walk walk = walk_of(point->shape, rows, point->element_bytes, gpu);
    walk.visit = visit;
    walk.with = search;
    for (int64_t b = 0; b < blocks && !search->found; b = next_block(b, blocks, most))
        walk_block(pattern, &walk, b, blocks);
    if (pattern->has_tail && !search->found)
        check_tail(search, blocks * steps);
    if (!search->found)
        check_counts(search, blocks <= most);
}

/* If only the steps define the output, no two of them may store to one element. */
static void prepare_stores(struct search *search)
{
    const struct pattern *pattern = search->point->pattern;
    const int64_t length = search->length[ARRAY_OUT];
    if (!pattern->expect && !pattern->adds && pattern->stores > 0 && length > 0 &&
        length <= PLACES_MOST && search->point->shape->elements <= STEPS_ALL)
        search->stored_by = calloc((size_t)length, sizeof *search->stored_by);
}

/* Checks the elements that MEANING names. */
static void check_meaning(struct search *search)
{
    const struct own_pattern *own = own_description(search->point->pattern);
    const struct shape *shape = search->point->shape;
    const int64_t length = search->length[ARRAY_OUT];
    char text[128];
    if (!own || search->point->pattern->expect != own->expect || search->point->pattern->adds)
        return;
    search->macro = "MEANING";
    const int64_t step = length > STEPS_ALL ? length / STEPS_ALL : 1;
    for (int64_t n = 0; n < length && !search->found; n += step) {
        const int64_t i = n + step < length ? n : length - 1;
        for (int k = 0; k < own->loads; k++) {
            const int64_t element = own->meaning(shape, i, k);
            if (element >= search->length[ARRAY_IN])
                tell(search, "MEANING", "it names element %lld for element %lld of out, but %s",
                     (long long)element, (long long)i, extent(search, ARRAY_IN, text));
        }
    }
}

static void check_all(void *with)
{
    struct search *search = with;
    check_lengths(search);
    if (!search->found)
        check_entries(search);
    if (!search->found)
        check_meaning(search);
    prepare_stores(search);
    search->macro = NULL;
    if (!search->found && search->point->pattern->walk)
        check_steps(search);
}

/* Evaluates one expression of one step. */
static void evaluate_single(void *with)
{
    const struct search *search = with;
    const struct pattern *pattern = search->point->pattern;
    const struct shape *shape = search->point->shape;
    if (strcmp(search->macro, "ACTIVE") == 0)
        (void)pattern->active(shape, search->single);
    else if (strcmp(search->macro, "LOAD") == 0)
        (void)pattern->load(shape, search->single);
    else
        (void)pattern->store(shape, search->single);
}

/* Finds the step and the expression that caused the trouble: evaluates the next ones one by one, in
 * the order of a single thread. */
static bool find_trouble(struct search *search)
{
    static const char *const macros[] = {"ACTIVE", "LOAD", "STORE"};
    const struct shape *shape = search->point->shape;
    const int64_t first = search->step;
    for (int64_t i = first; i < first + SINGLE_STEPS && i < shape->elements; i++)
        for (int m = 0; m < 3; m++) {
            search->macro = macros[m];
            search->step = i;
            search->single = (struct step){.index = i,
                                           .row_index = i - i % WARP_LANES,
                                           .lane = (int)(i % WARP_LANES),
                                           .iteration = i,
                                           .row_iteration = i,
                                           .rows = 1,
                                           .variant = 1};
            if (guard_call(evaluate_single, search, SINGLE_SECONDS) != NO_TROUBLE)
                return true;
        }
    search->macro = NULL;
    return false;
}

static void tell_trouble(struct search *search, enum trouble trouble)
{
    const char *file = own_file(search->point->pattern);
    const char *what = guard_words(trouble);
    const bool divides = file && trouble == TROUBLE_DIVISION;
    char lines[PLACE_MAX] = "";
    if (search->macro && strcmp(search->macro, "MEANING") != 0)
        tell(search, search->macro, "it %s in a pass of %lld steps", what,
             (long long)search->point->shape->elements);
    else if (search->macro)
        tell(search, search->macro, "it %s", what);
    else if (find_trouble(search))
        tell(search, search->macro, "it %s in step %lld of %lld", what, (long long)search->step,
             (long long)search->point->shape->elements);
    else
        snprintf(search->problem, search->problem_size, "%s%s: an expression %s%s%s",
                 file ? "" : "pattern ", file ? file : search->point->pattern->name, what,
                 divides ? "; lines that divide: " : "",
                 divides ? lines_that_divide(file, lines, sizeof lines) : "");
}

static bool holds(struct search *search)
{
    const enum trouble trouble = guard_call(check_all, search, SECONDS);
    free(search->stored_by);
    if (trouble != NO_TROUBLE && !search->stores_alone)
        tell_trouble(search, trouble);
    return trouble == NO_TROUBLE && !search->found;
}

/* Whether no two steps store to one element, checked in a pass with few steps if a pass may have
 * any number of them. */
static bool stores_hold(const struct bounds_point *point, char *problem, size_t problem_size)
{
    struct shape few = *point->shape;
    struct bounds_point small = *point;
    struct search search = {
        .point = &small, .problem = problem, .problem_size = problem_size, .stores_alone = true};
    if (point->shape->elements <= STEPS_ALL || point->pattern->elements ||
        !own_file(point->pattern))
        return true;
    few.elements = point_elements(point->pattern, &few, FEW_STEPS);
    small.shape = &few;
    return holds(&search) || !search.found;
}

bool bounds_hold(const struct bounds_point *point, char *problem, size_t problem_size)
{
    struct search search = {.point = point, .problem = problem, .problem_size = problem_size};
    if (point->pattern->loop)
        return loop_holds(point->shape, problem, problem_size);
    return holds(&search) && stores_hold(point, problem, problem_size);
}

const struct point_checks own_checks = {.in_bounds = bounds_hold, .explain = explain_element};
