
#include "study/loop/loop.h"
#include "study/own/bounds.h"
#include "study/own/compile/source_lines.h"
#include "study/own/guard.h"
#include "study/own/own.h"
#include "study/own/row.h"
#include "study/plan/point.h"

#include <stdio.h>
#include <string.h>

enum {
    STEPS_MOST = 1 << 24,
    EXAMPLE_STEPS = 1024,
    PLACE_MAX = 512,
    CLAUSE_MAX = 160,
    EXAMPLE_SECONDS = 1
};

static struct step step_of(int64_t index, int64_t thread, int64_t turn, int variant)
{
    const int lane = (int)(index % WARP_LANES);
    return (struct step){.index = index,
                         .row_index = index - lane,
                         .lane = lane,
                         .thread = thread,
                         .iteration = turn,
                         .row_iteration = turn,
                         .rows = 1,
                         .variant = variant};
}

/* The step that stores to that element; -1: none does. Each thread executes its steps in order. */
static int64_t storing_step(const struct pattern *pattern, const struct shape *shape,
                            int64_t element, struct step *found)
{
    const int64_t turns = shape->threads > 0 ? shape->elements / shape->threads : 0;
    const int variant = (int)pattern->variant(shape);
    for (int64_t i = 0; i < shape->elements && i < STEPS_MOST; i++) {
        struct step e = step_of(i, turns ? i / turns : i, turns ? i % turns : 0, variant);
        for (e.field = 0; e.field < pattern->fields(shape); e.field++)
            if (pattern->active(shape, e) && pattern->store(shape, e) == element) {
                *found = e;
                return i;
            }
    }
    return -1;
}

/* "element 5 of in", or words for no element. */
static const char *source_text(int64_t element, char text[CLAUSE_MAX])
{
    if (element < 0)
        snprintf(text, CLAUSE_MAX, "left as it was");
    else
        snprintf(text, CLAUSE_MAX, "element %lld of in", (long long)element);
    return text;
}

/* The first load of a step that differs from MEANING; the first load if none differs. */
static int differing_load(const struct own_pattern *own, const struct pattern *pattern,
                          const struct shape *shape, int64_t element, struct step e)
{
    for (e.load = 0; e.load < own->loads; e.load++)
        if (own->meaning(shape, element, e.load) != pattern->load(shape, e))
            return e.load;
    return 0;
}

bool explain_element(const struct pattern *pattern, const struct shape *shape, int64_t element,
                     char *text, size_t text_size)
{
    const struct own_pattern *own = own_description(pattern);
    char place[PLACE_MAX], must[CLAUSE_MAX], which[32] = "";
    struct step e;
    if (pattern->loop)
        return loop_explain(shape, element, text, text_size);
    if (!own || pattern->expect != own->expect)
        return false;
    bounds_place(pattern, "MEANING", place, sizeof place);
    if (pattern->adds) {
        snprintf(text, text_size,
                 "%s1 is to be added %lld times to element %lld of out, which is "
                 "not what the steps do",
                 place, (long long)own->meaning(shape, element, 0), (long long)element);
        return true;
    }
    const int64_t step = storing_step(pattern, shape, element, &e);
    const int load = step < 0 ? 0 : differing_load(own, pattern, shape, element, e);
    source_text(own->meaning(shape, element, load), must);
    if (own->loads > 1)
        snprintf(which, sizeof which, " (its load %d)", load);
    e.load = load;
    if (step < 0)
        snprintf(text, text_size, "%selement %lld of out must be %s, but no step stores there",
                 place, (long long)element, must);
    else if (own->meaning(shape, element, load) < 0)
        snprintf(text, text_size,
                 "%selement %lld of out must be left as it was, but step %lld "
                 "stores there",
                 place, (long long)element, (long long)step);
    else if (own->meaning(shape, element, load) == pattern->load(shape, e))
        snprintf(text, text_size,
                 "%selement %lld of out must be made of %s%s, as step %lld does, "
                 "but has another value: does another step store there, too?",
                 place, (long long)element, must, which, (long long)step);
    else
        snprintf(text, text_size,
                 "%selement %lld of out must be %s, but step %lld stores element "
                 "%lld of in there%s",
                 place, (long long)element, must, (long long)step,
                 (long long)pattern->load(shape, e), which);
    return true;
}

/* A pass to which the examples refer. */
struct example_check {
    const struct pattern *pattern;
    struct shape shape;
    struct step e;
    int64_t load, store;
};

static void evaluate(void *with)
{
    struct example_check *check = with;
    const bool is_made = check->pattern->active(&check->shape, check->e);
    const int loads = own_description(check->pattern)->loads;
    check->load = is_made && loads > 0 ? check->pattern->load(&check->shape, check->e) : -1;
    check->store = is_made ? check->pattern->store(&check->shape, check->e) : -1;
}

static bool example_holds(struct example_check *check, const struct example *example, char *problem,
                          size_t problem_size)
{
    char place[PLACE_MAX];
    bounds_place(check->pattern, "EXAMPLES", place, sizeof place);
    if (example->step < 0 || example->step >= check->shape.elements) {
        snprintf(problem, problem_size, "%sthere is no step %lld; the pass has %lld", place,
                 (long long)example->step, (long long)check->shape.elements);
        return false;
    }
    check->e =
        step_of(example->step, 0, example->step, (int)check->pattern->variant(&check->shape));
    const enum trouble trouble = guard_call(evaluate, check, EXAMPLE_SECONDS);
    if (trouble != NO_TROUBLE)
        snprintf(problem, problem_size, "%sLOAD or STORE %s in step %lld", place,
                 guard_words(trouble), (long long)example->step);
    else if (check->load != example->load)
        snprintf(problem, problem_size,
                 "%sstep %lld loads element %lld, but LOAD (line %d) makes it element %lld", place,
                 (long long)example->step, (long long)example->load,
                 line_of_macro(own_file(check->pattern), "LOAD"), (long long)check->load);
    else if (check->store != example->store)
        snprintf(problem, problem_size,
                 "%sstep %lld stores element %lld, but STORE (line %d) makes it element %lld",
                 place, (long long)example->step, (long long)example->store,
                 line_of_macro(own_file(check->pattern), "STORE"), (long long)check->store);
    else
        return true;
    return false;
}

bool examples_hold(const struct pattern *pattern, char *problem, size_t problem_size)
{
    const struct own_pattern *own = own_description(pattern);
    struct example_check check = {.pattern = pattern,
                                  .shape = shape_standard(pattern, EXAMPLE_STEPS, 1)};
    if (!own || own->example_count == 0)
        return true;
    check.shape.workers = 1;
    check.shape.elements = point_elements(pattern, &check.shape, EXAMPLE_STEPS);
    for (int i = 0; i < own->example_count; i++)
        if (!example_holds(&check, &own->examples[i], problem, problem_size))
            return false;
    return true;
}

const char *explain_proof(const struct pattern *pattern, char *text, size_t text_size)
{
    const struct own_pattern *own = own_description(pattern);
    char meaning[64] = "", examples[64] = "";
    const char *file = own_file(pattern);
    text[0] = '\0';
    if (pattern->loop)
        snprintf(text, text_size, "%s: proved by its iterations, one by one on the host",
                 pattern->name);
    if (!own)
        return text;
    if (pattern->expect == own->expect)
        snprintf(meaning, sizeof meaning, "MEANING (line %d)", line_of_macro(file, "MEANING"));
    else if (pattern->expect)
        snprintf(meaning, sizeof meaning, ".expect (line %d)", line_of_word(file, ".expect"));
    if (own->example_count > 0)
        snprintf(examples, sizeof examples, "%d EXAMPLES (line %d)", own->example_count,
                 line_of_macro(file, "EXAMPLES"));
    if (meaning[0] || examples[0])
        snprintf(text, text_size, "%s: proved by its %s%s%s", pattern->name, meaning,
                 meaning[0] && examples[0] ? " and its " : "", examples);
    else
        snprintf(text, text_size,
                 "%s: its formula was checked against itself only; MEANING or EXAMPLES in %s would "
                 "prove it",
                 pattern->name, file);
    return text;
}
