#include "study/json/document.h"

#include "patterns/target.h"
#include "plots/claims/claims.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2, DIGITS = 15 /* that every double holds: 0.1 is written as 0.1 */ };

static void *allocate(size_t size)
{
    return needed(malloc(size));
}

void json_begin(void)
{
    json_set_alloc_funcs(allocate, free);
}

void document_print(json_t *document)
{
    (void)json_dumpf(document, stdout, JSON_INDENT(INDENT) | JSON_REAL_PRECISION(DIGITS));
    putchar('\n');
    json_decref(document);
}

/* null for NULL. */
static json_t *text_value(const char *text)
{
    json_t *value = text ? json_string(text) : json_null();
    if (value)
        return value;
    const size_t size = strlen(text) + 1; /* NOLINT: text is not NULL */
    char *plain = allocate(size);
    value = json_string(quote_plain(text, plain, size));
    free(plain);
    return value;
}

void put_value(json_t *object, const char *name, json_t *value)
{
    (void)json_object_set_new(object, name, value);
}

void put_text(json_t *object, const char *name, const char *text)
{
    put_value(object, name, text_value(text));
}

static json_t *number_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

void put_number(json_t *object, const char *name, double number)
{
    put_value(object, name, number_or_null(number));
}

void add_numbers(json_t *array, const double *numbers, int count)
{
    for (int i = 0; i < count; i++)
        (void)json_array_append_new(array, number_or_null(numbers[i]));
}

void put_count(json_t *object, const char *name, int64_t count)
{
    put_value(object, name, json_integer(count));
}

void put_flag(json_t *object, const char *name, bool flag)
{
    put_value(object, name, json_boolean(flag));
}

json_t *put_array(json_t *object, const char *name)
{
    put_value(object, name, json_array());
    return json_object_get(object, name);
}

json_t *put_object(json_t *object, const char *name)
{
    put_value(object, name, json_object());
    return json_object_get(object, name);
}

json_t *add_object(json_t *array)
{
    (void)json_array_append_new(array, json_object());
    return json_array_get(array, json_array_size(array) - 1);
}

void add_text(json_t *array, const char *text)
{
    (void)json_array_append_new(array, text_value(text));
}

static void put_cache(json_t *object, const struct cache_level *cache)
{
    put_text(object, "name", cache->name);
    if (cache->size_bytes > 0)
        put_count(object, "size_bytes", cache->size_bytes);
    else
        put_number(object, "size_bytes", NAN);
    put_count(object, "one_bytes", cache->one_bytes);
    put_count(object, "line_bytes", cache->line_bytes);
    put_count(object, "ways", cache->ways);
}

void put_cache_levels(json_t *object, const struct target_facts *facts)
{
    json_t *caches = put_array(object, "caches");
    for (int i = 0; i < facts->cache_levels; i++)
        put_cache(add_object(caches), &facts->caches[i]);
}

void put_facts(json_t *object, const struct target_facts *facts)
{
    put_text(object, "title", facts->title);
    put_text(object, "detail", facts->detail);
    put_count(object, "multiprocessors", facts->multiprocessors);
    put_count(object, "memory_bytes", facts->memory_bytes);
    put_count(object, "memory_nodes", facts->memory_nodes);
    put_number(object, "peak_gbps", facts->peak_gbps > 0 ? facts->peak_gbps : NAN);
    put_cache_levels(object, facts);
}

void put_claim_test(json_t *object, const struct claim_test *test)
{
    static const char *const comparisons[] = {
        [AT_LEAST] = "at least", [AT_MOST] = "at most", [ABOUT] = "about"};
    put_text(object, "measured", test->measured);
    put_text(object, "comparison", comparisons[test->comparison]);
    put_number(object, "limit", test->limit);
    put_number(object, "tolerance", test->tolerance);
    put_text(object, "source_value", test->source_value);
}

static void put_parameter(json_t *object, const struct parameter *parameter)
{
    put_text(object, "name", parameter->name);
    put_text(object, "help", parameter->help);
    put_count(object, "low", parameter->low);
    put_count(object, "high", parameter->high);
    put_count(object, "standard", parameter->standard);
    put_flag(object, "power_of_two", parameter->power_of_two);
    put_text(object, "not_above", parameter->not_above);
}

static void put_parameters(json_t *object, const struct pattern *pattern, const struct shape *shape)
{
    json_t *parameters = put_array(object, "parameters");
    for (int i = 0; i < PARAMETERS_MAX && pattern->parameters[i].name; i++) {
        json_t *parameter = add_object(parameters);
        put_parameter(parameter, &pattern->parameters[i]);
        if (shape)
            put_count(parameter, "value", shape->value[i]);
    }
}

void describe_pattern(json_t *object, const struct pattern *pattern, const struct shape *shape)
{
    put_text(object, "name", pattern->name);
    put_text(object, "help", pattern->help);
    put_text(object, "formula", pattern->formula);
    put_text(object, "lesson", pattern->lesson);
    put_text(object, "source", pattern->source);
    put_text(object, "no_cpu", pattern->no_cpu);
    put_text(object, "no_gpu", pattern->no_gpu);
    put_count(object, "loads", pattern->loads);
    put_count(object, "stores", pattern->stores);
    json_t *sizes = put_array(object, "element_bytes");
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
        if (pattern->sizes & bytes)
            (void)json_array_append_new(sizes, json_integer(bytes));
    put_parameters(object, pattern, shape);
    json_t *studies = put_array(object, "studies");
    for (const struct study *s = study_catalogue; s->name; s++)
        if (study_sweeps(s, pattern->name))
            add_text(studies, s->name);
}

static void put_values(json_t *object, const char *name, const char *values)
{
    json_t *array = put_array(object, name);
    char *end;
    for (const char *at = values; *at; at = end + strspn(end, " "))
        (void)json_array_append_new(array, json_integer(strtoll(at, &end, 10)));
}

/* A value that depends on the target is replaced by a word for its origin. */
static void put_sweep(json_t *object, const struct sweep *sweep)
{
    static const char *const kinds[] = {
        [SWEEP_LISTED] = "listed",          [SWEEP_POWERS] = "powers of two of a thread's elements",
        [SWEEP_WINDOWS] = "powers of two",  [SWEEP_THREADS] = "powers of two of threads",
        [SWEEP_FOOTPRINTS] = "footprints",  [SWEEP_SIZES] = "sizes",
        [SWEEP_ELEMENTS] = "element sizes", [SWEEP_TEAMS] = "teams",
        [SWEEP_WORKERS] = "workers",        [SWEEP_PAIRS] = "pairs of cores",
        [SWEEP_NODES] = "NUMA nodes"};
    put_text(object, "pattern", sweep->pattern);
    put_text(object, "parameter", sweep->parameter);
    put_text(object, "kind", kinds[sweep->kind]);
    put_text(object, "settings", sweep->settings);
    if (sweep->full)
        put_values(object, "values", sweep->full);
    if (sweep->quick)
        put_values(object, "quick_values", sweep->quick);
}

void describe_study(json_t *object, const struct study *study)
{
    put_text(object, "name", study->name);
    put_text(object, "group", study->group);
    put_text(object, "question", study->question);
    put_text(object, "lesson", study->lesson);
    put_flag(object, "has_copy", !study->no_copy);
    put_text(object, "figure", study->shown.down.parameter ? "heat map" : "lines");
    json_t *sweeps_of = put_array(object, "sweeps");
    for (int i = 0; i < SWEEPS_MAX && study->sweeps[i].pattern; i++)
        put_sweep(add_object(sweeps_of), &study->sweeps[i]);
}
